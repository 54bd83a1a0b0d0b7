/** The offer: factories in a ring, and the centre with its marker. */
import { factsOf } from "../games/facts.js";
import { html, useState } from "../html.js";
import { _, colourName } from "../i18n.js";
import { Tile, pileEntries, pileLetters, pileText, pileTotal } from "../tiles.js";
import { Badges } from "./badge.js";
import { isTouch } from "./acting.js";
import { closedProps } from "./closed.js";
import { pointsText, sourceName } from "./names.js";
import { offerKey } from "./options.js";

/** Distance of the factories from the middle, in percent of the ring's width, by their number. */
/** @type {Record<number, number>} */
const RING_RADIUS = { 5: 35.4, 7: 36.6, 9: 38 };
/** Tiles that a full factory holds; empty ones keep their slots for what is dealt to them. */
const SLOTS = [0, 1, 2, 3];
/** Tiles that a stack shows; its number says the rest. */
const STACK_SHOWN = 4;

/** @import { State } from "../types.d.ts" */
/** @typedef {import("../tiles.js").PileOfTiles} PileOfTiles */
/** @typedef {import("./options.js").Draft} Draft */
/** @typedef {(options: Draft[], touch: boolean) => void} OnTake */

/**
 * @typedef {object} OfferProps
 * @property {State} state
 * @property {Map<string, Draft[]>} [takes]   the drafts by offer key
 * @property {string|null} [chosen]           the offer key of the tiles that were picked
 * @property {string|null} [hinted]           the offer key to point at
 * @property {OnTake} [onTake]
 * @property {boolean} [closed]               whether tiles that cannot be taken say why
 *
 * @typedef {(next: string | null | ((now: string | null) => string | null)) => void} SetHovered
 * @typedef {OfferProps & { option: Draft | null, hover: SetHovered }} SourceProps
 */

/** Whether nothing is left to take. @param {State} state */
export function isTaken({ centre, factories }) {
  return [centre, ...factories].every((pile) => pileTotal(pile) === 0);
}

/** @param {OfferProps & { children?: import("../html.js").View }} props */
export function Offer({ state, takes, chosen = null, hinted = null, onTake, closed, children }) {
  const [hovered, hover] = useState(/** @type {string|null} */ (null));
  const active = chosen ?? (hovered && takes?.has(hovered) ? hovered : null);
  const option = (active && takes?.get(active)?.[0]) || null;
  const shared = { state, takes, chosen, hinted, option, hover, onTake, closed };
  const count = state.factories.length;
  const taken = isTaken(state) ? "taken" : "";
  return html`<div
    class=${`offer-table ring-${count} ${option ? "taking" : ""} ${taken}`}
  >
    <div class="ring">
      ${state.factories.map((tiles, index) => {
        const turn = (2 * Math.PI * index) / count - Math.PI / 2;
        const radius = RING_RADIUS[count] ?? 37;
        const position = {
          "--left": `${50 + radius * Math.cos(turn)}%`,
          "--top": `${50 + radius * Math.sin(turn)}%`,
        };
        return html`<${Factory}
          key=${index}
          source=${index + 1}
          tiles=${tiles}
          position=${position}
          ...${shared}
        />`;
      })}
      <${Centre} ...${shared} />
    </div>
    ${children}
  </div>`;
}

/** @param {SourceProps & { source: number, tiles: PileOfTiles, position: object }} props */
function Factory({ state, source, tiles, position, ...shared }) {
  const letters = pileLetters(state.game, tiles);
  return html`<div
    class=${`factory ${letters.length ? "" : "bare"}`}
    style=${position}
    role="group"
    aria-label=${contentText(source, pileText(state.game, tiles))}
    data-place=${`source-${source}`}
  >
    <span class="factory-number" aria-hidden="true">${source}</span>
    <div class=${`slots slots-${letters.length}`}>
      ${letters.length === 0 && SLOTS.map((slot) => vacantSlot(state.game, source, slot))}
      ${letters.map((colour, index) => {
        const nth = letters.slice(0, index).filter((other) => other === colour).length;
        return html`<${FactoryTile}
          key=${`${colour}${nth}`}
          slot=${index}
          nth=${nth}
          game=${state.game}
          source=${source}
          colour=${colour}
          ...${shared}
        />`;
      })}
    </div>
  </div>`;
}

/** Where a dealt tile will lie. @param {string} game @param {number} source @param {number} slot */
function vacantSlot(game, source, slot) {
  return html`<span
    key=${`vacant${slot}`}
    class=${`slot slot-${slot} vacant`}
    data-place=${`slot-${source}-${slot}`}
    aria-hidden="true"
  >
    <span class=${`tile ${factsOf(game).tiles.shape}`}></span>
  </span>`;
}

/**
 * One tile on a disc. The first of a colour is the button for all of them.
 * @param {Omit<SourceProps, "state"> & {
 *   game: string, source: number, colour: string, slot: number, nth: number,
 * }} props
 */
