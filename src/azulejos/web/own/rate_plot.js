/** Plot of the error rates of reviewed games, oldest first, with the mean of the last ten and our levels. */
import { html, useState } from "../html.js";
import { levelName } from "../bots.js";
import { _ } from "../i18n.js";
import { dayText, shortDate } from "../pages/labels.js";
import { percent } from "../review/words.js";

/** Units are pixels on a wide page, and nearly so on a narrow one. */
const WIDTH = 720;
const NARROW_WIDTH = 340;
const NARROW = "(width < 560px)";
const HEIGHT = 240;
const LEFT = 58;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 12;
/** Room for the names of levels on the right: their distance, the width of a letter, the line height. */
const NAME_GAP = 20;
const LETTER_WIDTH = 7;
const NAME_HEIGHT = 15;

/** @typedef {import("./levels.js").LevelRate} LevelRate */

/** @param {{ rates: { id: string, date: string, rate: number, mean: number }[], levels: LevelRate[] }} props */
export function RatePlot({ rates, levels }) {
  const [width] = useState(() => (matchMedia(NARROW).matches ? NARROW_WIDTH : WIDTH));
  const right = width - roomFor(levels.map(({ level }) => levelName(level)));
  const top = topOf(Math.max(0.02, ...[...rates, ...levels].map(({ rate }) => rate)));
  const x = (/** @type {number} */ n) => LEFT + 8 + (n * (right - LEFT - 16)) / Math.max(1, rates.length - 1);
  const y = (/** @type {number} */ rate) => TOP + (1 - rate / top) * (HEIGHT - TOP - BOTTOM);
  return html`<section class="card rate-plot" aria-labelledby="rates-title">
    <h2 id="rates-title">${_("Error rate over time")}</h2>
    ${rates.length === 0 &&
    html`<p class="nothing-yet">${_("Have a finished game reviewed, and its error rate will show up here.")}</p>`}
    ${rates.length > 0 &&
    html`<p class="note">
        ${_("Mean loss of victory share per decision, one dot a game; the line is the mean of the last ten.")}
        ${levels.length > 0 && html` ${_("Thin lines: our levels, on the same boards with as many players.")}`}
      </p>
      <svg viewBox=${`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        ${[0, 0.25, 0.5, 0.75, 1].map(
          (part) => html`<g key=${part}>
            <line class="grid" x1=${LEFT} x2=${right} y1=${y(part * top)} y2=${y(part * top)} />
            <text class="axis" x=${LEFT - 6} y=${y(part * top) + 4} text-anchor="end">${percent(part * top, 1)}</text>
          </g>`,
        )}
        ${levelLines(levels, y).map(
          ({ level, at, name }) => html`<g key=${level}>
            <polyline class="level" points=${`${LEFT},${at} ${right},${at} ${right + 8},${name}`} />
            <text class="axis" x=${right + 12} y=${name + 4}>${levelName(level)}</text>
          </g>`,
        )}
        <g class="series series-0">
          <polyline points=${rates.map(({ mean }, n) => `${x(n)},${y(mean)}`).join(" ")} />
          ${rates.map(({ id, rate }, n) => html`<circle key=${id} class="mark" cx=${x(n)} cy=${y(rate)} r="4" />`)}
        </g>
      </svg>
      <p
        class="note rate-dates"
        style=${{ paddingInlineEnd: `${(100 * (width - right - RIGHT)) / width}%` }}
        aria-hidden="true"
      >
        <span>${dayText(rates[0].date)}</span>
        ${rates.length > 1 && html`<span>${dayText(rates[rates.length - 1].date)}</span>`}
      </p>
      <div class="visually-hidden"><table>
        <caption>${_("Error rate over time")}</caption>
        <tbody>
          ${rates.map(
            ({ id, date, rate }) => html`<tr key=${id}>
              <th scope="row">${shortDate(date)}</th>
              <td>${percent(rate, 1)}</td>
            </tr>`,
          )}
          ${levels.map(
            ({ level, rate }) => html`<tr key=${level}>
              <th scope="row">${levelName(level)}</th>
              <td>${percent(rate, 1)}</td>
            </tr>`,
          )}
        </tbody>
      </table></div>`}
  </section>`;
}

/** Width to the right of the plot. @param {string[]} names    of levels */
function roomFor(names) {
  return names.length ? NAME_GAP + LETTER_WIDTH * Math.max(...names.map(({ length }) => length)) : RIGHT;
}

/**
 * Heights of the levels' lines and of their names, which are moved up where they would overlap.
 * @param {LevelRate[]} levels    the weakest first
 * @param {(rate: number) => number} y
 */
export function levelLines(levels, y) {
  let free = Infinity;
  return levels
    .toReversed()
    .map(({ level, rate }) => {
      const at = y(rate);
      const name = Math.min(at, free);
      free = name - NAME_HEIGHT;
      return { level, at, name };
    });
}

/** A round number above the largest rate. @param {number} rate */
function topOf(rate) {
  return [0.02, 0.04, 0.08, 0.12, 0.2, 0.4].find((each) => rate <= each) ?? 1;
}
