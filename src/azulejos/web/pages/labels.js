/** Names and dates that several pages show. */
import { _, dateTags } from "../i18n.js";

/** @param {string} board */
export function boardName(board) {
  return board === "coloured" ? _("Coloured side") : _("Grey side");
}

/** Names joined as the reader's language does it. @param {string[]} names */
export function nameList(names) {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? _("{names} and {last}", { names: names.slice(0, -1).join(", "), last }) : last;
}

/** A date and time in short. @param {string} iso */
export function shortDate(iso) {
  return formatted(iso, { dateStyle: "medium", timeStyle: "short" });
}

/** A date in short. @param {string} iso */
export function dayText(iso) {
  return formatted(iso, { dateStyle: "medium" });
}

/** @param {string} iso @param {Intl.DateTimeFormatOptions} options @returns {string} empty where it is no date */
function formatted(iso, options) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(dateTags(), options).format(date);
}

/** Where points come from. @param {string} source */
export function sourceLabel(source) {
  switch (source) {
    case "start":
      return _("Points at the start");
    case "tiles":
      return _("Placed tiles");
    case "floor":
      return _("Floor line");
    case "rows":
      return _("Complete rows");
    case "columns":
      return _("Complete columns");
    case "colours":
      return _("Complete colours");
    case "marker":
      return _("Starting player marker");
    case "leftovers":
      return _("Discarded tiles");
    case "stars":
      return _("Complete stars");
    case "numbers":
      return _("Complete numbers");
    default:
      return source;
  }
}
