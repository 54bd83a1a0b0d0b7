/** Azul: the fields of the position editor. */
import { html } from "../../html.js";
import { _ } from "../../i18n.js";
import { EditorForm, PileField, SeatForm, Slot, typeTile } from "../../study/editor_parts.js";
import { Tile } from "../../tiles.js";

/** @import { Catalogue } from "../../types.d.ts" */
/** @typedef {{ score: number, lines: string[], wall: string[], floor: string }} Seat */
/** @typedef {(news: Partial<Seat>) => void} SeatChange */

const GAME = "azul";
const EMPTY = ".";

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {any} props.setup
 * @param {string | null} props.brush
 * @param {Record<string, number> | null} props.bag
 * @param {(news: object) => void} props.onChange
 */
export function AzulEditor({ config, setup, brush, bag, onChange }) {
  const printed = setup.board === "coloured" ? config.games[GAME].wall : null;
  return html`<${EditorForm}
    game=${GAME}
    setup=${setup}
    brush=${brush}
    bag=${bag}
    onChange=${onChange}
    piles=${{ centre: _("Centre"), lid: _("Box lid") }}
    seatForm=${(/** @type {Seat} */ seat, /** @type {number} */ number, /** @type {SeatChange} */ change) =>
      html`<${SeatEditor} key=${number} number=${number} seat=${seat} printed=${printed} brush=${brush} onChange=${change} />`}
  />`;
}

/**
 * @param {object} props
 * @param {number} props.number
 * @param {Seat} props.seat
 * @param {string[][] | null} props.printed
 * @param {string | null} props.brush
 * @param {SeatChange} props.onChange
 */
function SeatEditor({ number, seat, printed, brush, onChange }) {
  const putWall = (/** @type {number} */ row, /** @type {number} */ column, /** @type {string | null} */ tile) => {
    const letters = [...seat.wall[row]];
    letters[column] = tile ?? EMPTY;
    onChange({ wall: seat.wall.map((known, n) => (n === row ? letters.join("") : known)) });
  };
  return html`<${SeatForm} name=${_("Player {number}", { number })} score=${seat.score} onChange=${onChange}>
    <div class="edit-rows">
      ${seat.wall.map(
        (tiles, row) => html`<div class="edit-row" key=${row}>
          <${Line}
            row=${row}
            letters=${seat.lines[row]}
            brush=${brush}
            onChange=${(/** @type {string} */ line) => onChange({ lines: seat.lines.map((known, n) => (n === row ? line : known)) })}
          />
          <div class="edit-wall">
            ${[...tiles].map(
              (tile, column) => html`<${Slot}
                key=${column}
                game=${GAME}
                label=${_("Wall, row {row}, column {column}", { row: row + 1, column: column + 1 })}
                tile=${tile === EMPTY ? null : tile}
                ghost=${printed?.[row][column] ?? null}
                brush=${brush}
                onPut=${(/** @type {string | null} */ put) => putWall(row, column, put)}
              />`,
            )}
          </div>
        </div>`,
      )}
    </div>
    <${PileField} game=${GAME} label=${_("Floor line")} letters=${seat.floor} onChange=${(/** @type {string} */ floor) => onChange({ floor })} />
  </${SeatForm}>`;
}

/**
 * A pattern line: the chosen place and those nearer to the wall hold the tile.
 * @param {{ row: number, letters: string, brush: string | null, onChange: (letters: string) => void }} props
 */
function Line({ row, letters, brush, onChange }) {
  const places = Array.from({ length: row + 1 }, (_place, n) => row - n);
  const put = (/** @type {number} */ place, /** @type {string | null} */ tile) =>
    onChange(tile === null ? letters.slice(0, place) : tile.repeat(place + 1));
  return html`<div class="edit-line">
    ${places.map((place) => {
      const tile = letters[place] ?? null;
      const again = tile !== null && tile === brush && place === letters.length - 1;
      return html`<button
        type="button"
        key=${place}
        class=${`edit-slot ${tile ? "filled" : ""}`}
        aria-label=${_("Line {line}: {count} of {size}", { line: row + 1, count: place + 1, size: row + 1 })}
        aria-pressed=${tile !== null}
        onClick=${() => put(place, again ? null : brush)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => typeTile(event, GAME, (typed) => put(place, typed))}
      >
        ${tile && html`<${Tile} game=${GAME} colour=${tile} />`}
      </button>`;
    })}
  </div>`;
}
