/** Mistakes one after another, with a count of those solved. */
import { html, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { Attempt } from "./attempt.js";

/** @import { Catalogue } from "../types.d.ts" */
/** @typedef {import("../own/mistakes.js").Mistake} Mistake */
/** @typedef {import("../html.js").View} View */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {string} props.title
 * @param {Mistake[]} props.mistakes
 * @param {(mistake: Mistake, firstTry: boolean) => void} props.onEnd
 * @param {string} props.empty     what to say without any
 * @param {View} props.back        the way out
 */
export function Session({ config, title, mistakes, onEnd, empty, back }) {
  const [at, setAt] = useState(0);
  const [solved, setSolved] = useState(0);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const end = (/** @type {boolean} */ firstTry) => {
    if (firstTry) setSolved((count) => count + 1);
    onEnd(mistakes[at], firstTry);
  };
  const isOver = at >= mistakes.length;
  const go = () => {
    setAt(at + 1);
    // The pressed button is gone: the keyboard goes on at the heading.
    heading.current?.focus();
  };
  return html`<div class="review retry">
    <div class="replay-head">
      <h1 ref=${heading} tabindex="-1">${title}</h1>
      ${!isOver &&
      html`<p class="note numbers" role="status">
        ${_("{at} of {count}", { at: at + 1, count: mistakes.length })}
      </p>`}
      <span class="retry-back">${back}</span>
    </div>
    ${!isOver &&
    html`<${Attempt}
      key=${mistakes[at].id}
      config=${config}
      mistake=${mistakes[at]}
      onEnd=${end}
      next=${html`<button type="button" class="button primary" onClick=${go}>
        <${Icon} name="next" />${at + 1 < mistakes.length ? _("Next mistake") : _("Finish")}
      </button>`}
    />`}
    ${isOver &&
    html`<section class="notice card">
      <h2>${mistakes.length === 0 ? empty : _("All done!")}</h2>
      ${mistakes.length > 0 &&
      html`<p role="status">
        ${_("Solved on the first try: {solved} of {count}.", { solved, count: mistakes.length })}
      </p>`}
      <div class="actions">${back}</div>
    </section>`}
  </div>`;
}
