/** Badges: points and penalty of a move, shown at its destination. */
import { html } from "../html.js";
import { signed } from "./names.js";

/**
 * @param {{points?: number, penalty?: number}} props
 */
export function Badges({ points = 0, penalty = 0 }) {
  const signs = [];
  if (points) signs.push({ value: points, kind: points > 0 ? "gain" : "cost" });
  if (penalty < 0) signs.push({ value: penalty, kind: "cost" });
  // The style sheet writes the signs: they are pictures of what the label says in words.
  return html`<span class="badges" aria-hidden="true">
    ${signs.map(
      ({ value, kind }) =>
        html`<span class=${`badge ${kind}`} key=${kind} data-sign=${signed(value)}></span>`,
    )}
  </span>`;
}
