/** Names as people type and paste them. */

/** Control characters, changes of the direction of writing, characters without width. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const JOINERS = "\u200c\u200d";
/** What a joiner connects: parts of an emoji, or letters after a mark that asks for it. */
const JOINED = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Mn}]/u;

/** The name without what cannot be seen, which the service refuses. @param {string} text */
export function typedName(text) {
  const letters = [...text];
  const isSeen = (/** @type {string} */ letter, /** @type {number} */ at) =>
    !HIDDEN.test(letter) ||
    (JOINERS.includes(letter) && JOINED.test(letters[at - 1] ?? "") && at + 1 < letters.length);
  return letters.filter(isSeen).join("").trim();
}
