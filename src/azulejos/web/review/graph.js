/** Graph of the victory shares by ply: deals as marked steps, bad moves as marks, luck as bars below. */
import { html, useEffect, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { DASHES, Mark } from "../pages/chart.js";
import { drawsOf, isDecision, lastPly, plyAfter, sharesAt } from "./shares.js";
import { judgementName, percent, signedPercent, SYMBOLS } from "./words.js";

/** @import { ReviewView } from "../types.d.ts" */

const LEFT = 44;
const RIGHT = 14;
const TOP = 16;
/** Height of the shares, by whether there is room. */
const HEIGHTS = { wide: 240, narrow: 190 };
/** Below the shares: a gap, and half the height of the luck bars. */
const GAP = 34;
const LUCK = 34;
/** Luck that fills the height of a bar, at least; more where a draw was worth more. */
const FULL_LUCK = 0.05;
const NARROW = 560;

/**
 * @param {object} props
 * @param {ReviewView} props.review
 * @param {string[]} props.names
 * @param {number[]} props.order    seats, the reader's first
 * @param {number} props.at         the ply that is shown
 * @param {(ply: number) => void} props.onGo
 */
export function ShareGraph({ review, names, order, at, onGo }) {
  const [frame, width] = useWidth(720);
  const count = Math.max(1, lastPly(review));
  const bottom = TOP + (width < NARROW ? HEIGHTS.narrow : HEIGHTS.wide);
  const middle = bottom + GAP + LUCK;
  const x = (/** @type {number} */ ply) => LEFT + ((width - LEFT - RIGHT) * ply) / count;
  const y = (/** @type {number} */ share) => bottom - (bottom - TOP) * share;
  const go = (/** @type {PointerEvent & { currentTarget: Element }} */ event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const { left } = event.currentTarget.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left - LEFT) / (width - LEFT - RIGHT)) * count);
    onGo(Math.max(0, Math.min(count, ply)));
  };
  const shown = sharesAt(review, at);
  return html`<figure class="share-graph">
    <h2>${_("Victory shares by move")}</h2>
    <ul class="legend">
      ${order.map(
        (seat) => html`<li key=${seat} class=${`series series-${seat}`}>
          <svg viewBox="0 0 40 16" aria-hidden="true">
            <line x1="2" x2="38" y1="8" y2="8" stroke-dasharray=${DASHES[seat]} />
            <${Mark} seat=${seat} x=${20} y=${8} />
          </svg>
          <bdi>${names[seat]}</bdi> <strong class="numbers">${percent(shown[seat])}</strong>
        </li>`,
      )}
    </ul>
    <div class="graph-frame" ref=${frame}>
      <svg
        width=${width}
        height=${middle + LUCK + 6}
        aria-hidden="true"
        onPointerDown=${go}
        onPointerMove=${go}
      >
        <${Axes} width=${width} y=${y} middle=${middle} />
        ${drawsOf(review)
          .filter((draw) => draw.deal)
          .map(
            ({ ply }) =>
              html`<line key=${ply} class="deal-line" x1=${x(ply)} x2=${x(ply)} y1=${TOP} y2=${middle + LUCK} />`,
          )}
        <${RoundLabels} review=${review} x=${x} y=${bottom + 18} />
        ${order.toReversed().map(
          (seat) => html`<g key=${seat} class=${`series series-${seat} ${seat === order[0] ? "mine" : ""}`}>
            <polyline
              points=${review.graph.map(({ ply, shares }) => `${x(ply)},${y(shares[seat])}`).join(" ")}
              stroke-dasharray=${DASHES[seat]}
            />
          </g>`,
        )}
        <${LuckBars} review=${review} order=${order} x=${x} middle=${middle} room=${x(1) - x(0)} />
        <${Judgements} review=${review} x=${x} y=${y} mine=${order[0]} />
        <line class="cursor" x1=${x(at)} x2=${x(at)} y1=${TOP - 6} y2=${middle + LUCK} />
        ${order.map(
          (seat) => html`<g key=${seat} class=${`series series-${seat}`}>
            <${Mark} seat=${seat} x=${x(at)} y=${y(shown[seat])} />
          </g>`,
        )}
      </svg>
    </div>
    <${ShareTable} review=${review} names=${names} order=${order} />
  </figure>`;
}

