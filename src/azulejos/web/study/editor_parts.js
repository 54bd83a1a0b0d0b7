/** Parts of the position editor that both games use. */
import { factsOf } from "../games/facts.js";
import { html } from "../html.js";
import { _, colourName } from "../i18n.js";
import { sourceName } from "../table/names.js";
import { Icon, Tile } from "../tiles.js";

/** @typedef {import("../html.js").InputChange} InputChange */
/** @typedef {import("../html.js").SelectChange} SelectChange */
/** @typedef {import("../html.js").View} View */

const FACTORY = [0, 1, 2, 3];

/**
 * The form of a position: what lies on the table, then a form for each seat.
 * @param {object} props
 * @param {string} props.game
 * @param {any} props.setup
 * @param {string | null} props.brush
 * @param {Record<string, number> | null} props.bag    what lies nowhere else
 * @param {(news: object) => void} props.onChange
 * @param {Record<string, string>} props.piles         names of fields of piles, with labels
 * @param {View} [props.children]                      more fields of the table
 * @param {(seat: any, number: number, change: (news: object) => void) => View} props.seatForm
 */
export function EditorForm({ game, setup, brush, bag, onChange, piles, children, seatForm }) {
  const changeSeat = (/** @type {number} */ index, /** @type {object} */ news) =>
    onChange({ seats: setup.seats.map((/** @type {object} */ seat, /** @type {number} */ n) => (n === index ? { ...seat, ...news } : seat)) });
  return html`<div class="editor-piles card">
      <${Factories} game=${game} factories=${setup.factories} brush=${brush} onChange=${(/** @type {string[]} */ factories) => onChange({ factories })} />
      ${Object.entries(piles).map(
        ([field, label]) => html`<${PileField}
          key=${field}
          game=${game}
          label=${label}
          letters=${setup[field]}
          onChange=${(/** @type {string} */ tiles) => onChange({ [field]: tiles })}
        />`,
      )}
      <${BagField} game=${game} bag=${setup.bag} known=${bag} onChange=${(/** @type {string | null} */ tiles) => onChange({ bag: tiles })} />
      ${children}
    </div>
    <div class="editor-seats">
      ${setup.seats.map((/** @type {object} */ seat, /** @type {number} */ n) =>
        seatForm(seat, n + 1, (news) => changeSeat(n, news)),
      )}
    </div>`;
}

/**
 * The form of a seat around its board.
 * @param {{ name: string, score: number, onChange: (news: { score: number }) => void, head?: View, children?: View }} props
 */
export function SeatForm({ name, score, onChange, head, children }) {
  return html`<section class="card seat-editor" aria-label=${name}>
    <div class="seat-editor-head">
      <h2>${name}</h2>
      <${NumberField} label=${_("Score")} value=${score} min=${0} max=${999} onChange=${(/** @type {number} */ points) => onChange({ score: points })} />
      ${head}
    </div>
    ${children}
  </section>`;
}

/**
 * The tile that a click puts down; null clears.
 * @param {{ game: string, brush: string | null, onBrush: (brush: string | null) => void }} props
 */
export function Brush({ game, brush, onBrush }) {
  return html`<div class="brush" role="group" aria-label=${_("Tile to place")}>
    ${[...factsOf(game).tiles.colours].map(
      (colour) => html`<button
        type="button"
        key=${colour}
        class="palette-tile"
        aria-pressed=${brush === colour}
        aria-label=${colourName(colour)}
        onClick=${() => onBrush(colour)}
      >
        <${Tile} game=${game} colour=${colour} />
        <span class="palette-count" aria-hidden="true">${colour}</span>
      </button>`,
    )}
    <button type="button" class="palette-tile" aria-pressed=${brush === null} aria-label=${_("Clear")} onClick=${() => onBrush(null)}>
      <${Icon} name="close" />
    </button>
  </div>`;
}

/**
 * One place for a tile.
 * @param {object} props
 * @param {string} props.game
 * @param {string} props.label
 * @param {string | null} props.tile
 * @param {string | null} props.brush
 * @param {string | null} [props.ghost]   the colour that is printed on the place
 * @param {(tile: string | null) => void} props.onPut
 */
export function Slot({ game, label, tile, brush, ghost = null, onPut }) {
  const name = tile ? colourName(tile) : _("empty");
  return html`<button
    type="button"
    class=${`edit-slot ${tile ? "filled" : ""}`}
    aria-label=${_("{place}: {content}", { place: label, content: name })}
    onClick=${() => onPut(tile && (tile === brush || ghost) ? null : (ghost ?? brush))}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => typeTile(event, game, onPut)}
  >
    ${tile && html`<${Tile} game=${game} colour=${tile} />`}
    ${!tile && ghost && html`<${Tile} game=${game} colour=${ghost} class="ghost" />`}
  </button>`;
}

/**
 * A letter puts its tile down, Backspace and Delete clear.
 * @param {KeyboardEvent} event
 * @param {string} game
 * @param {(tile: string | null) => void} onPut
 */
