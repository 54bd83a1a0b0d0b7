/** Table of every player's points by source. */
import { html } from "../html.js";
import { _, minusSigned } from "../i18n.js";
import { Name } from "../table/names.js";
import { sourceLabel } from "./labels.js";

/** @param {{ result: import("../types.d.ts").Result, names: string[], order: number[] }} props */
export function Breakdown({ result, names, order }) {
  const sources = result.sources.filter((source) =>
    result.breakdown.some((points) => points[source]),
  );
  return html`<figure class="breakdown">
    <h3 id="breakdown-title">${_("Score breakdown")}</h3>
    <div class="scroll-x" tabindex="0" role="group" aria-labelledby="breakdown-title">
      <table class="numbers" aria-labelledby="breakdown-title">
        <thead>
          <tr>
            <td></td>
            ${order.map((seat) => html`<th key=${seat} scope="col"><${Name} name=${names[seat]} /></th>`)}
          </tr>
        </thead>
        <tbody>
          ${sources.map(
            (source) => html`<tr key=${source}>
              <th scope="row">${sourceLabel(source)}</th>
              ${order.map(
                (seat) => html`<td key=${seat}>${minusSigned(result.breakdown[seat][source] ?? 0)}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${_("Total")}</th>
            ${order.map((seat) => html`<td key=${seat}>${minusSigned(result.scores[seat])}</td>`)}
          </tr>
        </tfoot>
      </table>
    </div>
  </figure>`;
}
