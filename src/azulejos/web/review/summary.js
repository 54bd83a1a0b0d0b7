/** What a review says about one player: luck and skill in a sentence, marks, the books, rounds. */
import { html } from "../html.js";
import { _, rich } from "../i18n.js";
import { Icon } from "../tiles.js";
import { isDecision, luckError, plyAfter, turningPointsOf } from "./shares.js";
import {
  decimal,
  judgementName,
  luckSentence,
  percent,
  placeSentence,
  sampledPercent,
  signedPercent,
  SYMBOLS,
} from "./words.js";

/** @import { ReviewView, SummaryView } from "../types.d.ts" */
/** @typedef {import("./words.js").Judgement} Judgement */

/** A change that fills half of its bar. */
const FULL = 0.6;

/**
 * @param {object} props
 * @param {ReviewView} props.review
 * @param {number} props.seat
 * @param {string | null} props.name    null for the reader
 */
export function Verdict({ review, seat, name }) {
  const books = review.summaries[seat];
  return html`<section class="review-verdict card" aria-labelledby="verdict-title">
    <h2 id="verdict-title">${_("Luck and skill")}</h2>
    <p class="luck-sentence">${luckSentence(books, name)}</p>
    <dl class="figures">
      <div>
        <dt>${_("Error rate")}</dt>
        <dd class="numbers">${books.error_rate === null ? "–" : percent(books.error_rate, 1)}</dd>
      </div>
      <div>
        <dt>${_("Accuracy")}</dt>
        <dd class="numbers">${books.accuracy === null ? "–" : Math.round(books.accuracy)}</dd>
      </div>
      <${Count} judgement="inaccuracy" count=${books.inaccuracies} />
      <${Count} judgement="mistake" count=${books.mistakes} />
      <${Count} judgement="blunder" count=${books.blunders} />
    </dl>
    ${books.scale && html`<p class="place">${placeSentence(books.scale)}</p>`}
    <p class="note">
      ${_("The error rate is the mean loss of victory share per decision: lower is better.")}
    </p>
  </section>`;
}

/** @param {{ judgement: Judgement, count: number }} props */
function Count({ judgement, count }) {
  return html`<div>
    <dt><${Badge} judgement=${judgement} /> ${judgementName(judgement)}</dt>
    <dd class="numbers">${count}</dd>
  </div>`;
}

/** The symbol of a judgement; its name stands beside it. @param {{ judgement: Judgement }} props */
export function Badge({ judgement }) {
  if (judgement === "good") return null;
  return html`<span class=${`judgement ${judgement}`} aria-hidden="true">${SYMBOLS[judgement]}</span>`;
}

/**
 * The three largest swings.
 * @param {object} props
 * @param {ReviewView} props.review
 * @param {number} props.seat
 * @param {boolean} props.mine
 * @param {string} props.name
 * @param {(ply: number) => void} props.onGo
 */
export function TurningPoints({ review, seat, mine, name, onGo }) {
  const points = turningPointsOf(review, seat);
  if (points.length === 0) return null;
  return html`<section class="turning-points" aria-labelledby="turning-title">
    <h3 id="turning-title">
      ${mine ? _("Your turning points") : rich("Turning points of {name}", { name: html`<bdi>${name}</bdi>` })}
    </h3>
    <ol class="turning-list">
      ${points.map(({ step, swing, at }) => {
        const move = isDecision(at);
        return html`<li key=${step}>
          <button type="button" class="turning-point" onClick=${() => onGo(plyAfter(at))}>
            <span>
              ${move
                ? html`<${Badge} judgement=${at.judgement} />`
                : html`<${Icon} name="bag" class="draw-icon" />`}
            </span>
            <span>
              ${move
                ? _("Move {number}, round {round}", { number: plyAfter(at), round: at.round })
                : at.kind === "deal"
                  ? _("Deal of round {round}", { round: at.round })
                  : _("Refill of the supply, round {round}", { round: at.round })}
            </span>
            <strong class=${`numbers ${swing < 0 ? "cost" : "gain"}`}>${signedPercent(swing)}</strong>
          </button>
        </li>`;
      })}
    </ol>
  </section>`;
}

/**
 * From the share at the start to the result: each term as a number and as a bar.
 * @param {{ books: SummaryView }} props
 */
