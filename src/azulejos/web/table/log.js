/** What happened: the newest sentence always in sight, the whole story folded to the side. */
import { html, useEffect, useMemo, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { pictureOf, Points, wordsOf } from "./describe.js";
import { pointsText } from "./names.js";
import { sentencesOf } from "./sentences.js";

/** Sentences before these are read again only in the replay: a long log must not slow the page. */
const MOST_SHOWN = 400;

function pictured(game, names) {
  return { names, tiles: pictureOf(game), points: (value) => html`<${Points} value=${value} />` };
}

function lines(entries, ways) {
  return entries.flatMap((entry) =>
    sentencesOf(entry, ways).map((sentence, index) => ({
      ...sentence,
      key: `${entry.number}-${index}`,
    })),
  );
}

/** @param {{game: string, entries: any[], names: string[], onClose: () => void}} props */
export function LogPanel({ game, entries, names, onClose }) {
  const end = useRef(/** @type {HTMLElement|null} */ (null));
  const shown = useMemo(
    () => lines(entries, pictured(game, names)).slice(-MOST_SHOWN),
    [entries, game, names.join()],
  );
  useEffect(() => {
    const list = end.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [shown.length]);
  return html`<aside class="log-panel" aria-label=${_("What happened")}>
    <header>
      <h2>${_("What happened")}</h2>
      <button type="button" class="quiet icon-only" aria-label=${_("Close")} onClick=${onClose}>
        <${Icon} name="close" />
      </button>
    </header>
    <ol class="log-list" ref=${end} tabindex="0" aria-label=${_("What happened")}>
      ${shown.map(
        ({ key, kind, seat, content }) =>
          html`<li key=${key} class=${`log-${kind} ${seat === null ? "" : `of-seat-${seat}`}`}>
            ${content}
          </li>`,
      )}
    </ol>
  </aside>`;
}

/** The newest sentence, for those who keep the log closed. */
export function Ticker({ game, entries, names, onOpen }) {
  const newest = lines(entries.slice(-3), pictured(game, names)).slice(-1)[0];
  return html`<button
    type="button"
    class="ticker"
    title=${_("What happened (key L)")}
    aria-keyshortcuts="L"
    onClick=${onOpen}
  >
    <${Icon} name="log" label=${_("What happened")} />
    <span class="ticker-words" key=${newest?.key}>${newest?.content}</span>
  </button>`;
}

/** Reads the newest entries out to those who listen; nothing to see. */
export function Announcer({ game, fresh, names }) {
  const ways = { names, tiles: wordsOf(game), points: pointsText };
  return html`<div class="visually-hidden" role="log" aria-live="polite" aria-atomic="false">
    ${lines(fresh ?? [], ways).map(({ key, content }) => html`<p key=${key}>${content}</p>`)}
  </div>`;
}
