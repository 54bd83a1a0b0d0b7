/** Options of a table in words; the service decides what they mean. */
import { _, ngettext } from "./i18n.js";

/** @import { TableOptions } from "./types.d.ts" */

/**
 * Each option as a few words.
 * @param {Omit<TableOptions, "hints"> & { hints?: boolean | null }} options   null: the service decides
 * @returns {string[]}
 */
export function optionTexts({ hints = true, undo = "free", time = null, spectators = true }) {
  return [
    ...(hints === null ? [] : [hints ? _("Hints on") : _("Hints off")]),
    undoText(undo),
    timeText(time),
    spectators ? _("Spectators welcome") : _("No spectators"),
  ];
}

/** @param {TableOptions["undo"]} undo */
function undoText(undo) {
  if (undo === "consent") return _("Undo by consent");
  return undo === "off" ? _("No undo") : _("Free undo");
}

/** @param {TableOptions["time"]} time */
export function timeText(time) {
  if (!time) return _("No time limit");
  if (time.kind === "move") return ngettext("{n} day per move", "{n} days per move", time.days);
  return time.increment
    ? _("{minutes} min each, plus {seconds} s per move", { minutes: time.minutes, seconds: time.increment })
    : _("{minutes} min each", { minutes: time.minutes });
}

/** The options as one line, which is silent about spectators who may come. @param {Parameters<typeof optionTexts>[0]} options */
export function optionsLine(options) {
  const texts = optionTexts(options);
  return (options.spectators === false ? texts : texts.slice(0, -1)).join(" · ");
}
