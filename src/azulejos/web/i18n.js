/**
 * Translation: English sentences are the message ids, catalogs hold their translations.
 *
 * Only literal strings are passed to these functions, because `python -m tools.words` extracts them
 * from the source. A sentence is never concatenated from parts: places are named, `{like_this}`.
 */

/** @typedef {string | [string, string]} Message */
/** @typedef {import("./html.js").View} View */
/** @typedef {Record<string, View>} Values */

/** @type {{ language: string, messages: Record<string, Message>, plural: Intl.PluralRules }} */
let catalog = emptyCatalog("en");

/** @param {string} language */
function emptyCatalog(language) {
  return { language, messages: {}, plural: new Intl.PluralRules(languageTag(language)) };
}

/**
 * BCP 47 tag of a language: pt_BR is pt-BR to a browser.
 * @param {string} language
 */
export function languageTag(language) {
  return language.replace("_", "-");
}

/** Tag of the current language, for the `lang` attribute. */
export function currentTag() {
  return languageTag(catalog.language);
}

/**
 * Languages whose formats some browsers lack (Chrome: Icelandic), and those that write the same.
 * @type {Record<string, { numbers: string, dates: string }>}
 */
const STAND_INS = { is: { numbers: "pt-BR", dates: "de" } };

/** Tags for the formats of numbers, the wanted one first. */
export function numberTags() {
  const tag = currentTag();
  return tag in STAND_INS ? [tag, STAND_INS[tag].numbers] : [tag];
}

/** Tags for the formats of dates: the reader's region decides, if it is known. */
export function dateTags() {
  const tag = currentTag();
  const regional = navigator.languages?.filter((wanted) => wanted.startsWith(`${tag}-`)) ?? [];
  return [...regional, tag, ...(tag in STAND_INS ? [STAND_INS[tag].dates] : [])];
}

/**
 * Load and use the catalog of a language. Without it the page stays in English.
 * @param {string} language
 */
export async function loadCatalog(language) {
  const next = emptyCatalog(language);
  try {
    const response = await fetch(`/words/${language}.json`);
    if (response.ok) next.messages = (await response.json()).messages ?? {};
    else if (language !== "en") next.plural = new Intl.PluralRules("en");
  } catch {
    next.plural = new Intl.PluralRules("en");
  }
  catalog = next;
}

/**
 * The best of our languages for the browser's preferences.
 * @param {string[]} ours    codes
 * @returns {string}
 */
export function languageFromBrowser(ours) {
  const base = (/** @type {string} */ code) => code.toLowerCase().split(/[-_]/)[0];
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const exact = ours.find((code) => languageTag(code).toLowerCase() === wanted.toLowerCase());
    if (exact) return exact;
    // "no" and "nn" are Norwegian too; every Portuguese gets the Brazilian catalog.
    const near = ["no", "nn"].includes(base(wanted)) ? "nb" : base(wanted);
    const found = ours.find((code) => base(code) === near);
    if (found) return found;
  }
  return "en";
}

/**
 * Translate a message.
 * @param {string} id
 * @param {Values} [values]
 * @returns {string}
 */
export function gettext(id, values) {
  return fill(single(id), values).join("");
}

export const _ = gettext;

/**
 * Translate a message whose form depends on a number, which fills `{n}`.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 * @returns {string}
 */
export function ngettext(one, many, n, values) {
  return fill(plural(one, many, n), { n, ...values }).join("");
}

export const n_ = ngettext;

/**
 * Translate a message whose places may hold views.
 * @param {string} id
 * @param {Values} [values]
 * @returns {View[]} strings and views, ready to be children of an element
 */
export function rich(id, values) {
  return fill(single(id), values);
}

/**
 * The same for a message whose form depends on a number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 * @returns {View[]}
 */
export function richPlural(one, many, n, values) {
  return fill(plural(one, many, n), { n, ...values });
}

/**
 * A sentence that the service has translated, with views in its places.
 * @param {string} text
 * @param {Values} values
 */
export function filled(text, values) {
  return fill(text, values);
}

/** @param {string} id */
function single(id) {
  const message = catalog.messages[id];
  return (Array.isArray(message) ? message[0] : message) || id;
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} n
 */
function plural(one, many, n) {
  const form = catalog.plural.select(n) === "one" ? 0 : 1;
  const message = catalog.messages[one];
  const translated = Array.isArray(message) ? message[form] : undefined;
  if (translated) return translated;
  // An untranslated sentence is English, whatever the reader's plural rules say.
  return n === 1 ? one : many;
}

/**
 * @param {string} text
 * @param {Values} [values]
 * @returns {View[]}
 */
function fill(text, values) {
  if (!values) return [text];
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      if (!(part in values)) return `{${part}}`;
      const value = values[part];
      return typeof value === "number" ? minusSigned(value) : value;
    })
    .filter((part) => part !== "");
}

/** A number with a real minus sign, which screen readers say. @param {number} value */
export function minusSigned(value) {
  return String(value).replace("-", "−");
}

/**
 * The name of a colour as a label, not as a part of a sentence (there it would have to inflect).
 * @param {string} letter
 * @returns {string}
 */
export function colourName(letter) {
  switch (letter) {
    case "b":
      return _("blue");
    case "y":
      return _("yellow");
    case "r":
      return _("red");
    case "k":
      return _("black");
    case "w":
      return _("white");
    case "p":
      return _("purple");
    case "g":
      return _("green");
    case "o":
      return _("orange");
    default:
      return letter;
  }
}
