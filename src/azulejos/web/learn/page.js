/** Page of all lessons, and of a first game with tips. */
import { errorText, get } from "../api.js";
import { factsOf, GAMES } from "../games/facts.js";
import { html, useEffect, useState } from "../html.js";
import { _, ngettext } from "../i18n.js";
import { Damaged } from "../own/damaged.js";
import { useTitle } from "../router.js";
import { Icon } from "../tiles.js";
import { FirstGame } from "./first_game.js";
import { LessonPage } from "./lesson.js";
import { useProgress } from "./progress.js";
import { LessonText } from "./text.js";

/** @import { Catalogue, LessonList, LessonSummary } from "../types.d.ts" */
/** @typedef {import("./progress.js").Progress} Progress */

/** @param {{ config: Catalogue, lesson: string }} props */
export function LearnPage({ config, lesson }) {
  return lesson
    ? html`<${LessonPage} key=${lesson} config=${config} name=${lesson} />`
    : html`<${Lessons} config=${config} />`;
}

/** @param {{ config: Catalogue }} props */
function Lessons({ config }) {
  useTitle(_("Learn"));
  const [list, setList] = useState(/** @type {LessonList | null} */ (null));
  const [error, setError] = useState("");
  const done = useProgress();
  useEffect(() => void get("/api/lessons").then(setList, (problem) => setError(errorText(problem))), []);
  return html`<div class="learn">
    <h1>${_("Learn")}</h1>
    <${Damaged} />
    <p>${_("Short lessons on a real board, then a first game in which we point out good moves.")}</p>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
    ${!list && !error && html`<p class="waiting" role="status">${_("Loading …")}</p>`}
    ${list &&
    Object.values(GAMES).map(
      (game) =>
        html`<section class="learn-game" key=${game.id} aria-labelledby=${`learn-${game.id}`}>
          <h2 id=${`learn-${game.id}`}>${game.title()}</h2>
          <ul class="lesson-list">
            ${list.lessons
              .filter((lesson) => lesson.game === game.id)
              .map(
                (lesson) =>
                  html`<li key=${lesson.name}><${LessonCard} lesson=${lesson} done=${done} /></li>`,
              )}
          </ul>
          <p class="learn-more">
            <${FirstGame} config=${config} game=${game.id} />
            <a class="button quiet" href=${`/rules/${game.id}`}>${factsOf(game.id).rulesLink()}</a>
          </p>
        </section>`,
    )}
  </div>`;
}

/** @param {{ lesson: LessonSummary, done: Progress }} props */
function LessonCard({ lesson, done }) {
  const { name, game, title, text, steps } = lesson;
  const finished = done.finished.includes(name);
  return html`<a class="lesson-card" href=${`/learn/${name}`}>
    <${Icon} name=${finished ? "check" : "learn"} />
    <span class="lesson-words">
      <span class="door-name">${title}</span>
      <span class="note"><${LessonText} game=${game} text=${text} /></span>
      <span class="note">${stateText(done.steps[name] ?? 0, steps, finished)}</span>
    </span>
  </a>`;
}

/** @param {number} count   steps done @param {number} steps @param {boolean} finished */
function stateText(count, steps, finished) {
  if (count > 0 && count < steps)
    return _("Continue with step {step} of {steps}", { step: count + 1, steps });
  if (finished) return _("Done. Take it again any time.");
  return ngettext("{n} step", "{n} steps", steps);
}
