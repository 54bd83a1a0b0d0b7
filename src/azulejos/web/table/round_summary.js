/** Summary of a round: what it brought each player. */
import { html } from "../html.js";
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
 * @param {boolean} props.waits             for the person, not for a while
 * @param {() => void} props.onContinue
 */
export function RoundSummary({ state, names, summary, waits, onContinue }) {
  return html`<section class="round-summary" aria-labelledby="round-summary-title">
    <h2 id="round-summary-title">${_("Round {round}", { round: state.round })}</h2>
    <ul class="summary-list">
      ${summary.map(
        (player, seat) => html`<li key=${seat}>
          <strong><${Name} name=${names[seat]} /></strong>
          <span class="summary-total">${player.total ? html`<${Points} value=${player.total} />` : 0}</span>
          <span class="summary-parts">${summaryText(player)}</span>
        </li>`,
      )}
    </ul>
    <button type="button" class="primary" ref=${waits ? focusOnce : undefined} onClick=${onContinue}>
      <${Icon} name="next" /> ${_("Continue")}
    </button>
  </section>`;
}

/** Keyboard users go on from here. @param {HTMLElement | null} element */
function focusOnce(element) {
  element?.focus({ preventScroll: true });
}
