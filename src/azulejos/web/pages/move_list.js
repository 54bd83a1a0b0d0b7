/** List of the moves of a replay in words; choosing one goes there. */
import { html, useEffect, useMemo, useRef } from "../html.js";
import { pictureStyle } from "../table/log.js";
import { sentencesOf } from "../table/sentences.js";
import { _ } from "../i18n.js";

/** @import { Moment } from "../types.d.ts" */
/** @typedef {import("../table/sentences.js").ReplayEntry} ReplayEntry */

/**
 * The moments of a replay as entries of a log, as the table's components take them.
 * @param {Moment[]} moments
 * @returns {ReplayEntry[]}
 */
export function useEntries(moments) {
  return useMemo(
    () =>
      moments.map(({ seat, move, events }, number) => ({
        number,
        kind: move === null ? "deal" : "move",
        seat,
        events: events ?? [],
      })),
    [moments],
  );
}

/**
 * What happened at a moment.
 * @param {{ game: string, entry: ReplayEntry, names: string[], most?: number }} props
 */
export function Sentences({ game, entry, names, most = 20 }) {
  const sentences = sentencesOf(entry, pictureStyle(game, names)).slice(0, most);
  return sentences.map(
    ({ content }, n) => html`<span key=${n} class="sentence">${content}</span>`,
  );
}

/**
 * @param {object} props
 * @param {string} props.game
 * @param {ReplayEntry[]} props.entries
 * @param {string[]} props.names
 * @param {number} props.at
 * @param {(at: number) => void} props.onGo
 * @param {(at: number) => import("../html.js").View} [props.noteOf]    beside a move
 */
export function MoveList({ game, entries, names, at, onGo, noteOf }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const current = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // The list scrolls, not the page.
    const [frame, item] = [list.current, current.current];
    if (!frame || !item) return;
    // What is longer than the frame is read from its beginning.
    const room = Math.max(0, frame.clientHeight - item.clientHeight);
    frame.scrollTop = Math.max(0, item.offsetTop - room / 2);
  }, [at]);
  // Making all sentences is most of the work of a step, so they are kept.
  const texts = useMemo(
    () =>
      entries.map((entry) => html`<${Sentences} game=${game} entry=${entry} names=${names} />`),
    [entries, game, names],
  );
  return html`<details class="moves card" open=${matchMedia("(min-width: 70rem)").matches}>
    <summary><h2>${_("Moves")}</h2></summary>
    <ol class="move-list" ref=${list}>
      ${entries.map(
        (entry, n) => html`<li key=${n} ref=${n === at ? current : undefined}>
          <button
            type="button"
            class=${n === at ? "move-item current" : "move-item"}
            aria-current=${n === at ? "step" : undefined}
            onClick=${() => onGo(n)}
          >
            <span class="move-number numbers">${n}</span>
            <span class="move-words">${texts[n]}</span>
            ${noteOf?.(n)}
          </button>
        </li>`,
      )}
    </ol>
  </details>`;
}
