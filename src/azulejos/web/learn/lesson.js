/** Player of lessons: shows the steps of any lesson, sends what was done, shows the reaction. */
import { errorText, get, post } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { NotFound } from "../pages/notices.js";
import { useTitle } from "../router.js";
import { openStudy } from "../study/api.js";
import { StudyBoard } from "../study/board.js";
import { Icon } from "../tiles.js";
import { FirstGame } from "./first_game.js";
import { nextStep, stepDone } from "./progress.js";
import { LessonText } from "./text.js";

/** @import { Catalogue, Lesson, LessonAnswer, LessonStep, Option } from "../types.d.ts" */
/** @typedef {import("../types.d.ts").Study} Study */

/** @param {{ config: Catalogue, name: string }} props */
export function LessonPage({ config, name }) {
  const [lesson, setLesson] = useState(/** @type {Lesson | null} */ (null));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const [index, setIndex] = useState(0);
  useTitle(lesson?.title ?? _("Learn"));
  useEffect(() => {
    get(`/api/lessons/${encodeURIComponent(name)}`).then((/** @type {Lesson} */ found) => {
      setIndex(nextStep(name, found.steps.length));
      setLesson(found);
    }, setProblem);
  }, [name]);
  if (isUnknown(problem)) return html`<${NotFound} />`;
  if (problem) return html`<p class="error-text" role="alert">${errorText(problem)}</p>`;
  if (!lesson) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  const count = lesson.steps.length;
  const goOn = () => {
    stepDone(name, index, count);
    setIndex(index + 1);
  };
  return html`<div class="lesson">
    <header class="lesson-head">
      <h1>${lesson.title}</h1>
      <a href="/learn">${_("All lessons")}</a>
    </header>
    <${Steps} lesson=${lesson} index=${index} onStep=${setIndex} />
    ${
      index < count
        ? html`<${Step}
            key=${lesson.steps[index].id}
            config=${config}
            lesson=${lesson}
            step=${lesson.steps[index]}
            onNext=${goOn}
          />`
        : html`<${End} config=${config} lesson=${lesson} onAgain=${() => setIndex(0)} />`
    }
  </div>`;
}

/** @param {unknown} problem */
function isUnknown(problem) {
  return /** @type {any} */ (problem)?.code === "unknown-lesson";
}

/** All steps; any can be visited. @param {{ lesson: Lesson, index: number, onStep: (step: number) => void }} props */
function Steps({ lesson, index, onStep }) {
  return html`<nav aria-label=${_("Steps")}>
    <ol class="lesson-steps">
      ${lesson.steps.map(
        (step, n) =>
          html`<li key=${step.id}>
            <button
              type="button"
              class=${n < index ? "done" : ""}
              aria-current=${n === index ? "step" : undefined}
              aria-label=${_("Step {number}: {title}", { number: n + 1, title: step.title })}
              title=${step.title}
              onClick=${() => onStep(n)}
            >
              ${n + 1}
            </button>
          </li>`,
      )}
    </ol>
  </nav>`;
}

/** @param {{ config: Catalogue, lesson: Lesson, step: LessonStep, onNext: () => void }} props */
function Step({ config, lesson, step, onNext }) {
  const [start, setStart] = useState(/** @type {Study | null} */ (null));
  const [answer, setAnswer] = useState(/** @type {LessonAnswer | null} */ (null));
  const [error, setError] = useState("");
  const [shown, setShown] = useState(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    openStudy({ position: step.position }).then(setStart, (problem) => setError(errorText(problem)));
    heading.current?.focus({ preventScroll: true });
  }, []);
  const onMove = async (/** @type {Option} */ option) => {
    setError("");
    try {
      setAnswer(await post(`/api/lessons/${lesson.name}/${step.id}`, { move: option.move }));
    } catch (problem) {
      setError(errorText(problem));
    }
  };
  const study = answer ? /** @type {Study} */ (/** @type {unknown} */ (answer.study)) : start;
  const again = () => {
    setAnswer(null);
    heading.current?.focus({ preventScroll: true });
  };
  return html`<section class="lesson-step" aria-labelledby="lesson-title">
    <div class="lesson-panel">
      <h2 id="lesson-title" ref=${heading} tabindex="-1">${step.title}</h2>
      <p><${LessonText} game=${lesson.game} text=${step.text} /></p>
      <p class="lesson-task"><${LessonText} game=${lesson.game} text=${step.task} /></p>
      ${error && html`<p class="error-text" role="alert">${error}</p>`}
      <div class="lesson-buttons">
        <button
          type="button"
          class="quiet"
          aria-pressed=${shown}
          disabled=${answer !== null}
          onClick=${() => setShown(!shown)}
        >
          <${Icon} name="hint" /> ${_("Show me")}
        </button>
        <button type="button" class="quiet" onClick=${onNext}>
          <${Icon} name="skip" /> ${_("Skip this step")}
        </button>
      </div>
    </div>
    ${study
      ? html`<${StudyBoard}
          config=${config}
          study=${study}
          tell=${answer !== null}
          names=${[_("You"), _("Opponent")]}
          seat=${0}
          onMove=${answer ? undefined : onMove}
          lit=${answer ? [] : step.light}
          hint=${shown && !answer ? step.show : null}
          prompt=${answer &&
          html`<${Reaction} game=${lesson.game} answer=${answer} onNext=${onNext} onAgain=${again} />`}
          bar=${false}
        />`
      : !error && html`<p class="waiting" role="status">${_("Loading …")}</p>`}
  </section>`;
}

/** @param {{ game: string, answer: LessonAnswer, onNext: () => void, onAgain: () => void }} props */
function Reaction({ game, answer, onNext, onAgain }) {
  const { right, text } = answer;
  return html`<div class=${`lesson-reaction ${right ? "right" : "wrong"}`}>
    <p id="lesson-reaction">
      <${Icon} name=${right ? "check" : "warning"} />
      <${LessonText} game=${game} text=${text} />
    </p>
    <div class="lesson-buttons">
      ${right &&
      html`<button
        type="button"
        class="primary"
        aria-describedby="lesson-reaction"
        ref=${focusOnce}
        onClick=${onNext}
      >
        <${Icon} name="next" /> ${_("Continue")}
      </button>`}
      <button
        type="button"
        class=${right ? "quiet" : "primary"}
        aria-describedby="lesson-reaction"
        ref=${right ? undefined : focusOnce}
        onClick=${onAgain}
      >
        <${Icon} name="undo" /> ${right ? _("Once more") : _("Try again")}
      </button>
    </div>
  </div>`;
}

/** The description of the button says what happened; keyboard users go on there. @param {HTMLElement | null} element */
function focusOnce(element) {
  element?.focus({ preventScroll: true });
}

/** @param {{ config: Catalogue, lesson: Lesson, onAgain: () => void }} props */
function End({ config, lesson, onAgain }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  return html`<section class="lesson-end" aria-labelledby="lesson-title">
    <h2 id="lesson-title" ref=${heading} tabindex="-1">${_("Lesson complete")}</h2>
    <p><${LessonText} game=${lesson.game} text=${lesson.end} /></p>
    <div class="lesson-buttons">
      <${FirstGame} config=${config} game=${lesson.game} primary=${true} />
      <button type="button" class="quiet" onClick=${onAgain}>
        <${Icon} name="undo" /> ${_("Take the lesson again")}
      </button>
      <a class="button quiet" href="/learn">${_("All lessons")}</a>
    </div>
  </section>`;
}
