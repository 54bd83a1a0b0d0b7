/**
 * What two devices keep, joined: nothing that can be read on either is lost. Items of lists belong
 * together by their ids. What a person has chosen, such as preferences, is replaced by the import.
 */

/** @param {unknown} value @returns {value is Record<string, any>} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What is kept under a key: of this device, and of the import.
 * @param {string} key
 * @param {unknown} here
 * @param {unknown} there
 * @returns {unknown}
 */
export function merged(key, here, there) {
  if (Array.isArray(here) && Array.isArray(there)) return mergedList(key, here, there);
  if (key === "azulejos.lessons") return grown(here, there);
  if (key === "azulejos.puzzles" && isRecord(here) && isRecord(there)) {
    return { ...grownRecord(here, there), rating: surer(here.rating, there.rating) };
  }
  return there;
}

/** @param {string} key @param {any[]} here @param {any[]} there */
function mergedList(key, here, there) {
  const others = new Map(there.map((item) => [identity(item), item]));
  const known = new Set(here.map(identity));
  const join = key === "azulejos.mistakes" ? furtherRepeated : filled;
  return [
    ...there.filter((item) => !known.has(identity(item))),
    ...here.map((item) => join(item, others.get(identity(item)))),
  ];
}

/** @param {any} item */
function identity(item) {
  return item?.id === undefined ? JSON.stringify(item) : `${item.id}/${item.seat ?? ""}`;
}

/** An item of this device, with what only the other one says. @param {any} here @param {any} there @returns {any} */
function filled(here, there) {
  if (isRecord(here) && isRecord(there)) {
    const entries = Object.entries(here).map(([name, value]) => [name, filled(value, there[name])]);
    return { ...there, ...Object.fromEntries(entries) };
  }
  const isEmpty = here === null || here === "" || (Array.isArray(here) && here.length === 0);
  return isEmpty && there !== undefined ? there : here;
}

/** A mistake as it was repeated last: a try always sets a later date. @param {any} here @param {any} there */
function furtherRepeated(here, there) {
  return there && String(there.due) > String(here.due) ? there : here;
}

/** Progress of both: larger numbers, all items, what is true on either. @param {any} here @param {any} there @returns {any} */
function grown(here, there) {
  if (there === undefined || there === null) return here;
  if (isRecord(here) && isRecord(there)) return grownRecord(here, there);
  if (Array.isArray(here) && Array.isArray(there)) return [...new Set([...here, ...there])];
  if (typeof here === "number" && typeof there === "number") return Math.max(here, there);
  return here || there;
}

/** @param {Record<string, any>} here @param {Record<string, any>} there */
function grownRecord(here, there) {
  const entries = Object.entries(here).map(([name, value]) => [name, grown(value, there[name])]);
  return { ...there, ...Object.fromEntries(entries) };
}

/** The rating with the smaller deviation: more puzzles were tried for it. @param {any} here @param {any} there */
function surer(here, there) {
  return (there?.deviation ?? Infinity) < (here?.deviation ?? Infinity) ? there : (here ?? there);
}