function FactoryTile({
  game,
  source,
  colour,
  slot,
  nth,
  takes,
  chosen,
  hinted,
  option,
  hover,
  onTake,
  closed,
}) {
  const key = offerKey(source, colour);
  const options = takes?.get(key);
  const pointed = hinted === key ? "hinted" : "";
  const classes = `slot slot-${slot} ${tone(option, source, colour, nth)} ${pointed}`;
  const tile = html`<${Tile} game=${game} colour=${colour} />`;
  if (!options) {
    const asks = closed ? closedOffer(game, source, colour) : {};
    return html`<span class=${classes} ...${asks}>${tile}</span>`;
  }
  const handlers = hoverHandlers(key, options, hover, onTake);
  if (nth > 0)
    return html`<span class=${`${classes} pickable`} ...${handlers.pointer}>${tile}</span>`;
  return html`<button
    type="button"
    class=${`${classes} pickable`}
    aria-label=${takeText(game, source, options[0])}
    aria-pressed=${chosen === key}
    data-offer=${key}
    ...${handlers.pointer}
    ...${handlers.keyboard}
  >
    ${tile}
  </button>`;
}

/** @param {SourceProps} props */
function Centre({ state, takes, chosen, hinted, option, hover, onTake, closed }) {
  const { game, centre, marker_in_centre: marker } = state;
  const markerTone = option ? (option.marker ? "lifted" : "dimmed") : "";
  return html`<div
    class="centre"
    role="group"
    aria-label=${contentText(0, pileText(game, centre, marker))}
    data-place="source-0"
  >
    ${marker &&
    html`<span class=${`stack marker ${markerTone}`}>
      <${Tile} game=${game} colour="marker" />
    </span>`}
    ${pileEntries(game, centre).map(([colour, count]) => {
      const key = offerKey(0, colour);
      const options = takes?.get(key);
      const shown = Math.min(count, STACK_SHOWN);
      const stack = html`
        ${Array.from(
          { length: shown },
          (_unused, n) => html`<${Tile} key=${n} game=${game} colour=${colour} />`,
        )}
        ${count > 1 &&
        html`<span class="stack-count" aria-hidden="true" data-sign=${count}></span>`}
      `;
      const pointed = hinted === key ? "hinted" : "";
      const classes = `stack of-${shown} ${tone(option, 0, colour, 0)} ${pointed}`;
      if (!options) {
        const asks = closed ? closedOffer(game, 0, colour) : {};
        return html`<span class=${classes} key=${colour} ...${asks}>${stack}</span>`;
      }
      const handlers = hoverHandlers(key, options, hover, onTake);
      const active = option && option.source === 0 && option.colour === colour;
      return html`<button
        type="button"
        key=${colour}
        class=${`${classes} pickable`}
        aria-label=${takeText(game, 0, options[0])}
        aria-pressed=${chosen === key}
        data-offer=${key}
        ...${handlers.pointer}
        ...${handlers.keyboard}
      >
        ${stack}
        ${active &&
        !("destination" in options[0]) &&
        html`<${Badges} points=${options[0].points} />`}
      </button>`;
    })}
  </div>`;
}

/**
 * Attributes of tiles that cannot be taken.
 * @param {string} game @param {number} source @param {string} colour
 */
function closedOffer(game, source, colour) {
  const label = _("{place}: {content}", { place: sourceName(source), content: colourName(colour) });
  // Drafts of both games begin with source and colour; the rest is a line's number.
  const move = `${source}${colour}${factsOf(game).draftsToLine ? "0" : ""}`;
  return { ...closedProps(move), "aria-label": label };
}

/** @param {number} source @param {string} content */
function contentText(source, content) {
  return _("{place}: {content}", { place: sourceName(source), content });
}

/**
 * Class of a tile while a draft is shown: its tiles are lifted, all others dimmed.
 * @param {Draft | null} option
 * @param {number} source
 * @param {string} colour
 * @param {number} nth
 */
function tone(option, source, colour, nth) {
  if (!option) return "";
  return option.source === source && nth < (option.taken[colour] ?? 0) ? "lifted" : "dimmed";
}

/**
 * @param {string} key
 * @param {Draft[]} options
 * @param {SetHovered} hover
 * @param {OnTake} [onTake]
 */
function hoverHandlers(key, options, hover, onTake) {
  const leave = () => hover((now) => (now === key ? null : now));
  return {
    pointer: {
      onPointerEnter: () => hover(key),
      onPointerLeave: leave,
      onClick: (/** @type {Event} */ event) => {
        event.stopPropagation();
        onTake?.(options, isTouch(event));
      },
    },
    keyboard: { onFocus: () => hover(key), onBlur: leave },
  };
}

/** @param {string} game @param {number} source @param {Draft} option */
function takeText(game, source, option) {
  const tiles = pileText(game, option.taken, option.marker);
  const values = { place: sourceName(source), tiles, points: pointsText(option.points) };
  return !("destination" in option) && option.points
    ? _("{place}: take {tiles}, {points}", values)
    : _("{place}: take {tiles}", values);
}
