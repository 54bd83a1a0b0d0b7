/** Summary of a round: what it brought each player. The tray of a player has the button that goes on. */
import { html, useEffect, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { Points } from "./describe.js";
import { Name } from "./names.js";
import { summaryText } from "./summary.js";

/** @import { State } from "../types.d.ts" */
/** @typedef {import("./summary.js").PlayerSummary} PlayerSummary */

/**
 * @param {object} props
 * @param {State} props.state
 * @param {string[]} props.names
 * @param {PlayerSummary[]} props.summary   by seat
 * @param {(() => void) | null} props.onContinue   for spectators, who have no tray
 */
export function RoundSummary({ state, names, summary, onContinue }) {
  const section = useRef(/** @type {HTMLElement|null} */ (null));
  // On a phone the page may be scrolled to a board.
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), []);
  return html`<section class="round-summary" ref=${section} aria-labelledby="round-summary-title">
    <h2 id="round-summary-title" class="visually-hidden">${_("Round {round}", { round: state.round })}</h2>
    <ul class="summary-list">
      ${summary.map(
        (player, seat) => html`<li key=${seat}>
          <strong><${Name} name=${names[seat]} /></strong>
          <span class="summary-total">${player.total ? html`<${Points} value=${player.total} />` : 0}</span>
          <span class="summary-parts">${summaryText(player)}</span>
        </li>`,
      )}
    </ul>
    ${onContinue &&
    html`<button type="button" class="primary" onClick=${onContinue}>
      <${Icon} name="next" /> ${_("Continue")}
    </button>`}
  </section>`;
}
