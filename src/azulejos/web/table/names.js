/** Names of people, bots and places at a table. */
import { botName } from "../bots.js";
import { html } from "../html.js";
import { _, ngettext } from "../i18n.js";

/** @import { SeatView } from "../types.d.ts" */

/**
 * The names of all seats, in order.
 * @param {{ seats: Pick<SeatView, "seat" | "name" | "kind" | "bot">[] }} table
 */
export function seatNames(table) {
  const taken = new Map();
  return table.seats.map((seat) => {
    const name = seat.name || usualName(seat);
    if (seat.kind === "open") return name;
    // Two bots of a level need different names.
    const times = (taken.get(name) ?? 0) + 1;
    taken.set(name, times);
    return times > 1 ? `${name} ${times}` : name;
  });
}

/** What a seat without a name is called. @param {Pick<SeatView, "seat" | "kind" | "bot">} seat */
function usualName({ seat, kind, bot }) {
  if (kind === "bot") return botName(bot);
  return kind === "open" ? _("Open seat") : _("Player {number}", { number: seat + 1 });
}

/**
 * A name in markup: its direction of writing must not turn what stands beside it.
 * @param {{ name: string }} props
 */
export function Name({ name }) {
  return html`<bdi>${name}</bdi>`;
}

/** A name in an attribute, isolated likewise. @param {string} name */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/** Level of the bot that plays at a seat; null for a person. @param {SeatView} seat */
export function botAt(seat) {
  return seat.kind === "bot" ? seat.bot : seat.stand_in;
}

/** "+3" or "−2", with a real minus sign. @param {number} points */
export function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** Points in words, for labels. @param {number} points */
export function pointsText(points) {
  return points < 0
    ? ngettext("minus {n} point", "minus {n} points", -points)
    : ngettext("{n} point", "{n} points", points);
}

/** Name of a source; 0 is the centre. @param {number} source */
export function sourceName(source) {
  return source === 0 ? _("Centre") : _("Factory {number}", { number: source });
}

/** Text of a preset chat message. @param {string} preset */
export function presetText(preset) {
  switch (preset) {
    case "hello":
      return _("Hello!");
    case "good-luck":
      return _("Good luck!");
    case "well-played":
      return _("Well played!");
    case "thinking":
      return _("Let me think …");
    case "oops":
      return _("Oops!");
    case "thanks":
      return _("Thank you!");
    case "good-game":
      return _("Good game!");
    case "hurry-up":
      return _("Your turn!");
    default:
      return preset;
  }
}
