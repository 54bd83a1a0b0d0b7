/** Waiting for the service, which may be busy, starting, or compiling the rules of a game. */
import { patiently } from "./api.js";
import { html, useEffect } from "./html.js";
import { _ } from "./i18n.js";
import { PreparationBar } from "./preparation.js";

/**
 * Asks the service when the component appears and when what is given changes, until it answers.
 * @template T
 * @param {(() => Promise<T>) | null} ask   null: nothing yet
 * @param {(answer: T) => void} onAnswer
 * @param {(problem: unknown) => void} onProblem
 * @param {unknown[]} [given]
 */
export function useAnswer(ask, onAnswer, onProblem, given = []) {
  useEffect(() => {
    if (!ask) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    patiently(ask, signal).then(
      (answer) => signal.aborted || onAnswer(answer),
      (problem) => signal.aborted || onProblem(problem),
    );
    return () => controller.abort();
  }, given);
}

/** Until there is an answer. @param {{ game: string }} props */
export function Waiting({ game }) {
  return html`<p class="waiting" role="status">${_("Loading …")}</p>
    <${PreparationBar} game=${game} players=${2} bots=${false} />`;
}