export function typeTile(event, game, onPut) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const clears = event.key === "Backspace" || event.key === "Delete";
  if (!clears && !(key.length === 1 && factsOf(game).tiles.colours.includes(key))) return;
  event.preventDefault();
  onPut(clears ? null : key);
}

/**
 * A pile, counted by colour.
 * @param {{ game: string, label: string, letters: string, onChange: (letters: string) => void }} props
 */
export function PileField({ game, label, letters, onChange }) {
  const { colours } = factsOf(game).tiles;
  const counts = Object.fromEntries([...colours].map((colour) => [colour, count(letters, colour)]));
  const put = (/** @type {string} */ colour, /** @type {number} */ number) => {
    const next = { ...counts, [colour]: Math.max(0, Math.min(99, number || 0)) };
    onChange([...colours].map((letter) => letter.repeat(next[letter])).join(""));
  };
  return html`<fieldset class="pile-field">
    <legend class="label">${label}</legend>
    ${[...colours].map(
      (colour) => html`<label key=${colour} class="pile-count">
        <${Tile} game=${game} colour=${colour} />
        <span class="visually-hidden">${colourName(colour)}</span>
        <input
          type="number"
          min="0"
          max="99"
          inputmode="numeric"
          value=${counts[colour]}
          onInput=${(/** @type {InputChange} */ event) => put(colour, event.currentTarget.valueAsNumber)}
        />
      </label>`,
    )}
  </fieldset>`;
}

/** @param {string} letters @param {string} colour */
function count(letters, colour) {
  return [...letters].filter((letter) => letter === colour).length;
}

/**
 * The factories, each with four places.
 * @param {{ game: string, factories: string[], brush: string | null, onChange: (factories: string[]) => void }} props
 */
export function Factories({ game, factories, brush, onChange }) {
  const put = (/** @type {number} */ index, /** @type {number} */ place, /** @type {string | null} */ tile) => {
    const tiles = [...factories[index]];
    if (tile === null) tiles.splice(place, 1);
    else tiles[Math.min(place, tiles.length)] = tile;
    onChange(factories.map((factory, n) => (n === index ? tiles.join("") : factory)));
  };
  return html`<div class="edit-factories">
    ${factories.map(
      (tiles, index) => html`<div key=${index} class="edit-factory" role="group" aria-label=${sourceName(index + 1)}>
        <span class="edit-factory-number" aria-hidden="true">${index + 1}</span>
        ${FACTORY.map(
          (place) => html`<${Slot}
            key=${place}
            game=${game}
            label=${_("{place}, tile {number}", { place: sourceName(index + 1), number: place + 1 })}
            tile=${tiles[place] ?? null}
            brush=${brush}
            onPut=${(/** @type {string | null} */ tile) => put(index, place, tile)}
          />`,
        )}
      </div>`,
    )}
  </div>`;
}

/**
 * The bag: what lies nowhere else, or counted by hand.
 * @param {{ game: string, bag: string | null, known: Record<string, number> | null, onChange: (bag: string | null) => void }} props
 */
export function BagField({ game, bag, known, onChange }) {
  const counted = () =>
    onChange([...factsOf(game).tiles.colours].map((colour) => colour.repeat(known?.[colour] ?? 0)).join(""));
  return html`<div class="bag-field">
    <label class="switch-line">
      <input type="checkbox" checked=${bag === null} onChange=${() => (bag === null ? counted() : onChange(null))} />
      <span>${_("The bag holds all other tiles")}</span>
    </label>
    ${bag !== null && html`<${PileField} game=${game} label=${_("Bag")} letters=${bag} onChange=${onChange} />`}
  </div>`;
}

/**
 * @param {{ label: string, value: number, min: number, max: number, onChange: (value: number) => void }} props
 */
export function NumberField({ label, value, min, max, onChange }) {
  return html`<label class="field">
    <span class="label">${label}</span>
    <input
      type="number"
      inputmode="numeric"
      min=${min}
      max=${max}
      value=${value}
      onInput=${(/** @type {InputChange} */ event) => onChange(Math.max(min, Math.min(max, event.currentTarget.valueAsNumber || 0)))}
    />
  </label>`;
}

/**
 * @param {{ label: string, value: string, options: [string, string][], onChange: (value: string) => void }} props
 */
export function SelectField({ label, value, options, onChange }) {
  return html`<label class="field">
    <span class="label">${label}</span>
    <select value=${value} onChange=${(/** @type {SelectChange} */ event) => onChange(event.currentTarget.value)}>
      ${options.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
    </select>
  </label>`;
}

/**
 * A seat, or the one word for none of them.
 * @param {{ label: string, seats: number, value: number | null, none?: string, onChange: (seat: number | null) => void }} props
 */
export function SeatField({ label, seats, value, none, onChange }) {
  const players = Array.from({ length: seats }, (_seat, n) => [String(n), _("Player {number}", { number: n + 1 })]);
  return html`<${SelectField}
    label=${label}
    value=${value === null ? "" : String(value)}
    options=${[...(none ? [["", none]] : []), ...players]}
    onChange=${(/** @type {string} */ chosen) => onChange(chosen === "" ? null : Number(chosen))}
  />`;
}
