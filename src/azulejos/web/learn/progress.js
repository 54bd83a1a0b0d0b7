/** What this device has done of the lessons: the step reached, what is finished, tips seen. */
import { useEffect, useState } from "../html.js";
import { isWhole, objectIn, putAside } from "../kept.js";

/**
 * @typedef {object} Progress
 * @property {Record<string, number>} steps   by lesson: steps done
 * @property {string[]} finished              lessons done to their end
 * @property {boolean} dismissed              the start page offers no lesson any more
 * @property {string[]} tips                  tips of the guided game that were shown
 */

const KEY = "azulejos.lessons";

/** Where the browser keeps nothing, progress lasts as long as the page. @type {Progress | null} */
let unkept = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Progress} */
export function progress() {
  if (unkept) return unkept;
  const text = stored();
  const known = sensible(text ? objectIn(text) : {});
  if (text && !isWhole(text, known)) {
    putAside(KEY, text);
    write(known);
  }
  return known;
}

/** @returns {string | null} what any version may have written */
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** What can still be read of stored data. @param {any} data @returns {Progress} */
function sensible(data) {
  const texts = (/** @type {any} */ list) =>
    Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  const steps = Object.entries(data?.steps ?? {}).filter(([, count]) => Number.isInteger(count));
  return {
    steps: /** @type {Record<string, number>} */ (Object.fromEntries(steps)),
    finished: texts(data?.finished),
    dismissed: data?.dismissed === true,
    tips: texts(data?.tips),
  };
}

/** @param {Partial<Progress>} news */
function change(news) {
  save({ ...progress(), ...news });
}

/** @param {Progress} next */
function write(next) {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    unkept = next;
  }
}

/** @param {Progress} next */
function save(next) {
  write(next);
  for (const listener of listeners) listener();
}

/** The progress as a hook. */
export function useProgress() {
  const [value, setValue] = useState(progress);
  useEffect(() => {
    const follow = () => setValue(progress());
    listeners.add(follow);
    return () => void listeners.delete(follow);
  }, []);
  return value;
}

/** The step at which a lesson goes on, counted from 0. @param {string} lesson @param {number} count */
export function nextStep(lesson, count) {
  const done = progress().steps[lesson] ?? 0;
  return done >= 0 && done < count ? done : 0;
}

/** A step is done or skipped. @param {string} lesson @param {number} step @param {number} count */
export function stepDone(lesson, step, count) {
  const { steps, finished } = progress();
  const whole = step + 1 >= count;
  change({
    steps: { ...steps, [lesson]: whole ? 0 : step + 1 },
    finished: whole && !finished.includes(lesson) ? [...finished, lesson] : finished,
  });
}

/** The start page stops offering lessons. */
export function dismissOffer() {
  change({ dismissed: true });
}

/** @param {string} tip */
export function tipShown(tip) {
  const { tips } = progress();
  if (!tips.includes(tip)) change({ tips: [...tips, tip] });
}
