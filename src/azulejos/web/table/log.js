/** Log of the table: a ticker with the newest sentence, a panel with all, a live region. */
import { html, useEffect, useMemo, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { pictureOf, Points, wordsOf } from "./describe.js";
import { Name, pointsText } from "./names.js";
import { headline, sentencesOf } from "./sentences.js";

/** Earlier sentences are in the replay: a long log must not slow the page. */
const MAX_SHOWN = 400;

/** @import { Entry } from "../types.d.ts" */

/**
 * Sentences with pictures of tiles.
 * @param {string} game
 * @param {string[]} names
 * @returns {import("./sentences.js").Style}
 */
export function pictureStyle(game, names) {
  return { names: isolatedNames(names), tiles: pictureOf(game), points: (value) => html`<${Points} value=${value} />` };
}

/** @param {string[]} names */
function isolatedNames(names) {
  return names.map((name) => html`<${Name} name=${name} />`);
}

/** @param {Entry[]} entries @param {import("./sentences.js").Style} style */
function lines(entries, style) {
  return entries.flatMap((entry) =>
    sentencesOf(entry, style).map((sentence, index) => ({
      ...sentence,
      key: `${entry.number}-${index}`,
    })),
  );
}

/** @param {{game: string, entries: Entry[], names: string[], onClose: () => void}} props */
export function LogPanel({ game, entries, names, onClose }) {
  const list = useRef(/** @type {HTMLElement|null} */ (null));
  const shown = useMemo(
    () => lines(entries, pictureStyle(game, names)).slice(-MAX_SHOWN),
    [entries, game, names.join()],
  );
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [shown.length]);
  return html`<aside class="log-panel" aria-label=${_("Game log")}>
    <header>
      <h2>${_("Game log")}</h2>
      <button type="button" class="quiet icon-only" aria-label=${_("Close")} onClick=${onClose}>
        <${Icon} name="close" />
      </button>
    </header>
    <ol class="log-list" ref=${list} tabindex="0" aria-label=${_("Game log")}>
      ${shown.map(
        ({ key, kind, seat, content }) =>
          html`<li key=${key} class=${`log-${kind} ${seat === null ? "" : `of-seat-${seat}`}`}>
            ${content}
          </li>`,
      )}
    </ol>
  </aside>`;
}

/**
 * The newest sentence, which opens the log.
 * @param {{ game: string, entries: Entry[], names: string[], onOpen: () => void }} props
 */
export function Ticker({ game, entries, names, onOpen }) {
  const newest = headline(entries, pictureStyle(game, names));
  return html`<button
    type="button"
    class="ticker"
    title=${_("Game log (key L)")}
    aria-keyshortcuts="L"
    onClick=${onOpen}
  >
    <${Icon} name="log" label=${_("Game log")} />
    <span class="ticker-words" key=${newest?.key}>${newest?.content}</span>
  </button>`;
}

/**
 * Live region that reads the newest entries to screen readers.
 * @param {{ game: string, fresh: Entry[], names: string[] }} props
 */
export function Announcer({ game, fresh, names }) {
  const style = { names: isolatedNames(names), tiles: wordsOf(game), points: pointsText };
  return html`<div class="visually-hidden" role="log" aria-live="polite" aria-atomic="false">
    ${lines(fresh, style).map(({ key, content }) => html`<p key=${key}>${content}</p>`)}
  </div>`;
}
