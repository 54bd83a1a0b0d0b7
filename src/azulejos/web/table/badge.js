/** What a move brings and costs, as small signs beside the place it leads to. */
import { html } from "../view.js";
import { signed } from "./names.js";

/**
 * @param {{points?: number, penalty?: number, bonus?: number}} props
 */
export function Badges({ points = 0, penalty = 0, bonus = 0 }) {
  const signs = [];
  if (points) signs.push({ value: points, kind: points > 0 ? "gain" : "cost" });
  if (penalty < 0) signs.push({ value: penalty, kind: "cost" });
  // Whoever is told in words need not be told again: labels hold the same numbers.
  return html`<span class="badges" aria-hidden="true">
    ${signs.map(({ value, kind }) => html`<span class=${`badge ${kind}`} key=${kind}>${signed(value)}</span>`)}
    ${bonus ? html`<span class="badge bonus" key="bonus">◆${bonus}</span>` : null}
  </span>`;
}
