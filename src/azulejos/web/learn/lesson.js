/** Player of lessons: shows the steps of any lesson, sends what was done, shows the reaction. */
import { errorText, get, patiently, post } from "../api.js";
import { gameOfLesson } from "../games/facts.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { NotFound } from "../pages/notices.js";
import { useTitle } from "../router.js";
import { openStudy } from "../study/api.js";
import { StudyBoard } from "../study/board.js";
import { Icon } from "../tiles.js";
import { Waiting, useAnswer } from "../waiting.js";
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
  const [folded, setFolded] = useState(false);
  useTitle(lesson?.title ?? _("Learn"));
  useAnswer(
    () => get(`/api/lessons/${encodeURIComponent(name)}`),
    (/** @type {Lesson} */ found) => {
      setIndex(nextStep(name, found.steps.length));
      setLesson(found);
    },
    setProblem,
  );
  if (isUnknown(problem)) return html`<${NotFound} />`;
  if (problem) return html`<p class="error-text" role="alert">${errorText(problem)}</p>`;
  if (!lesson) return html`<${Waiting} game=${gameOfLesson(name)} />`;
  const count = lesson.steps.length;
  const goOn = () => {
    stepDone(name, index, count);
    setIndex(index + 1);
  };
  return html`<div class="lesson">
    <header class="lesson-head">
      <h1>${lesson.title}</h1>
      <a href="/learn" aria-label=${_("All lessons")}>
        <${Icon} name="back" /> <span>${_("All lessons")}</span>
      </a>
    </header>
    <${Steps} lesson=${lesson} index=${index} onStep=${setIndex} />
    ${
      index < count
        ? html`<${Step}
            key=${lesson.steps[index].id}
            config=${config}
            lesson=${lesson}
            step=${lesson.steps[index]}
            folded=${folded}
            onFold=${() => setFolded(!folded)}
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

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {Lesson} props.lesson
 * @param {LessonStep} props.step
 * @param {boolean} props.folded    whether a small screen leaves out the text, for the board
 * @param {() => void} props.onFold
 * @param {() => void} props.onNext
 */
function Step({ config, lesson, step, folded, onFold, onNext }) {
  const [start, setStart] = useState(/** @type {Study | null} */ (null));
  const [answer, setAnswer] = useState(/** @type {LessonAnswer | null} */ (null));
  const [error, setError] = useState("");
  const [shown, setShown] = useState(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const left = useRef(new AbortController());
  useEffect(() => () => left.current.abort(), []);
  useAnswer(
    () => openStudy({ position: step.position }),
    setStart,
    (problem) => setError(errorText(problem)),
  );
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(scrollToStep, [start]);
  const onMove = async (/** @type {Option} */ option) => {
    setError("");
    const send = () => post(`/api/lessons/${lesson.name}/${step.id}`, { move: option.move });
    try {
      setAnswer(await patiently(send, left.current.signal));
    } catch (problem) {
      setError(errorText(problem));
    }
  };
  const task = html`<${LessonText} game=${lesson.game} text=${step.task} />`;
  const study = answer ? /** @type {Study} */ (/** @type {unknown} */ (answer.study)) : start;
  const again = () => {
    setAnswer(null);
    heading.current?.focus({ preventScroll: true });
  };
  return html`<section class="lesson-step" aria-labelledby="lesson-title">
    <div class=${`lesson-panel ${folded ? "folded" : ""}`}>
      <div class="lesson-title">
        <h2 id="lesson-title" ref=${heading} tabindex="-1">${step.title}</h2>
        <div class="lesson-tools">
          <${Tool} icon="hint" pressed=${shown} disabled=${answer !== null} onClick=${() => setShown(!shown)}>
            ${_("Show me")}
          </${Tool}>
          <${Tool} icon="skip" onClick=${onNext}>${_("Skip this step")}</${Tool}>
          <${FoldButton} folded=${folded} onFold=${onFold} />
        </div>
      </div>
      <p class="lesson-text" id="lesson-text"><${LessonText} game=${lesson.game} text=${step.text} /></p>
      <p class="lesson-task">${task}</p>
      ${error && html`<p class="error-text" role="alert">${error}</p>`}
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
          goal=${task}
          bar=${false}
        />`
      : !error && html`<${Waiting} game=${lesson.game} />`}
  </section>`;
}

/** A new step begins where its text can be read, as high on a small screen as it can be. */
function scrollToStep() {
  const block = matchMedia("(width < 560px), (height < 500px)").matches ? "start" : "nearest";
  document.querySelector(".lesson-steps")?.scrollIntoView({ block });
}

/**
 * A button whose words a small screen leaves to screen readers.
 * @param {object} props
 * @param {string} props.icon
 * @param {boolean} [props.pressed]
 * @param {boolean} [props.disabled]
 * @param {() => void} props.onClick
 * @param {import("../html.js").View} [props.children]
 */
function Tool({ icon, pressed, disabled = false, onClick, children }) {
  return html`<button type="button" class="quiet" aria-pressed=${pressed} disabled=${disabled} onClick=${onClick}>
    <${Icon} name=${icon} /> <span class="lesson-tool-words">${children}</span>
  </button>`;
}

/** On a small screen: the text gives its room to the board. @param {{ folded: boolean, onFold: () => void }} props */
function FoldButton({ folded, onFold }) {
  const label = folded ? _("Show the text") : _("Hide the text");
  return html`<button
    type="button"
    class="quiet icon-only lesson-fold"
    aria-expanded=${!folded}
    aria-controls="lesson-text"
    aria-label=${label}
    title=${label}
    onClick=${onFold}
  >
    <${Icon} name=${folded ? "unfold" : "fold"} />
  </button>`;
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
      <${FirstGame} config=${config} game=${lesson.game} board=${lesson.board} primary=${true} />
      <button type="button" class="quiet" onClick=${onAgain}>
        <${Icon} name="undo" /> ${_("Take the lesson again")}
      </button>
      <a class="button quiet" href="/learn">${_("All lessons")}</a>
    </div>
  </section>`;
}
