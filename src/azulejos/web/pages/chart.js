/** Line chart of the scores by round; marks and dashes tell the players apart, too. */
import { html } from "../html.js";
import { _ } from "../i18n.js";

/** @import { Result } from "../types.d.ts" */

const WIDTH = 560;
const HEIGHT = 260;
const LEFT = 42;
const RIGHT = 16;
/** Room for the marks beside the numbers. */
const INSET = 10;
const TOP = 14;
const BOTTOM = 28;
export const DASHES = ["none", "9 5", "2 5", "12 4 2 4"];

/**
 * The columns of the chart: the start, every round, and the end bonuses where there were any.
 * @param {Result} result
 * @returns {{ label: string, scores: number[] }[]}
 */
function momentsOf({ rounds, scores, breakdown }) {
  const start = breakdown.map((points) => points.start ?? 0);
  const moments = rounds.map((values, n) => ({
    label: String(n + 1),
    scores: values,
  }));
  const last = rounds.at(-1);
  const more = !last || scores.some((score, n) => score !== last[n]);
  return [
    { label: _("Start"), scores: start },
    ...moments,
    ...(more ? [{ label: _("End"), scores }] : []),
  ];
}

/** @param {{ result: Result, names: string[], order: number[] }} props */
export function ScoreChart({ result, names, order }) {
  const moments = momentsOf(result);
  const values = moments.flatMap((moment) => moment.scores);
  const step = stepOf(Math.max(10, ...values));
  const top = Math.ceil(Math.max(10, ...values) / step) * step;
  const x = (/** @type {number} */ n) =>
    LEFT + INSET + (n * (WIDTH - LEFT - RIGHT - 2 * INSET)) / Math.max(1, moments.length - 1);
  const y = (/** @type {number} */ value) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const grid = Array.from({ length: top / step + 1 }, (_line, n) => n * step);
  return html`<figure class="score-chart">
    <h3>${_("Scores by round")}</h3>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      ${grid.map(
        (value) => html`<g key=${value}>
          <line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
          <text class="axis" x=${LEFT - 8} y=${y(value) + 4} text-anchor="end">${value}</text>
        </g>`,
      )}
      ${moments.map(
        (moment, n) => html`<text
          key=${n}
          class="axis"
          x=${x(n)}
          y=${HEIGHT - 6}
          text-anchor=${n === 0 ? "start" : n === moments.length - 1 ? "end" : "middle"}
        >
          ${moment.label}
        </text>`,
      )}
      ${order.map(
        (seat) => html`<g key=${seat} class=${`series series-${seat}`}>
          <polyline
            points=${moments.map((moment, n) => `${x(n)},${y(moment.scores[seat])}`).join(" ")}
            stroke-dasharray=${DASHES[seat]}
          />
          ${moments.map(
            (moment, n) => html`<${Mark} key=${n} seat=${seat} x=${x(n)} y=${y(moment.scores[seat])} />`,
          )}
        </g>`,
      )}
    </svg>
    <ul class="legend" aria-hidden="true">
      ${order.map(
        (seat) => html`<li key=${seat} class=${`series series-${seat}`}>
          <svg viewBox="0 0 40 16">
            <line x1="2" x2="38" y1="8" y2="8" stroke-dasharray=${DASHES[seat]} />
            <${Mark} seat=${seat} x=${20} y=${8} />
          </svg>
          ${names[seat]}
        </li>`,
      )}
    </ul>
    <table class="visually-hidden">
      <caption>${_("Scores by round")}</caption>
      <thead>
        <tr>
          <th scope="col">${_("Round")}</th>
          ${order.map((seat) => html`<th key=${seat} scope="col">${names[seat]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${moments.map(
          (moment, n) => html`<tr key=${n}>
            <th scope="row">${moment.label}</th>
            ${order.map((seat) => html`<td key=${seat}>${moment.scores[seat]}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </figure>`;
}

/** Lines of the grid at round numbers, four to eight of them. @param {number} top */
function stepOf(top) {
  return [5, 10, 20, 25, 50, 100].find((step) => top / step <= 7) ?? 200;
}

/** A player's mark: circle, square, triangle, diamond. @param {{ seat: number, x: number, y: number }} props */
export function Mark({ seat, x, y }) {
  switch (seat) {
    case 0:
      return html`<circle class="mark" cx=${x} cy=${y} r="5" />`;
    case 1:
      return html`<rect class="mark" x=${x - 4.5} y=${y - 4.5} width="9" height="9" />`;
    case 2:
      return html`<path class="mark" d=${`M${x},${y - 6} l5.6,10 h-11.2 z`} />`;
    default:
      return html`<path class="mark" d=${`M${x},${y - 6.5} l6.5,6.5 l-6.5,6.5 l-6.5,-6.5 z`} />`;
  }
}
