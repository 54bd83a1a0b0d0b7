/** Summer Pavilion: the fields of the position editor. */
import { html } from "../../html.js";
import { _, colourName } from "../../i18n.js";
import { EditorForm, NumberField, PileField, SeatForm, SelectField, typeTile } from "../../study/editor_parts.js";
import { tileHref } from "../../tiles.js";

/** @import { Catalogue, PavilionGeometry, PavilionSpace } from "../../types.d.ts" */
/** @typedef {{ score: number, tiles: string, stars: string[], passed: boolean }} Seat */
/** @typedef {(news: Partial<Seat>) => void} SeatChange */

const GAME = "summer-pavilion";
const EMPTY = ".";
const SLOTS = 6;
/** Width of the sprite's rhombus by its height. */
const SLENDERNESS = 100 / 173.2;

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {any} props.setup
 * @param {string | null} props.brush
 * @param {Record<string, number> | null} props.bag
 * @param {(news: object) => void} props.onChange
 */
export function PavilionEditor({ config, setup, brush, bag, onChange }) {
  const geometry = config.games[GAME].geometry[setup.board];
  return html`<${EditorForm}
    game=${GAME}
    setup=${setup}
    brush=${brush}
    bag=${bag}
    onChange=${onChange}
    piles=${{ centre: _("Centre"), supply: _("Supply"), tower: _("Tower") }}
    seatForm=${(/** @type {Seat} */ seat, /** @type {number} */ number, /** @type {SeatChange} */ change) =>
      html`<${SeatEditor} key=${number} number=${number} seat=${seat} geometry=${geometry} brush=${brush} onChange=${change} />`}
  >
    <${NumberField} label=${_("Bonus tiles due")} value=${setup.bonus_due} min=${0} max=${9} onChange=${(/** @type {number} */ due) => onChange({ bonus_due: due })} />
    ${setup.phase === "deal" &&
    html`<${SelectField} label=${_("Tiles are drawn to")} value=${setup.filling} options=${fillings()} onChange=${(/** @type {string} */ filling) => onChange({ filling })} />`}
  </${EditorForm}>`;
}

/** @returns {[string, string][]} */
function fillings() {
  return [
    ["first-supply", _("the first supply")],
    ["factories", _("the factories")],
    ["supply", _("the supply")],
  ];
}

/**
 * @param {object} props
 * @param {number} props.number
 * @param {Seat} props.seat
 * @param {PavilionGeometry} props.geometry
 * @param {string | null} props.brush
 * @param {SeatChange} props.onChange
 */
function SeatEditor({ number, seat, geometry, brush, onChange }) {
  const name = _("Player {number}", { number });
  const put = (/** @type {PavilionSpace} */ { star, slot }, /** @type {string | null} */ tile) => {
    const letters = [...seat.stars[star]];
    letters[slot] = tile ?? EMPTY;
    onChange({ stars: seat.stars.map((known, n) => (n === star ? letters.join("") : known)) });
  };
  const passed = html`<label class="switch-line">
    <input type="checkbox" checked=${seat.passed} onChange=${() => onChange({ passed: !seat.passed })} />
    <span>${_("passed")}</span>
  </label>`;
  return html`<${SeatForm} name=${name} score=${seat.score} onChange=${onChange} head=${passed}>
    <svg class="board pavilion-board" viewBox=${`0 0 ${geometry.width} ${geometry.height}`} role="group" aria-label=${name}>
      ${geometry.spaces.map((space, index) => {
        const letter = seat.stars[space.star][space.slot] ?? EMPTY;
        const tile = letter === EMPTY ? null : letter;
        return html`<${Space}
          key=${index}
          space=${space}
          tile=${tile}
          brush=${brush}
          onPut=${(/** @type {string | null} */ next) => put(space, next)}
        />`;
      })}
    </svg>
    <${PileField} game=${GAME} label=${_("Tiles beside the board")} letters=${seat.tiles} onChange=${(/** @type {string} */ tiles) => onChange({ tiles })} />
  </${SeatForm}>`;
}

/** @param {{ space: PavilionSpace, tile: string | null, brush: string | null, onPut: (tile: string | null) => void }} props */
function Space({ space, tile, brush, onPut }) {
  const star = space.star === 0 ? _("Central star") : _("Star {number}", { number: space.star });
  const place = _("{star}, space {number}", { star, number: (space.slot % SLOTS) + 1 });
  const content = tile ? colourName(tile) : _("empty");
  const height = space.length;
  const width = height * SLENDERNESS;
  const click = () => onPut(tile && (tile === brush || space.colour) ? null : (space.colour ?? brush));
  return html`<g class=${`space open ${space.colour ? `glaze-${space.colour}` : "glaze-any"}`}>
    ${tile &&
    html`<use
      href=${tileHref(GAME, tile)}
      x=${space.x - width / 2}
      y=${space.y - height / 2}
      width=${width}
      height=${height}
      transform=${`rotate(${space.angle} ${space.x} ${space.y})`}
    />`}
    <polygon
      class=${tile ? "edit-space filled" : "edit-space empty"}
      points=${space.points}
      role="button"
      tabindex="0"
      aria-label=${_("{place}: {content}", { place, content })}
      onClick=${click}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          click();
        } else typeTile(event, GAME, onPut);
      }}
    />
    ${!tile &&
    html`<text class="number" aria-hidden="true" x=${space.x} y=${space.y} dy="0.36em">${space.number}</text>`}
  </g>`;
}
