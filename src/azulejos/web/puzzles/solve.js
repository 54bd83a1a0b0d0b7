/** Solving one puzzle: the board, and beside it what was right, wrong and why. */
import { errorText } from "../api.js";
import { factsOf } from "../games/facts.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _, n_ } from "../i18n.js";
import { boardName } from "../pages/labels.js";
import { judgeMove } from "../study/api.js";
import { StudyBoard } from "../study/board.js";
import { pictureStyle } from "../table/log.js";
import { sentencesOf } from "../table/sentences.js";
import { tryPuzzle } from "./api.js";
import { explanation } from "./explain.js";
import { themeName } from "./themes.js";

/** @import { Catalogue, Entry, Option, PuzzleRating, PuzzleSummary } from "../types.d.ts" */
/** @typedef {import("./api.js").PuzzleView} PuzzleView */
/** @typedef {import("../types.d.ts").Study} Study */

/**
 * @typedef {{ state: "asking" | "right" | "solved" | "shown" }
 *   | { state: "wrong", judging: boolean, loss: number | null, facts: string[] }} Stage
 *
 * @typedef {object} Puzzled   what the words tell
 * @property {PuzzleSummary} puzzle
 * @property {string[]} names
 * @property {number} seat
 * @property {Entry[]} told          the solution, as far as it was played
 * @property {boolean} counts        whether the first answer counts
 * @property {[number, number] | null} ratings   the person's, before and after
 */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {PuzzleView} props.view
 * @param {PuzzleRating | null} props.rating   the person's; null if this puzzle does not count any more
 * @param {(solved: boolean, rating: PuzzleRating) => void} props.onResult   the first answer
 * @param {(solved: boolean) => void} props.onEnd
 * @param {() => void} props.onNext
 */
export function Solve({ config, view, rating, onResult, onEnd, onNext }) {
  const { puzzle, seat } = view;
  const names = view.study.state.boards.map((_board, n) => _("Player {number}", { number: n + 1 }));
  const [study, setStudy] = useState(view.study);
  const [moves, setMoves] = useState(/** @type {string[]} */ ([]));
  const [stage, setStage] = useState(/** @type {Stage} */ ({ state: "asking" }));
  const [told, setTold] = useState(/** @type {Entry[]} */ ([]));
  const [ratings, setRatings] = useState(/** @type {[number, number] | null} */ (null));
  const [error, setError] = useState("");
  const failed = useRef(false);
  const counting = useRef(rating);
  const judging = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => judging.current?.abort(), []);
  const isOver = stage.state === "solved" || stage.state === "shown";

  const ask = async (/** @type {string[]} */ tried, /** @type {boolean} */ giveUp) => {
    judging.current?.abort();
    setError("");
    try {
      return await tryPuzzle(puzzle.id, { moves: tried, give_up: giveUp, rating: counting.current });
    } catch (problem) {
      setError(errorText(problem));
      return null;
    }
  };
  const settle = (/** @type {boolean} */ solved, /** @type {PuzzleRating | null} */ news) => {
    if (!counting.current || !news) return;
    setRatings([counting.current.rating, news.rating]);
    counting.current = null;
    onResult(solved, news);
  };
  const onMove = async (/** @type {Option} */ option) => {
    const tried = [...moves, option.move];
    const answer = await ask(tried, false);
    if (!answer) return;
    if (!answer.correct) {
      failed.current = true;
      settle(false, answer.rating);
      setStage({ state: "wrong", judging: true, loss: null, facts: [] });
      void explain(option.move);
      return;
    }
    setMoves(tried);
    tell(answer.study);
    if (answer.solved) {
      settle(!failed.current, answer.rating);
      setStage({ state: "solved" });
      onEnd(!failed.current);
    } else {
      setStage({ state: "right" });
    }
  };
  const explain = async (/** @type {string} */ move) => {
    judging.current = new AbortController();
    const { signal } = judging.current;
    const question = { position: study.position, move, names };
    const found = await explanation((effort) => judgeMove({ ...question, effort }, signal)).catch(() => null);
    if (signal.aborted) return;
    const { loss, facts } = found ?? { loss: null, facts: [] };
    setStage({ state: "wrong", judging: false, loss, facts });
  };
  const tell = (/** @type {Study | null} */ after) => {
    if (!after) return;
    setStudy(after);
    setTold((before) => [...before, ...after.entries]);
  };
  const giveUp = async () => {
    const answer = await ask(moves, true);
    if (!answer) return;
    settle(false, answer.rating);
    tell(answer.study);
    setStage({ state: "shown" });
    onEnd(false);
  };

  const puzzled = { puzzle, names, seat, told, counts: rating !== null || ratings !== null, ratings };
  const feedback = () => html`<${Feedback} stage=${stage} puzzled=${puzzled} />
    ${error && html`<p class="error-text" role="alert">${error}</p>`}`;
  return html`<div class=${`puzzle ${isOver ? "over" : ""}`}>
    <div class="puzzle-side card">
      <p class="note">${kindOf(puzzle)}</p>
      ${feedback()}
      <div class="actions">
        ${!isOver &&
        html`<button type="button" class="button" onClick=${giveUp}>${_("Show the solution")}</button>`}
        <${NextButton} primary=${isOver} onNext=${onNext} />
      </div>
    </div>
    <${StudyBoard}
      config=${config}
      study=${study}
      seat=${seat}
      onMove=${isOver ? undefined : onMove}
      goal=${feedback()}
      prompt=${isOver && html`<div class="puzzle-end">${feedback()}<${NextButton} primary=${true} onNext=${onNext} /></div>`}
    />
  </div>`;
}

