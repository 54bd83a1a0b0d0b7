/** The way to the puzzles from the start page. */
import { html } from "../html.js";
import { _ } from "../i18n.js";

export function PuzzleDoor() {
  return html`<section class="card puzzle-door">
    <h2>${_("Puzzles")}</h2>
    <p class="note">${_("Find the best move. No account: your rating stays on this device.")}</p>
    <div class="actions">
      <a class="button" href="/puzzles/today">${_("Puzzle of the day")}</a>
      <a class="button quiet" href="/puzzles">${_("Solve puzzles")}</a>
    </div>
  </section>`;
}
