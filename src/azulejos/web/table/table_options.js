/** Options of a table in words: what a person should know before they join. */
import { _, ngettext } from "../i18n.js";

/** @import { TableOptions } from "../types.d.ts" */

/** Names and values of the options. @param {TableOptions | undefined} options @returns {[string, string][]} */
export function optionFacts(options) {
  if (!options) return [];
  return [
    [_("Hints"), options.hints ? _("On") : _("Off")],
    [_("Undo"), undoText(options.undo)],
    [_("Time"), timeText(options.time)],
  ];
}

/** @param {TableOptions["undo"]} undo */
function undoText(undo) {
  switch (undo) {
    case "free":
      return _("On");
    case "consent":
      return _("If the others agree");
    default:
      return _("Off");
  }
}

/** @param {TableOptions["time"]} time */
function timeText(time) {
  if (!time) return _("No limit");
  if (time.kind === "move")
    return ngettext("{n} day for each move", "{n} days for each move", time.days);
  const minutes = ngettext("{n} minute per player", "{n} minutes per player", time.minutes);
  if (!time.increment) return minutes;
  return _("{minutes}, +{seconds} s after each move", { minutes, seconds: time.increment });
}