/** @param {PuzzleSummary} puzzle */
function kindOf(puzzle) {
  return _("{game} · {board} · {players}", {
    game: factsOf(puzzle.game).title(),
    board: boardName(puzzle.board),
    players: n_("{n} player", "{n} players", puzzle.players),
  });
}

/** Once a puzzle is over, Enter goes on to the next. @param {{ primary: boolean, onNext: () => void }} props */
function NextButton({ primary, onNext }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    if (primary) button.current?.focus({ preventScroll: true });
  }, [primary]);
  return html`<button
    type="button"
    ref=${button}
    class=${primary ? "button primary" : "button quiet"}
    onClick=${onNext}
  >
    ${primary ? _("Next puzzle") : _("Another puzzle")}
  </button>`;
}

/** What the last move led to. @param {{ stage: Stage, puzzled: Puzzled }} props */
function Feedback({ stage, puzzled }) {
  return html`<div class=${`puzzle-feedback ${stage.state}`} role="status">
    ${words(stage, puzzled)}
  </div>`;
}

/** @param {Stage} stage @param {Puzzled} puzzled */
function words(stage, { puzzle, names, seat, told, counts, ratings }) {
  switch (stage.state) {
    case "asking":
      return html`<p class="puzzle-verdict">${_("Find the best move for {name}.", { name: names[seat] })}</p>
        ${puzzle.moves > 1 && html`<p class="note">${n_("{n} move to find", "{n} moves to find", puzzle.moves)}</p>`}
        ${!counts && html`<p class="note">${_("You have tried this puzzle before: it doesn't count again.")}</p>`}`;
    case "right":
      return html`<p class="puzzle-verdict">${_("Right! Now find the next move.")}</p>`;
    case "wrong":
      return html`<p class="puzzle-verdict">${verdict(stage.loss)}</p>
        ${stage.judging && html`<p class="note">${_("Looking for the reason …")}</p>`}
        ${stage.facts.length > 0 && html`<ul>${stage.facts.map((fact) => html`<li key=${fact}>${fact}</li>`)}</ul>`}
        <p class="note puzzle-ways">${_("Try another move, or look at the solution.")}</p>`;
    default:
      return html`<p class="puzzle-verdict">
          ${stage.state === "solved" ? _("Solved!") : _("This is the solution.")}
        </p>
        <${Solution} game=${puzzle.game} names=${names} told=${told} />
        <p class="note">
          ${_("Difficulty: {rating}", { rating: puzzle.rating })}
          ${ratings && html`<br />${_("Your rating: {before} → {after}", { before: Math.round(ratings[0]), after: Math.round(ratings[1]) })}`}
        </p>
        <ul class="puzzle-themes" aria-label=${_("Themes")}>
          ${puzzle.themes.map((theme) => html`<li key=${theme}>${themeName(theme)}</li>`)}
        </ul>`;
  }
}

/** The moves of the solution, each as its first sentence of the log. @param {{ game: string, names: string[], told: Entry[] }} props */
function Solution({ game, names, told }) {
  const style = pictureStyle(game, names);
  return html`<ol class="puzzle-solution" aria-label=${_("Solution")}>
    ${told
      .filter(({ kind }) => kind === "move")
      .map((entry, n) => html`<li key=${n}>${sentencesOf(entry, style)[0]?.content}</li>`)}
  </ol>`;
}

/** @param {number | null} loss   of victory share; null while it is not known */
function verdict(loss) {
  if (loss === null) return _("That is not the best move.");
  const percent = Math.round(100 * loss);
  return _("That is not the best move: it lowers your chance of winning by {percent} percentage points.", { percent });
}
