/** Candidate moves with their values; a move of a line is played by choosing it. */
import { Failure } from "../failure.js";
import { html } from "../html.js";
import { _, numberTags, ngettext } from "../i18n.js";
import { describeOption } from "../table/describe.js";
import { pointsText } from "../table/names.js";
import { Icon } from "../tiles.js";
import { leadText, percent } from "./evaluation.js";
import { Notation } from "./notation.js";

/** @import { Option } from "../types.d.ts" */
/** @typedef {import("../types.d.ts").CandidateView} CandidateView */
/** @typedef {import("../types.d.ts").Study} Study */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./marks.js").Tone} Tone */

/** Losses of victory share up to which a move is called so. @type {[number, Tone][]} */
const TONES = [
  [0.02, "good"],
  [0.1, "fair"],
];

/**
 * @param {object} props
 * @param {Study} props.study
 * @param {ReturnType<typeof import("./evaluation.js").useEvaluation>} props.evaluation
 * @param {string | null} props.pointed    the move that is pointed at
 * @param {(move: string | null) => void} props.onPoint
 * @param {(moves: string[]) => void} props.onFollow
 */
export function Candidates({ study, evaluation, pointed, onPoint, onFollow }) {
  const { analysis, place, running, error, more, again } = evaluation;
  const { game } = study.state;
  return html`<div class="candidates">
    <p class="candidates-status note" role="status">${statusText(study, evaluation)}</p>
    ${error && html`<${Failure} text=${error} onRetry=${again} />`}
    <ol class="candidate-list">
      ${(analysis?.candidates ?? []).map(
        (candidate, n) =>
          html`<${CandidateRow}
            key=${candidate.move}
            game=${game}
            seat=${analysis?.player ?? 0}
            candidate=${candidate}
            best=${n === 0}
            option=${study.options.find(({ move }) => move === candidate.move)}
            pointed=${pointed === candidate.move}
            onPoint=${onPoint}
            onFollow=${onFollow}
          />`,
      )}
    </ol>
    ${!running &&
    more &&
    html`<button type="button" class="button quiet" onClick=${more}>
      <${Icon} name="hint" />${_("Think longer")}
    </button>`}
    ${place > 0 && html`<p class="note">${_("Place in the queue: {place}", { place })}</p>`}
  </div>`;
}

/** @param {Study} study @param {ReturnType<typeof import("./evaluation.js").useEvaluation>} evaluation */
function statusText(study, { analysis, running }) {
  if (study.chance) return _("Tiles are to be drawn");
  if (study.result) return _("The game is over");
  if (!analysis) return running ? _("Thinking …") : "";
  const values = { nodes: new Intl.NumberFormat(numberTags()).format(analysis.nodes) };
  const legal = ngettext("{n} legal move", "{n} legal moves", analysis.legal_moves);
  return running
    ? _("Thinking: {nodes} nodes so far · {moves}", { ...values, moves: legal })
    : _("{nodes} nodes · {moves}", { ...values, moves: legal });
}

/**
 * @param {object} props
 * @param {string} props.game
 * @param {number} props.seat
 * @param {CandidateView} props.candidate
 * @param {boolean} props.best
 * @param {Option | undefined} props.option
 * @param {boolean} props.pointed
 * @param {(move: string | null) => void} props.onPoint
 * @param {(moves: string[]) => void} props.onFollow
 */
function CandidateRow({ game, seat, candidate, best, option, pointed, onPoint, onFollow }) {
  const { move, value, line, facts } = candidate;
  const point = () => onPoint(move);
  const leave = () => onPoint(null);
  const lead = value.leads[seat];
  return html`<li
    class=${`candidate ${best ? "best" : ""} ${pointed ? "pointed" : ""}`}
    onPointerEnter=${point}
    onPointerLeave=${leave}
  >
    <button type="button" class="candidate-move" onClick=${() => onFollow([move])} onFocus=${point} onBlur=${leave}>
      <strong class="candidate-share">${percent(value.shares[seat])}</strong>
      <span class="candidate-words">${option ? describeOption(game, option) : html`<${Notation} game=${game} text=${move} />`}</span>
      <span class="candidate-lead">
        <span aria-hidden="true">${leadText(lead)}</span>
        <span class="visually-hidden">${_("lead: {points}", { points: pointsText(Math.round(lead)) })}</span>
      </span>
      ${value.proven && html`<span class="proven">${_("proven")}</span>`}
    </button>
    ${line.length > 1 &&
    html`<div class="candidate-line" role="group" aria-label=${_("Best line")}>
      ${line.map(
        (step, n) => html`<button
          type="button"
          key=${n}
          class="line-step"
          onClick=${() => onFollow(line.slice(0, n + 1))}
        >
          <${Notation} game=${game} text=${step} />
        </button>`,
      )}
    </div>`}
    ${facts.length > 0 &&
    html`<ul class="candidate-facts">
      ${facts.map((fact) => html`<li key=${fact}>${fact}</li>`)}
    </ul>`}
  </li>`;
}

/**
 * The candidates as marks on the board: the best one with an arrow, or the one that is pointed at.
 * @param {CandidateView[]} candidates
 * @param {number} seat
 * @param {string | null} pointed
 * @returns {Mark[]}
 */
export function marksOf(candidates, seat, pointed) {
  const top = candidates[0]?.value.shares[seat] ?? 0;
  const arrow = pointed ?? candidates[0]?.move;
  const marks = candidates.map(({ move, value }, n) => ({
    move,
    label: percent(value.shares[seat]),
    tone: n === 0 ? /** @type {Tone} */ ("best") : toneOf(top - value.shares[seat]),
    arrow: move === arrow,
  }));
  // What is pointed at comes first, so that its value is shown where several moves begin.
  return marks.sort((one, other) => Number(other.move === pointed) - Number(one.move === pointed));
}

/** @param {number} loss @returns {Tone} */
function toneOf(loss) {
  return TONES.find(([most]) => loss <= most)?.[1] ?? "poor";
}
