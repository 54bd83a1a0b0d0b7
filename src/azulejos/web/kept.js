/**
 * Lists that this device keeps: one item a game, mistake or review. Damaged text loses nothing that
 * can be read: whole items are picked out of it, and the text itself is put aside for an export.
 */

/** Prefix of everything that this site keeps. */
export const PREFIX = "azulejos.";
/** Suffix of the place where damaged text is put aside. */
export const DAMAGED = ".damaged";

/** What a blocked or full storage does not take lasts as long as the page. @type {Map<string, object[]>} */
const unsaved = new Map();

/**
 * @param {string} key
 * @returns {any[]} the items, all of them objects; what they hold is for the caller to check
 */
export function readList(key) {
  const kept = unsaved.get(key);
  if (kept) return kept;
  const text = textOf(key);
  if (text === null) return [];
  const whole = parsed(text);
  if (Array.isArray(whole) && whole.every(isObject)) return whole;
  const items = Array.isArray(whole) ? whole.filter(isObject) : itemsIn(text);
  putAside(key, text);
  writeList(key, items);
  return items;
}

/** @param {string} key @param {object[]} items @returns {boolean} whether they were stored */
export function writeList(key, items) {
  try {
    localStorage.setItem(key, JSON.stringify(items));
    unsaved.delete(key);
    return true;
  } catch {
    unsaved.set(key, items);
    return false;
  }
}

/**
 * The whole objects of a damaged list.
 * @param {string} text
 * @returns {object[]}
 */
export function itemsIn(text) {
  /** @type {object[]} */
  const items = [];
  let from = text.indexOf("{");
  while (from >= 0) {
    const end = endOfObject(text, from);
    const item = end > 0 ? parsed(text.slice(from, end)) : null;
    if (isObject(item)) items.push(item);
    // An object that does not end may hold others, but they are parts of it, not items.
    from = end > 0 ? text.indexOf("{", end) : -1;
  }
  return items;
}

/** Where an object ends; 0 if it does not. @param {string} text @param {number} from */
function endOfObject(text, from) {
  let depth = 0;
  let quoted = false;
  for (let n = from; n < text.length; n += 1) {
    const sign = text[n];
    if (quoted && sign === "\\") n += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === "{") depth += 1;
    else if (!quoted && sign === "}") depth -= 1;
    if (depth === 0) return n + 1;
  }
  return 0;
}

/** Keys whose text was damaged, without those that a person has seen to. @returns {string[]} */
export function damagedKeys() {
  return allKeys()
    .filter((key) => key.endsWith(DAMAGED))
    .map((key) => key.slice(0, -DAMAGED.length));
}

/** Forget the damaged text that was put aside. */
export function dropDamaged() {
  for (const key of damagedKeys()) localStorage.removeItem(key + DAMAGED);
}

/** Everything of this site that the browser keeps. @returns {string[]} */
export function allKeys() {
  try {
    const keys = Array.from({ length: localStorage.length }, (_key, n) => localStorage.key(n) ?? "");
    return keys.filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** @param {string} key @param {string} text */
function putAside(key, text) {
  try {
    const before = localStorage.getItem(key + DAMAGED);
    localStorage.setItem(key + DAMAGED, before ? `${before}\n${text}` : text);
  } catch {
    // No room for a copy: the readable items are kept all the same.
  }
}

/** @param {string} key */
function textOf(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {value is object} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
