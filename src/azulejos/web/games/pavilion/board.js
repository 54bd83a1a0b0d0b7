/** A player's board of Summer Pavilion: seven stars, drawn from the server's geometry. */
import { html } from "../../html.js";
import { _, colourName, ngettext } from "../../i18n.js";
import { tileHref } from "../../tiles.js";
import { closedProps } from "../../table/closed.js";
import { pointsText, signed } from "../../table/names.js";

const GAME = "summer-pavilion";
const SLOTS = 6;
/** Width of the sprite's rhombus by its height. */
const SLENDERNESS = 100 / 173.2;
const ICON = 40;
/** Widths in a badge, in units of the board. */
const DIGIT = 19;
const PADDING = 9;
const BONUS_WIDTH = 46;

/** @import { Catalogue, Option, PavilionFeature, PavilionGeometry, PavilionPlace } from "../../types.d.ts" */
/** @import { PavilionSpace, PavilionState } from "../../types.d.ts" */
/** @typedef {(space: number, options: PavilionPlace[]) => void} OnSpace */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {PavilionState} props.state
 * @param {number} props.seat
 * @param {Map<number, PavilionPlace[]>} [props.spaces]   spaces that can be filled, with all ways
 * @param {number|null} [props.chosen]    the space whose payment is being chosen
 * @param {Option | null} [props.hinted]  an option to point at
 * @param {ReadonlySet<string>} [props.lit]   places whose tiles are counted now
 * @param {string | null} [props.closedColour]   spaces that are not open say why, for this colour of
 *   the hand; empty: for their own
 * @param {OnSpace} [props.onSpace]
 */
export function PavilionBoard({
  config,
  state,
  seat,
  spaces,
  chosen = null,
  hinted,
  lit,
  closedColour = null,
  onSpace,
}) {
  const geometry = config.games[GAME].geometry[state.board];
  const filled = state.boards[seat].stars.flat();
  // Open spaces come last: their ring and badge are drawn above the neighbours.
  const best = new Map([...(spaces ?? [])].map(([index, ways]) => [index, bestOf(ways)]));
  // What every space brings is no news.
  const least = Math.min(...[...best.values()].map((option) => option.points));
  const order = geometry.spaces.map((_space, index) => index);
  order.sort(
    (one, other) => Number(spaces?.has(one) ?? false) - Number(spaces?.has(other) ?? false),
  );
  return html`<svg
    class=${`board pavilion-board ${spaces?.size ? "choosing" : ""}`}
    viewBox=${`0 0 ${geometry.width} ${geometry.height}`}
    role="group"
    aria-label=${boardText(geometry, filled)}
  >
    ${geometry.features.map(
      (feature, index) =>
        html`<${Feature} key=${`feature-${index}`} feature=${feature} filled=${filled} />`,
    )}
    ${order.map((index) => {
      const space = geometry.spaces[index];
      return html`<${Space}
        key=${`space-${index}`}
        index=${index}
        seat=${seat}
        space=${space}
        colour=${filled[index]}
        options=${spaces?.get(index)}
        least=${least}
        chosen=${chosen === index}
        hinted=${hinted?.kind === "place" && hinted.space === index}
        closed=${closedColour === null ? null : closedMove(state, seat, space, closedColour)}
        lit=${lit?.has(`space-${seat}-${index}`)}
        onSpace=${onSpace}
      />`;
    })}
  </svg>`;
}

/**
 * @param {object} props
 * @param {number} props.index
 * @param {number} props.seat
 * @param {PavilionSpace} props.space
 * @param {string | null} props.colour   of the tile on it
 * @param {PavilionPlace[]} [props.options]
 * @param {number} props.least   points that every open space brings
 * @param {boolean} props.chosen
 * @param {boolean} props.hinted
 * @param {boolean} [props.lit]
 * @param {string | null} props.closed   the move that is not possible
 * @param {OnSpace} [props.onSpace]
 */
function Space({ index, seat, space, colour, options, least, chosen, hinted, lit, closed, onSpace }) {
  const place = `space-${seat}-${index}`;
  if (colour) {
    return html`<g class=${`space filled ${lit ? "lit" : ""}`} data-place=${place}>
      <${Rhombus} space=${space} colour=${colour} />
      <polygon class=${lit ? "glow" : "shape"} points=${space.points} />
    </g>`;
  }
  const tint = space.colour ? `glaze-${space.colour}` : "glaze-any";
  const number = html`<text class="number" aria-hidden="true" x=${space.x} y=${space.y} dy="0.36em"
    >${space.number}</text
  >`;
  if (!options) {
    return html`<g class=${`space ${tint}`} data-place=${place}>
      <polygon class="empty" points=${space.points} ...${closedSpace(space, closed)} />
      ${number}
    </g>`;
  }
  const act = () => onSpace?.(index, options);
  const best = bestOf(options);
  return html`<g
    class=${`space open ${tint} ${chosen ? "chosen" : ""} ${hinted ? "hinted" : ""}`}
    data-place=${place}
  >
    <polygon
      class="empty target"
      points=${space.points}
      role="button"
      tabindex="0"
      aria-label=${spaceText(space, options, best)}
      onClick=${act}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        act();
      }}
    />
    ${number}
    <${SpaceBadge}
      space=${space}
      points=${best.points}
      bonus=${best.bonus}
      quiet=${best.points === least && !best.bonus}
    />
  </g>`;
}

/**
 * A move to a space in notation, paid with as many wild tiles as there are.
 * @param {PavilionState} state @param {number} seat @param {PavilionSpace} space
 * @param {string} chosen   a colour of the hand; empty: the star's own, or any
 */
