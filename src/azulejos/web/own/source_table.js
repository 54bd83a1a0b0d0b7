/** Table of where points come from: own ones beside those of a level, which the person may choose. */
import { html, useState } from "../html.js";
import { levelName } from "../bots.js";
import { factsOf } from "../games/facts.js";
import { _, ngettext } from "../i18n.js";
import { sourceLabel } from "../pages/labels.js";
import { decimal, signedDecimal } from "../review/words.js";
import { levelPoints, nearestLevel } from "./levels.js";
import { ownPoints, withSources } from "./results.js";

/** @import { MeasuredLevels } from "../types.d.ts" */
/** @typedef {import("./results.js").OwnResult} OwnResult */
/** @typedef {Record<string, number>} Points */

/**
 * @param {object} props
 * @param {string} props.game
 * @param {OwnResult[]} props.items    of that game
 * @param {string[]} props.levels
 * @param {string} props.usual    what is compared with before a game was reviewed
 * @param {MeasuredLevels} props.measured
 */
export function SourceTable({ game, items, levels, usual, measured }) {
  const [chosen, setChosen] = useState("");
  const known = withSources(items);
  if (known.length === 0) return null;
  const level = chosen || nearestLevel(items, measured) || usual;
  const points = levelPoints(known, measured, level);
  const title = `sources-${game}`;
  return html`<section class="card stat-table source-table" aria-labelledby=${title}>
    <h2 id=${title}>${_("{game}: where points come from", { game: factsOf(game).title() })}</h2>
    ${points &&
    html`<p class="note">
        ${_("Points per game: yours, and those of the level against its equals, on the same boards with as many players.")}
      </p>
      <label class="inline-field">
        <span class="label">${_("Compare with")}</span>
        <select onChange=${(/** @type {import("../html.js").SelectChange} */ event) => setChosen(event.currentTarget.value)}>
          ${levels.map((each) => html`<option key=${each} value=${each} selected=${each === level}>${levelName(each)}</option>`)}
        </select>
      </label>`}
    <div class="scroll-x" tabindex="0" role="group" aria-labelledby=${title}>
      <table class="numbers">
        <thead>
          <tr>
            <td></td>
            <th scope="col">
              ${_("You")} <span class="note">${ngettext("{n} game", "{n} games", known.length)}</span>
            </th>
            ${points && html`<th scope="col">${levelName(level)}</th><th scope="col">${_("Difference")}</th>`}
          </tr>
        </thead>
        <${Rows} own=${ownPoints(known)} points=${points} />
      </table>
    </div>
  </section>`;
}

/** A row for each source, and the sums. @param {{ own: Points, points: Points | null }} props */
function Rows({ own, points }) {
  const sources = Object.keys({ ...points, ...own }).filter((source) => own[source] || points?.[source]);
  const cells = (/** @type {number} */ mine, /** @type {number} */ theirs) =>
    html`<td>${decimal(mine)}</td>
      ${points && html`<td>${decimal(theirs)}</td><td>${signedDecimal(mine - theirs)}</td>`}`;
  return html`<tbody>
      ${sources.map(
        (source) => html`<tr key=${source}>
          <th scope="row">${sourceLabel(source)}</th>
          ${cells(own[source] ?? 0, points?.[source] ?? 0)}
        </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${_("Total")}</th>
        ${cells(total(own), total(points ?? {}))}
      </tr>
    </tfoot>`;
}

/** @param {Points} points */
function total(points) {
  return Object.values(points).reduce((sum, each) => sum + each, 0);
}
