/**
 * What this device keeps of puzzles: the person's rating, the puzzles tried, streaks and days.
 * Damaged text loses only what cannot be read; the text itself is kept aside.
 */

import { fitted, isWhole, objectIn, putAside } from "../kept.js";

/** @import { PuzzleRating } from "../types.d.ts" */

/**
 * @typedef {object} Progress
 * @property {PuzzleRating} rating
 * @property {Record<string, boolean>} tried   solved at the first try, by puzzle
 * @property {number} streak       puzzles in a row solved at the first try
 * @property {number} bestStreak
 * @property {string[]} days       whose puzzle of the day was solved, as ISO dates
 * @property {boolean} damaged     whether something could not be read
 */

const KEY = "azulejos.puzzles";
/** A day in milliseconds. */
const DAY = 24 * 3600 * 1000;

/** The rating of a person who has solved nothing yet. @type {Readonly<PuzzleRating>} */
export const FIRST_RATING = Object.freeze({ rating: 1500, deviation: 350, volatility: 0.06 });

/** In memory, where the browser keeps nothing. @type {string | null} */
let session = null;

/** @returns {Progress} */
export function loadProgress() {
  const text = stored();
  if (text === null) return emptyProgress();
  const progress = readProgress(text);
  if (progress.damaged) {
    putAside(KEY, text);
    saveProgress(progress);
  }
  return progress;
}

/** @returns {Progress} */
function emptyProgress() {
  return { rating: FIRST_RATING, tried: {}, streak: 0, bestStreak: 0, days: [], damaged: false };
}

/** What a text holds, as far as it can be read. @param {string} text @returns {Progress} */
export function readProgress(text) {
  const kept = objectIn(text);
  const { damaged, ...empty } = emptyProgress();
  const known = fitted(kept, empty);
  const streak = isCount(known.streak) ? known.streak : 0;
  const progress = {
    rating: readRating(known.rating),
    tried: Object.fromEntries(Object.entries(known.tried).filter(([, solved]) => typeof solved === "boolean")),
    streak,
    bestStreak: Math.max(streak, isCount(known.bestStreak) ? known.bestStreak : 0),
    days: known.days.filter((day) => typeof day === "string"),
  };
  return { ...progress, damaged: !isWhole(text, progress) };
}

/** The parts of a rating that are possible. @param {PuzzleRating} given @returns {PuzzleRating} */
function readRating(given) {
  const known = fitted(given, FIRST_RATING);
  const { rating, deviation, volatility } = known;
  return {
    ...known,
    rating: rating >= 0 && rating <= 4000 ? rating : FIRST_RATING.rating,
    deviation: deviation > 0 && deviation <= 350 ? deviation : FIRST_RATING.deviation,
    volatility: volatility > 0 && volatility < 1 ? volatility : FIRST_RATING.volatility,
  };
}

/** @param {any} value */
function isCount(value) {
  return Number.isInteger(value) && value >= 0;
}

/** @param {Progress} progress */
export function saveProgress(progress) {
  const { damaged, ...kept } = progress;
  store(KEY, JSON.stringify(kept));
}

/**
 * Progress after the first try at a puzzle; further tries change nothing.
 * @param {Progress} progress
 * @param {string} id
 * @param {boolean} solved
 * @param {PuzzleRating} rating    the new one
 * @returns {Progress}
 */
export function withTry(progress, id, solved, rating) {
  if (id in progress.tried) return progress;
  const streak = solved ? progress.streak + 1 : 0;
  return {
    ...progress,
    rating,
    tried: { ...progress.tried, [id]: solved },
    streak,
    bestStreak: Math.max(progress.bestStreak, streak),
  };
}

/** Progress after a puzzle of the day was solved. @param {Progress} progress @param {string} day */
export function withDay(progress, day) {
  return progress.days.includes(day) ? progress : { ...progress, days: [...progress.days, day] };
}

/**
 * Days in a row, up to today or yesterday, whose puzzle was solved.
 * @param {string[]} days
 * @param {string} today
 */
export function dayStreak(days, today) {
  const known = new Set(days);
  const start = Date.parse(`${today}T00:00:00Z`);
  const dayBefore = (/** @type {number} */ count) =>
    new Date(start - count * DAY).toISOString().slice(0, 10);
  const first = known.has(today) ? 0 : 1;
  let count = first;
  while (known.has(dayBefore(count))) count += 1;
  return count - first;
}

function stored() {
  try {
    return localStorage.getItem(KEY) ?? session;
  } catch {
    return session;
  }
}

/** @param {string} key @param {string} text */
function store(key, text) {
  if (key === KEY) session = text;
  try {
    localStorage.setItem(key, text);
  } catch {
    // The storage is full or forbidden: it lasts as long as the page.
  }
}