export function Books({ books }) {
  /** @type {[string, number, string][]} */
  const terms = [
    [_("Luck of the deals"), books.luck, sampledPercent(books.luck, books.luck_error)],
    [_("Own moves"), -books.losses, signedPercent(-books.losses)],
    [_("Moves of the others"), books.others, signedPercent(books.others)],
    [_("Unexplained"), books.residual, signedPercent(books.residual)],
  ];
  return html`<section class="books card" aria-labelledby="books-title">
    <h2 id="books-title">${_("From the start to the result")}</h2>
    <table class="numbers">
      <tbody>
        <tr>
          <th scope="row">${_("Share at the start")}</th>
          <td></td>
          <td>${percent(books.start)}</td>
        </tr>
        ${terms.map(
          ([label, value, text]) => html`<tr key=${label}>
            <th scope="row">${label}</th>
            <td class="bar-cell"><${Bar} value=${value} /></td>
            <td>${text}</td>
          </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${_("Result")}</th>
          <td></td>
          <td>${percent(books.result)}</td>
        </tr>
        <tr class="adjusted">
          <th scope="row">${_("Result without luck")}</th>
          <td></td>
          <td>${percent(books.luck_adjusted)}</td>
        </tr>
      </tfoot>
    </table>
    <p class="note">
      ${_("“Unexplained” is what the analysis itself cannot account for: it is never hidden in luck.")}
    </p>
  </section>`;
}

/** A change as a bar from the middle. @param {{ value: number }} props */
function Bar({ value }) {
  const width = 50 * Math.min(1, Math.abs(value) / FULL);
  const left = value < 0 ? 50 - width : 50;
  return html`<span class=${`bar ${value < 0 ? "cost" : "gain"}`} aria-hidden="true">
    <span style=${{ left: `${left}%`, width: `${width}%` }}></span>
  </span>`;
}

/** @param {{ review: ReviewView, seat: number }} props */
export function RoundTable({ review, seat }) {
  return html`<section class="round-table card" aria-labelledby="rounds-title">
    <h2 id="rounds-title">${_("By round")}</h2>
    <div class="scroll-x" tabindex="0" role="group" aria-labelledby="rounds-title">
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">${_("Round")}</th>
            <th scope="col">${_("Luck")}</th>
            <th scope="col">${_("Own moves")}</th>
            <th scope="col">${_("Others")}</th>
            <th scope="col">${_("Error rate")}</th>
          </tr>
        </thead>
        <tbody>
          ${review.rounds.map(({ round, players }) => {
            const { luck, losses, others, error_rate } = players[seat];
            return html`<tr key=${round}>
              <th scope="row">${round}</th>
              <td>${sampledPercent(luck, luckError(review, seat, round))}</td>
              <td>${signedPercent(-losses)}</td>
              <td>${signedPercent(others)}</td>
              <td>${error_rate === null ? "–" : percent(error_rate, 1)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** All players side by side, for spectators. @param {{ review: ReviewView, names: string[], order: number[] }} props */
export function PlayerTable({ review, names, order }) {
  return html`<section class="player-table card" aria-labelledby="players-title">
    <h2 id="players-title">${_("All players")}</h2>
    <div class="scroll-x" tabindex="0" role="group" aria-labelledby="players-title">
      <table class="numbers">
        <thead>
          <tr>
            <td></td>
            <th scope="col">${_("Points")}</th>
            <th scope="col">${_("Luck")}</th>
            <th scope="col">${_("Own moves")}</th>
            <th scope="col">${_("Error rate")}</th>
            <th scope="col">${_("Accuracy")}</th>
          </tr>
        </thead>
        <tbody>
          ${order.map((seat) => {
            const books = review.summaries[seat];
            return html`<tr key=${seat}>
              <th scope="row"><bdi>${names[seat]}</bdi></th>
              <td>${review.scores[seat]}</td>
              <td>${sampledPercent(books.luck, books.luck_error)}</td>
              <td>${signedPercent(-books.losses)}</td>
              <td>${books.error_rate === null ? "–" : percent(books.error_rate, 1)}</td>
              <td>${books.accuracy === null ? "–" : decimal(books.accuracy)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}
