/**
 * Analyses kept on this device, one entry of the local storage each, so that a damaged one harms no
 * other. Bounded: the oldest ones make room.
 */

/** @typedef {import("./api.js").RecordJson} RecordJson */

/**
 * @typedef {object} KeptStudy
 * @property {string} id        of a game of the service, or of this device
 * @property {string} title     what it was called by its owner; may be empty
 * @property {RecordJson} record
 * @property {number[]} route   the node that was looked at, see `nodeAt`
 * @property {string} changed   ISO time
 * @property {boolean} manual   tiles are entered by hand: a game on a real table
 */

/** Prefix of the keys under which analyses are kept. */
export const PREFIX = "azulejos.study.";
/** Beyond this number the oldest ones are dropped. */
export const MAX_STUDIES = 40;
/** Characters of one analysis: what the service reads. */
export const MAX_LENGTH = 120_000;
/** Ids of this device begin with it; no game of the service has such an id. */
const OWN = "my-";

/** The analyses of this page, also where the storage is full or blocked. @type {Map<string, KeptStudy>} */
const session = new Map();

/** A new id of this device. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return OWN + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether an id belongs to this device, and not to a game of the service. @param {string} id */
export function isOwn(id) {
  return id.startsWith(OWN);
}

/** All analyses, newest first, and the number of damaged ones. */
export function listKept() {
  const ids = [...new Set([...session.keys(), ...keptIds()])];
  const studies = ids.flatMap((id) => findKept(id) ?? []);
  studies.sort((one, other) => other.changed.localeCompare(one.changed));
  return { studies, damaged: ids.length - studies.length };
}

/** @returns {string[]} */
function keptIds() {
  try {
    const keys = Array.from({ length: localStorage.length }, (_key, n) => localStorage.key(n) ?? "");
    return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** @param {string} id @returns {KeptStudy | null} null where there is none, or a damaged one */
export function findKept(id) {
  const known = session.get(id);
  if (known) return known;
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
    const sound = Array.isArray(kept?.record?.plies) && typeof kept.record.game === "string";
    if (!sound) return null;
    const route = Array.isArray(kept.route) ? kept.route : [];
    return { title: "", changed: "", manual: false, ...kept, id, route };
  } catch {
    return null;
  }
}

/**
 * @param {Omit<KeptStudy, "changed">} study
 * @returns {"kept" | "too-long" | "full"}
 */
export function keep(study) {
  const dated = { ...study, changed: new Date().toISOString() };
  session.set(study.id, dated);
  const text = JSON.stringify(dated);
  if (text.length > MAX_LENGTH) return "too-long";
  try {
    localStorage.setItem(PREFIX + study.id, text);
  } catch {
    return "full";
  }
  for (const { id } of listKept().studies.slice(MAX_STUDIES)) forgetKept(id);
  return "kept";
}

/** @param {string} id */
export function forgetKept(id) {
  session.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // A forbidden storage keeps nothing.
  }
}

/** Drop what cannot be read. */
export function forgetDamaged() {
  for (const id of keptIds()) if (!findKept(id)) forgetKept(id);
}
