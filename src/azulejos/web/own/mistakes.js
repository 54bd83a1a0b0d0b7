/** Own mistakes of all games on this device, repeated with growing intervals until they are solved. */
import { fitted, readList, writeList } from "../kept.js";

/**
 * @typedef {object} Mistake
 * @property {string} id          table and ply
 * @property {string} table
 * @property {number} ply
 * @property {string} game
 * @property {string} position    as text
 * @property {number} player
 * @property {string[]} names
 * @property {string} move        that was played
 * @property {string} best
 * @property {number} loss
 * @property {"inaccuracy" | "mistake" | "blunder"} judgement
 * @property {string} found       ISO time
 * @property {number} solved      times in a row at the first try
 * @property {string} due         ISO time from which it is asked again
 */

export const KEY = "azulejos.mistakes";
const MAX_MISTAKES = 500;
/** Days until a mistake is asked again, after each solution; after the last one it is done with. */
export const INTERVALS = [1, 3, 7, 21];
const DAY = 24 * 60 * 60 * 1000;

/** @returns {Mistake[]} */
export function mistakes() {
  return readList(KEY, isMistake).map(complete);
}

/** @param {any} item @returns {item is Mistake} */
function isMistake(item) {
  const texts = [item.id, item.position, item.move, item.best, item.due];
  return texts.every((text) => typeof text === "string") && Array.isArray(item.names);
}

/** @param {any} item @returns {Mistake} */
function complete(item) {
  const known = fitted(item, { table: "", ply: 0, game: "", player: 0, loss: 0, solved: 0, found: "" });
  // What has no time is due now.
  return { ...item, ...known, due: Number.isNaN(Date.parse(item.due)) ? new Date(0).toISOString() : item.due };
}

/** Whether a mistake was solved as often as needed. @param {Mistake} mistake */
export function isDone({ solved }) {
  return solved >= INTERVALS.length;
}

/**
 * The mistakes to repeat now, the gravest first.
 * @param {Mistake[]} all
 * @param {Date} now
 */
export function dueAt(all, now) {
  return all
    .filter((mistake) => !isDone(mistake) && new Date(mistake.due) <= now)
    .sort((one, other) => other.loss - one.loss);
}

/**
 * A mistake after a try: solved at the first one it comes later and later, else tomorrow.
 * @param {Mistake} mistake
 * @param {boolean} firstTry
 * @param {Date} now
 * @returns {Mistake}
 */
export function after(mistake, firstTry, now) {
  const solved = firstTry ? mistake.solved + 1 : 0;
  const days = INTERVALS[Math.max(0, solved - 1)] ?? INTERVALS[0];
  return { ...mistake, solved, due: new Date(now.getTime() + days * DAY).toISOString() };
}

/** Store a try. @param {Mistake} mistake @param {boolean} firstTry */
export function rememberTry(mistake, firstTry) {
  const tried = after(mistake, firstTry, new Date());
  writeList(
    KEY,
    mistakes().map((each) => (each.id === mistake.id ? tried : each)),
  );
}

/** Store mistakes that are not known yet. @param {Mistake[]} found */
export function collect(found) {
  const known = mistakes();
  const ids = new Set(known.map(({ id }) => id));
  const all = [...known, ...found.filter(({ id }) => !ids.has(id))];
  if (all.length === known.length) return;
  // Those that are done with make room first, then the oldest.
  const kept = [...all.filter(isDone), ...all.filter((mistake) => !isDone(mistake))];
  writeList(KEY, kept.slice(-MAX_MISTAKES));
}