/** The width of an element as a hook. @param {number} start @returns {[import("../html.js").ElementRef, number]} */
function useWidth(start) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(start);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}

/** @param {{ width: number, y: (share: number) => number, middle: number }} props */
function Axes({ width, y, middle }) {
  return html`<g>
    ${[0, 0.25, 0.5, 0.75, 1].map(
      (share) => html`<g key=${share}>
        <line class="grid" x1=${LEFT} x2=${width - RIGHT} y1=${y(share)} y2=${y(share)} />
        <text class="axis" x=${LEFT - 6} y=${y(share) + 4} text-anchor="end">${percent(share)}</text>
      </g>`,
    )}
    <line class="grid" x1=${LEFT} x2=${width - RIGHT} y1=${middle} y2=${middle} />
    <text class="axis" x=${LEFT - 6} y=${middle + 4} text-anchor="end">${_("Luck")}</text>
  </g>`;
}

/** The number of each round, between its deal and the next. @param {{ review: ReviewView, x: (ply: number) => number, y: number }} props */
function RoundLabels({ review, x, y }) {
  const deals = review.steps.flatMap((step) =>
    !isDecision(step) && step.kind === "deal" ? [step] : [],
  );
  return deals.map(({ ply, round }, n) => {
    const end = deals[n + 1]?.ply ?? lastPly(review);
    return html`<text key=${ply} class="axis" x=${(x(ply) + x(end)) / 2} y=${y} text-anchor="middle">
      ${round}
    </text>`;
  });
}

/**
 * @param {object} props
 * @param {ReviewView} props.review
 * @param {number[]} props.order
 * @param {(ply: number) => number} props.x
 * @param {number} props.middle
 * @param {number} props.room    pixels between two plies
 */
function LuckBars({ review, order, x, middle, room }) {
  const draws = drawsOf(review);
  const full = Math.max(FULL_LUCK, ...draws.flatMap((draw) => draw.luck.map(Math.abs)));
  const bar = Math.max(2, Math.min(7, (room * 2) / order.length));
  return draws.map(({ ply, luck }) =>
    order.map((seat, n) => {
      const height = (LUCK - 2) * Math.abs(luck[seat] / full);
      return html`<rect
        key=${`${ply}-${seat}`}
        class=${`luck-bar series series-${seat}`}
        x=${Math.max(LEFT, x(ply) - (bar * order.length) / 2) + n * bar}
        y=${luck[seat] > 0 ? middle - height : middle}
        width=${bar - 1}
        height=${height}
      />`;
    }),
  );
}

/** Symbols at the bad moves of every player; those of others are smaller. @param {{ review: ReviewView, x: (ply: number) => number, y: (share: number) => number, mine: number }} props */
function Judgements({ review, x, y, mine }) {
  return review.steps.flatMap((step) => {
    if (!isDecision(step) || step.judgement === "good") return [];
    if (step.player !== mine && step.judgement !== "blunder") return [];
    const [left, top] = [x(plyAfter(step)), y(step.played.shares[step.player])];
    return [
      html`<g key=${step.ply} class=${`judged ${step.judgement} series series-${step.player}`}>
        <circle cx=${left} cy=${top} r=${step.player === mine ? 9 : 7} />
        <text x=${left} y=${top + 3.5} text-anchor="middle">${SYMBOLS[step.judgement]}</text>
        <title>${`${judgementName(step.judgement)} ${signedPercent(-step.loss)}`}</title>
      </g>`,
    ];
  });
}

/** The graph for screen readers: the shares after every deal and at the end. @param {{ review: ReviewView, names: string[], order: number[] }} props */
function ShareTable({ review, names, order }) {
  const deals = drawsOf(review).filter((draw) => draw.deal);
  const plies = [...new Set([...deals.map(({ ply }) => ply), lastPly(review)])];
  return html`<div class="visually-hidden"><table>
    <caption>${_("Victory shares by move")}</caption>
    <thead>
      <tr>
        <th scope="col">${_("Move")}</th>
        ${order.map((seat) => html`<th key=${seat} scope="col">${names[seat]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${plies.map(
        (ply) => html`<tr key=${ply}>
          <th scope="row">${ply}</th>
          ${order.map((seat) => html`<td key=${seat}>${percent(sharesAt(review, ply)[seat])}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}