function closedMove(state, seat, space, chosen) {
  const { tiles } = state.boards[seat];
  const colour = chosen || space.colour || Object.keys(tiles)[0];
  if (!colour) return null;
  const wild = (state.wild && state.wild !== colour && tiles[state.wild]) || 0;
  return `${space.star}${space.slot + 1}${colour}${Math.min(wild, space.number - 1)}`;
}

/** Attributes of a space that is not open. @param {PavilionSpace} space @param {string | null} closed */
function closedSpace(space, closed) {
  return closed ? { ...closedProps(closed), "aria-label": placeText(space) } : {};
}

/** @param {{ space: PavilionSpace, colour: string }} props */
function Rhombus({ space, colour }) {
  const height = space.length;
  const width = height * SLENDERNESS;
  return html`<use
    href=${tileHref(GAME, colour)}
    x=${space.x - width / 2}
    y=${space.y - height / 2}
    width=${width}
    height=${height}
    transform=${`rotate(${space.angle} ${space.x} ${space.y})`}
  />`;
}

/** The way that brings most. @param {PavilionPlace[]} options */
function bestOf(options) {
  return options.reduce((one, other) => (other.points > one.points ? other : one));
}

/**
 * Points and bonus tiles of a space, towards its outer tip, so that its number stays readable.
 * A quiet one is shown when the space is pointed at.
 * @param {{ space: PavilionSpace, points: number, bonus: number, quiet: boolean }} props
 */
function SpaceBadge({ space, points, bonus, quiet }) {
  const turn = ((space.angle - 90) * Math.PI) / 180;
  const away = space.length * 0.27;
  const x = space.x + away * Math.cos(turn);
  const y = space.y + away * Math.sin(turn);
  const number = String(points).length * DIGIT + DIGIT;
  const width = number + (bonus ? BONUS_WIDTH : 0) + 2 * PADDING;
  const left = x - width / 2;
  return html`<g class=${`space-badge ${quiet ? "quiet" : ""}`} aria-hidden="true">
    <rect x=${left} y=${y - 18} width=${width} height="36" rx="18" />
    <text x=${left + PADDING + number / 2} y=${y} dy="0.36em">${signed(points)}</text>
    ${bonus > 0 && html`<${BonusSign} x=${left + PADDING + number + 8} y=${y} count=${bonus} />`}
  </g>`;
}

/** Bonus tiles: ◆ with their number. @param {{ x: number, y: number, count: number }} props */
function BonusSign({ x, y, count }) {
  return html`<polygon
      class="bonus-tile"
      points=${`${x},${y} ${x + 8},${y - 13} ${x + 16},${y} ${x + 8},${y + 13}`}
    />
    <text x=${x + 28} y=${y} dy="0.36em">${count}</text>`;
}

/** @param {{ feature: PavilionFeature, filled: (string | null)[] }} props */
function Feature({ feature, filled }) {
  const count = feature.spaces.filter((space) => filled[space]).length;
  const surrounded = count === feature.spaces.length;
    return html`<g class=${`feature ${feature.kind} ${surrounded ? "lit" : count ? "begun" : ""}`}>
    <title>${featureText(feature, count)}</title>
    <circle cx=${feature.x} cy=${feature.y} r=${feature.radius ?? 30} />
    <use
      href=${`#icon-${feature.kind}`}
      x=${feature.x - ICON / 2}
      y=${feature.y - ICON / 2}
      width=${ICON}
      height=${ICON}
    />
  </g>`;
}

/** @param {PavilionFeature} feature @param {number} count */
function featureText(feature, count) {
  const values = { count, size: feature.spaces.length };
  switch (feature.kind) {
    case "pillar":
      return _("Pillar: {count} of {size} spaces filled", values);
    case "statue":
      return _("Statue: {count} of {size} spaces filled", values);
    default:
      return _("Window: {count} of {size} spaces filled", values);
  }
}

/** Name of a star: its colour, or its place. @param {PavilionGeometry} geometry @param {number} star */
function starName(geometry, star) {
  if (star === 0) return _("central star");
  const { colour } = geometry.spaces[star * SLOTS];
  return colour
    ? _("{colour} star", { colour: colourName(colour) })
    : _("star {number}", { number: star });
}

/** @param {PavilionGeometry} geometry @param {(string | null)[]} filled */
function boardText(geometry, filled) {
  const stars = geometry.stars.map(({ star }) => {
    const count = filled.slice(star * SLOTS, (star + 1) * SLOTS).filter(Boolean).length;
    return _("{star}: {count} of 6", { star: starName(geometry, star), count });
  });
  return stars.join(", ");
}

/** @param {PavilionSpace} space */
function placeText(space) {
  const star = space.star === 0 ? _("Central star") : _("Star {number}", { number: space.star });
  return _("{star}, space {space}, number {number}", {
    star,
    space: space.slot + 1,
    number: space.number,
  });
}

/** @param {PavilionSpace} space @param {PavilionPlace[]} options @param {PavilionPlace} best */
function spaceText(space, options, best) {
  const colours = [...new Set(options.map((option) => colourName(option.colour)))];
  const star = space.star === 0 ? _("Central star") : _("Star {number}", { number: space.star });
  const words = [
    _("{star}, space {space}, number {number}: {colours}", {
      star,
      space: space.slot + 1,
      number: space.number,
      colours: colours.join(", "),
    }),
    pointsText(best.points),
  ];
  if (best.bonus) words.push(ngettext("{n} bonus tile", "{n} bonus tiles", best.bonus));
  return words.join(", ");
}
