/** One mistake on the study board: tried until the loss is small, then explained. */
import { Failure } from "../failure.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { errorText, mayPass } from "../api.js";
import { _, rich } from "../i18n.js";
import { judgeMove, openStudy } from "../study/api.js";
import { StudyBoard } from "../study/board.js";
import { describeOption } from "../table/describe.js";
import { Icon } from "../tiles.js";
import { Badge } from "./summary.js";
import { signedPercent } from "./words.js";

/** @import { Catalogue, Option } from "../types.d.ts" */
/** @typedef {import("../own/mistakes.js").Mistake} Mistake */
/** @typedef {import("../types.d.ts").Study} Study */
/** @typedef {{ move: string, loss: number, facts: string[] }} Verdict */
/** @typedef {"solved" | "shown" | null} Ending */
/** @typedef {{ text: string, retry: (() => void) | null }} Problem */

/** A move that loses less solves the mistake. */
export const SMALL_LOSS = 0.02;

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {Mistake} props.mistake
 * @param {(firstTry: boolean) => void} props.onEnd    solved, or the solution was shown
 * @param {import("../html.js").View} props.next       what to do after it
 */
export function Attempt({ config, mistake, onEnd, next }) {
  const { position, ply, names, player, best } = mistake;
  const [study, setStudy] = useState(/** @type {Study | null} */ (null));
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  const [reasons, setReasons] = useState(/** @type {string[]} */ ([]));
  const [ending, setEnding] = useState(/** @type {Ending} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const tries = useRef(0);
  const words = useRef(/** @type {HTMLElement | null} */ (null));
  const ask = async (/** @type {() => Promise<void>} */ question) => {
    setProblem(null);
    try {
      await question();
    } catch (error) {
      setProblem({ text: errorText(error), retry: mayPass(error) ? () => void ask(question) : null });
    }
  };
  useEffect(() => void ask(async () => setStudy(await openStudy({ position, ply }))), [position]);

  // The answer is seen on a phone, too, and the keyboard goes on at the next mistake.
  useEffect(() => {
    if (verdict || ending) words.current?.scrollIntoView({ block: "nearest" });
    if (ending) words.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [verdict, ending]);

  const end = (/** @type {Ending} */ how) => {
    setEnding(how);
    onEnd(how === "solved" && tries.current === 1);
    // Why the move that was played is worse, in the language of now.
    void ask(async () => setReasons((await judgeMove({ position, move: mistake.move, names })).facts));
  };
  const onMove = (/** @type {Option} */ option) =>
    ask(async () => {
      const found = await judge(mistake, option.move);
      tries.current += 1;
      setVerdict(found);
      if (found.loss < SMALL_LOSS) end("solved");
    });
  const failure = problem && html`<${Failure} text=${problem.text} onRetry=${problem.retry} />`;
  if (failure && !study) return failure;
  if (!study) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  const optionOf = (/** @type {string} */ move) => study.options.find((option) => option.move === move);
  const describe = (/** @type {string} */ move) => {
    const option = optionOf(move);
    return option ? describeOption(study.state.game, option) : html`<code>${move}</code>`;
  };
  const marks = ending ? [{ move: best, tone: /** @type {const} */ ("best"), arrow: true }] : [];
  return html`<div class="attempt">
    <section class="attempt-words card" aria-live="polite" ref=${words}>
      <p>
        <${Badge} judgement=${mistake.judgement} />
        ${" "}${rich("You played: {move}", { move: describe(mistake.move) })}
        ${" "}<strong class="numbers cost">${signedPercent(-mistake.loss)}</strong>
      </p>
      ${!ending && !verdict && html`<p class="attempt-task">${_("Find a better move.")}</p>`}
      ${verdict && html`<${Answer} verdict=${verdict} ending=${ending} describe=${describe} />`}
      ${ending &&
      html`<div class="solution">
        ${(ending === "shown" || verdict?.move !== best) &&
        html`<p>${rich("Best: {move}", { move: describe(best) })}</p>`}
        ${reasons.length > 0 &&
        html`<p>${_("Your move compared with the best one:")}</p>
          <ul class="reasons">${reasons.map((reason) => html`<li key=${reason}>${reason}</li>`)}</ul>`}
      </div>`}
      ${failure}
      <div class="actions">
        ${!ending &&
        html`<button type="button" class="button" onClick=${() => end("shown")}>
          <${Icon} name="eye" />${_("Show the solution")}
        </button>`}
        ${ending && next}
        ${ending &&
        html`<a class="button" href=${`/analysis/${mistake.table}?ply=${ply}`}>
          <${Icon} name="hint" />${_("Analyse from here")}
        </a>`}
      </div>
    </section>
    <${StudyBoard}
      config=${config}
      study=${study}
      names=${names}
      seat=${player}
      onMove=${ending ? undefined : onMove}
      marks=${marks}
    />
  </div>`;
}

/** What a move is worth; those of the review are known. @param {Mistake} mistake @param {string} move @returns {Promise<Verdict>} */
async function judge({ position, names, best, ...mistake }, move) {
  if (move === best) return { move, loss: 0, facts: [] };
  const { loss, facts } = await judgeMove({ position, move, names });
  // At another effort the move of the game may look harmless: it stays a mistake.
  return { move, loss: move === mistake.move ? Math.max(loss, mistake.loss) : loss, facts };
}

/**
 * @param {object} props
 * @param {Verdict} props.verdict
 * @param {Ending} props.ending
 * @param {(move: string) => import("../html.js").View} props.describe
 */
function Answer({ verdict, ending, describe }) {
  const solved = ending === "solved";
  return html`<div class=${solved ? "answer right" : "answer wrong"}>
    <p>
      <${Icon} name=${solved ? "check" : "close"} />
      <strong>${solved ? _("Well done!") : _("Not yet: try another move.")}</strong>
      ${" "}${describe(verdict.move)}
      ${" "}<span class="numbers">${signedPercent(-verdict.loss)}</span>
    </p>
    ${!solved &&
    verdict.facts.length > 0 &&
    html`<ul class="reasons">${verdict.facts.map((fact) => html`<li key=${fact}>${fact}</li>`)}</ul>`}
  </div>`;
}

