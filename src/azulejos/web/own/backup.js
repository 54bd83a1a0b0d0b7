/** Everything that this device keeps, as one file and back. */
import { allKeys, DAMAGED, itemsIn, PREFIX } from "../kept.js";
import { newId, PREFIX as STUDIES } from "../study/kept.js";
import { merged } from "./merge.js";

/** What an export says it is. */
export const FORMAT = "azulejos-device";

/** @typedef {{ format: string, version: 1, date: string, data: Record<string, unknown> }} Backup */

/** @param {Date} now @returns {Backup} */
export function backup(now) {
  const entries = allKeys().map((key) => [key, valueOf(localStorage.getItem(key) ?? "")]);
  return { format: FORMAT, version: 1, date: now.toISOString(), data: Object.fromEntries(entries) };
}

/** Text that is not JSON, because it is damaged, stays text. @param {string} text @returns {unknown} */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Read an export, and join it with what is here: see `merged`. Damaged text is put aside, and an
 * analysis that differs from the one with its id becomes another one.
 * @param {string} text
 * @returns {number} keys that were read
 * @throws {TypeError} if it is no export of ours
 */
export function restore(text) {
  const data = dataOf(text);
  const keys = Object.keys(data).filter((key) => key.startsWith(PREFIX));
  for (const key of keys) restoreKey(key, data[key]);
  return keys.length;
}

/** @param {string} key @param {unknown} there */
function restoreKey(key, there) {
  const text = localStorage.getItem(key);
  const here = text === null ? null : valueOf(text);
  if (here === null) write(key, there);
  else if (key.endsWith(DAMAGED)) putAside(key.slice(0, -DAMAGED.length), there);
  else if (typeof there === "string") {
    putAside(key, there);
    if (Array.isArray(here)) write(key, merged(key, here, itemsIn(there)));
  } else if (typeof here === "string") {
    putAside(key, here);
    write(key, Array.isArray(there) ? merged(key, itemsIn(here), there) : there);
  } else if (key.startsWith(STUDIES) && !isSameStudy(here, there)) write(STUDIES + newId(), there);
  else write(key, merged(key, here, there));
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
}

/** Keep damaged text beside what is put aside already. @param {string} key @param {unknown} value */
function putAside(key, value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const before = localStorage.getItem(key + DAMAGED);
  if (before?.includes(text)) return;
  write(key + DAMAGED, before ? `${before}\n${text}` : text);
}

/** @param {any} here @param {any} there */
function isSameStudy(here, there) {
  return JSON.stringify(here?.record) === JSON.stringify(there?.record);
}

/** @param {string} text @returns {Record<string, unknown>} */
function dataOf(text) {
  const value = /** @type {any} */ (valueOf(text));
  if (value?.format !== FORMAT || typeof value.data !== "object" || value.data === null) {
    throw new TypeError(`expected an export (${FORMAT})`);
  }
  return value.data;
}
