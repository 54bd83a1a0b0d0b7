/** Tiles of a draw, chosen by hand: by clicks, or typed as letters. */
import { factsOf } from "../games/facts.js";
import { html, useState } from "../html.js";
import { _, colourName, ngettext } from "../i18n.js";
import { sourceName } from "../table/names.js";
import { Icon, Tile } from "../tiles.js";

/** @import { State } from "../types.d.ts" */
/** @typedef {import("../types.d.ts").StudyChance} StudyChance */

/**
 * @param {object} props
 * @param {State} props.state
 * @param {StudyChance} props.chance
 * @param {string} props.error
 * @param {(chosen: { tiles?: string, draw?: boolean }) => void} props.onDeal
 * @param {() => void} [props.onBack]
 */
export function DealEntry({ state, chance, error, onDeal, onBack }) {
  const [letters, setLetters] = useState("");
  const { game } = state;
  const { colours } = factsOf(game).tiles;
  const full = letters.length >= chance.places.length;
  const missing = chance.places.length - letters.length;
  const read = (/** @type {string} */ text) =>
    setLetters([...text.toLowerCase()].filter((letter) => colours.includes(letter)).slice(0, chance.places.length).join(""));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (full) onDeal({ tiles: letters });
  };
  return html`<form class="deal-entry" onSubmit=${submit}>
    <p class="instruction" role="status">
      ${
        full
          ? _("All tiles are there.")
          : ngettext("{n} more tile to choose", "{n} more tiles to choose", missing)
      }
    </p>
    <${Places} state=${state} chance=${chance} letters=${letters} />
    <div class="deal-palette" role="group" aria-label=${_("Tiles in the bag")}>
      ${[...colours].map((colour) => {
        const left = (chance.bag[colour] ?? 0) - [...letters].filter((letter) => letter === colour).length;
        return html`<button
          type="button"
          key=${colour}
          class="palette-tile"
          disabled=${full}
          aria-label=${_("{colour}, {count} left", { colour: colourName(colour), count: Math.max(0, left) })}
          onClick=${() => read(letters + colour)}
        >
          <${Tile} game=${game} colour=${colour} />
          <span class="palette-count" aria-hidden="true">${Math.max(0, left)}</span>
        </button>`;
      })}
      <button
        type="button"
        class="button quiet icon-only"
        disabled=${letters === ""}
        aria-label=${_("Remove the last tile")}
        title=${_("Remove the last tile")}
        onClick=${() => read(letters.slice(0, -1))}
      >
        <${Icon} name="undo" />
      </button>
      <label class="deal-letters">
        <span class="visually-hidden">${_("Tiles as letters")}</span>
        <input
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck=${false}
          placeholder=${colours}
          value=${letters.match(/.{1,4}/g)?.join(" ") ?? ""}
          onInput=${(/** @type {import("../html.js").InputChange} */ event) => read(event.currentTarget.value)}
        />
      </label>
    </div>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
    <div class="tray-buttons">
      <button type="submit" class="button primary" disabled=${!full}>
        <${Icon} name="check" />${_("Place these tiles")}
      </button>
      ${!full &&
      html`<button type="button" class="button" onClick=${() => onDeal({ tiles: letters || undefined, draw: true })}>
        <${Icon} name="bag" />${letters ? _("Draw the rest at random") : _("Draw at random")}
      </button>`}
      ${onBack && html`<button type="button" class="quiet" onClick=${onBack}>${_("Back")}</button>`}
    </div>
  </form>`;
}

/** Where the chosen tiles will lie. @param {{ state: State, chance: StudyChance, letters: string }} props */
function Places({ state, chance, letters }) {
  return html`<ul class="deal-places">
    ${groupsOf(chance).map(({ place, start, size }) => {
      const tiles = [...letters.slice(start, start + size)];
      return html`<li key=${start} class="deal-place">
        <span class="deal-place-name">${place === 0 ? _("Supply") : sourceName(place)}</span>
        <span class="deal-slots" role="img" aria-label=${tiles.map((colour) => colourName(colour)).join(", ") || _("no tiles")}>
          ${Array.from({ length: size }, (_slot, n) =>
            tiles[n]
              ? html`<${Tile} key=${n} game=${state.game} colour=${tiles[n]} />`
              : html`<span key=${n} class=${`deal-slot ${factsOf(state.game).tiles.shape}`}></span>`,
          )}
        </span>
      </li>`;
    })}
  </ul>`;
}

/**
 * Tiles that go to the same place, in the order in which they are drawn.
 * @param {StudyChance} chance
 * @returns {{ place: number, start: number, size: number }[]}
 */
export function groupsOf({ places }) {
  /** @type {{ place: number, start: number, size: number }[]} */
  const groups = [];
  for (const [index, place] of places.entries()) {
    const last = groups.at(-1);
    if (last?.place === place) last.size += 1;
    else groups.push({ place, start: index, size: 1 });
  }
  return groups;
}
