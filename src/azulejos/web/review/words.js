/** Numbers and judgements of a review in words. */
import { levelName } from "../bots.js";
import { _, numberTags, minusSigned } from "../i18n.js";
import { isolated } from "../table/names.js";

/** @import { DecisionView, SummaryView } from "../types.d.ts" */
/** @typedef {DecisionView["judgement"]} Judgement */

/** How a judgement is written beside a move. @type {Record<Judgement, string>} */
export const SYMBOLS = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Judgement} judgement */
export function judgementName(judgement) {
  switch (judgement) {
    case "inaccuracy":
      return _("Inaccuracy");
    case "mistake":
      return _("Mistake");
    case "blunder":
      return _("Blunder");
    default:
      return _("Good move");
  }
}

/** A share of the victory: "52 %". @param {number} share @param {number} [digits] */
export function percent(share, digits = 0) {
  return format(share, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
    signDisplay: "negative",
  });
}

/** A change of a share: "+6 %", "−21 %", "0 %". @param {number} change @param {number} [digits] */
export function signedPercent(change, digits = 0) {
  return format(change, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
    signDisplay: "exceptZero",
  });
}

/** @param {number} value @param {Intl.NumberFormatOptions} options */
function format(value, options) {
  const text = new Intl.NumberFormat(numberTags(), { style: "percent", ...options }).format(value);
  return text.replace("-", "−");
}

/** A change with its standard error: "−6 ± 2 %". @param {number} change @param {number} error */
export function sampledPercent(change, error) {
  if (!Math.round(100 * error)) return signedPercent(change);
  const number = Math.round(100 * change);
  return `${number > 0 ? "+" : ""}${minusSigned(number)} ± ${percent(error)}`;
}

/** A number with one digit after the point. @param {number} value */
export function decimal(value) {
  return oneDigit(value, {});
}

/** A difference with one digit after the point: "+2.5". @param {number} value */
export function signedDecimal(value) {
  return oneDigit(value, { signDisplay: "exceptZero" });
}

/** @param {number} value @param {Intl.NumberFormatOptions} options */
function oneDigit(value, options) {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1, ...options };
  return new Intl.NumberFormat(numberTags(), digits).format(value).replace("-", "−");
}

/**
 * What luck and what one's moves were worth, in one sentence.
 * @param {SummaryView} books
 * @param {string | null} name    null for the reader
 */
export function luckSentence(books, name) {
  const luck = signedPercent(books.luck);
  const moves = signedPercent(-books.losses);
  return name === null
    ? _("The deals were worth {luck} to you; your moves {moves}.", { luck, moves })
    : _("The deals were worth {luck} to {name}; their own moves {moves}.", {
        luck,
        moves,
        name: isolated(name),
      });
}

/** Where an error rate is among the levels. @param {{ weaker: string | null, stronger: string | null }} place */
export function placeSentence({ weaker, stronger }) {
  if (weaker === null) {
    return _("Weaker than our level {level}.", { level: levelName(stronger) });
  }
  if (stronger === null) {
    return _("Stronger than our level {level}.", { level: levelName(weaker) });
  }
  return _("Between our levels {weaker} and {stronger}.", {
    weaker: levelName(weaker),
    stronger: levelName(stronger),
  });
}
