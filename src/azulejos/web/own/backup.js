/** Everything that this device keeps, as one file and back. */
import { allKeys, PREFIX } from "../kept.js";

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
 * Read an export. Lists are merged by the ids of their items, everything else is replaced.
 * @param {string} text
 * @returns {number} keys that were written
 * @throws {TypeError} if it is no export of ours
 */
export function restore(text) {
  const data = dataOf(text);
  const keys = Object.keys(data).filter((key) => key.startsWith(PREFIX));
  for (const key of keys) {
    const present = localStorage.getItem(key);
    const value = present === null ? data[key] : merged(valueOf(present), data[key]);
    localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  return keys.length;
}

/** @param {string} text @returns {Record<string, unknown>} */
function dataOf(text) {
  const value = /** @type {any} */ (valueOf(text));
  if (value?.format !== FORMAT || typeof value.data !== "object" || value.data === null) {
    throw new TypeError(`expected an export (${FORMAT})`);
  }
  return value.data;
}

/**
 * Lists of items with ids: all of both, those of this device where both have one.
 * @param {unknown} here
 * @param {unknown} there
 * @returns {unknown}
 */
export function merged(here, there) {
  if (!Array.isArray(here) || !Array.isArray(there)) return there;
  const ids = new Set(here.map(identity));
  return [...there.filter((item) => !ids.has(identity(item))), ...here];
}

/** @param {any} item */
function identity(item) {
  return item?.id === undefined ? JSON.stringify(item) : `${item.id}/${item.seat ?? ""}`;
}
