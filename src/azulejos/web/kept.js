/**
 * What this device keeps: lists of games, mistakes and reviews, and single objects. Damaged text loses
 * nothing that can be read: whole items are picked out of it, and the text itself is put aside for an
 * export.
 */

/** Prefix of everything that this site keeps. */
export const PREFIX = "azulejos.";
/** Suffix of the place where damaged text is put aside. */
export const DAMAGED = ".damaged";

/** What a blocked or full storage does not take lasts as long as the page. @type {Map<string, object[]>} */
const unsaved = new Map();

/**
 * @param {string} key
 * @param {(item: any) => unknown} [isGood]   whether an object can be used
 * @returns {any[]} the items, all of them objects
 */
export function readList(key, isGood = () => true) {
  const kept = unsaved.get(key);
  if (kept) return kept;
  const text = textOf(key);
  if (text === null) return [];
  const whole = parsed(text);
  const good = (/** @type {unknown} */ item) => isObject(item) && isGood(item);
  if (Array.isArray(whole) && whole.every(good)) return whole;
  const items = (Array.isArray(whole) ? whole : itemsIn(text)).filter(good);
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

/**
 * An object of whose text the end may be missing: as much of it as can be read.
 * @param {string} text
 * @returns {Record<string, any>}
 */
export function objectIn(text) {
  const whole = parsed(text);
  if (isObject(whole)) return whole;
  for (const [end, closing] of cuts(text).reverse()) {
    const part = parsed(text.slice(0, end) + closing);
    if (isObject(part)) return part;
  }
  return {};
}

/**
 * Whether a text is an object that holds what was read of it, and nothing else under these names.
 * @param {string} text
 * @param {object} read
 */
export function isWhole(text, read) {
  const kept = /** @type {any} */ (parsed(text));
  return (
    isObject(kept) &&
    Object.entries(read).every(
      ([name, value]) => !(name in kept) || JSON.stringify(/** @type {any} */ (kept)[name]) === JSON.stringify(value),
    )
  );
}

/** Where a text can end, and what closes it there. @param {string} text @returns {[number, string][]} */
function cuts(text) {
  /** @type {[number, string][]} */
  const found = [];
  let closing = "";
  let quoted = false;
  for (let n = 0; n < text.length; n += 1) {
    const sign = text[n];
    if (quoted && sign === "\\") n += 1;
    else if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === "{") closing = `}${closing}`;
    else if (sign === "[") closing = `]${closing}`;
    else if (sign === ",") found.push([n, closing]);
    else if (sign === "}" || sign === "]") found.push([n + 1, (closing = closing.slice(1))]);
  }
  return found;
}

/**
 * An object with all usual fields: its own, where they are of the usual type.
 * @template {object} T
 * @param {Record<string, any>} item
 * @param {T} usual     null: a number, or null
 * @returns {T}
 */
export function fitted(item, usual) {
  const fits = (/** @type {unknown} */ value, /** @type {unknown} */ model) => {
    if (model === null) return value === null || Number.isFinite(value);
    if (Array.isArray(model)) return Array.isArray(value);
    return typeof value === typeof model && isObject(value) === isObject(model);
  };
  const fields = Object.entries(usual).map(([name, model]) => [name, fits(item[name], model) ? item[name] : model]);
  return { ...item, ...Object.fromEntries(fields) };
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

/** Keep damaged text for an export. @param {string} key @param {string} text */
export function putAside(key, text) {
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
