/** What the people, bots and places at a table are called. */
import { _, ngettext } from "../i18n.js";

/** The name of a bot's level; levels that the page does not know are shown as they are. */
export function botName(level) {
  switch (level) {
    case "beginner":
      return _("Beginner");
    case "casual":
      return _("Casual");
    case "strong":
      return _("Strong");
    case "expert":
      return _("Expert");
    case "master":
      return _("Master");
    case "random":
      return _("Random");
    case "greedy":
      return _("Greedy");
    default:
      return level ? level[0].toUpperCase() + level.slice(1) : _("Bot");
  }
}

/** The names of all seats, in order. */
export function seatNames(table) {
  const taken = new Map();
  return table.seats.map((seat) => {
    const name =
      seat.name ||
      (seat.kind === "bot" ? botName(seat.bot) : _("Player {number}", { number: seat.seat + 1 }));
    // Two bots of a level need different names.
    const times = (taken.get(name) ?? 0) + 1;
    taken.set(name, times);
    return times > 1 ? `${name} ${times}` : name;
  });
}

/** Who decides at a seat: a bot's level, or null for a person. */
export function botAt(seat) {
  return seat.kind === "bot" ? seat.bot : seat.stand_in;
}

/** "+3" or "−2", with a real minus sign. */
export function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** Points in words, for labels. */
export function pointsText(points) {
  return points < 0
    ? ngettext("minus {n} point", "minus {n} points", -points)
    : ngettext("{n} point", "{n} points", points);
}

/** What a source is called. */
export function sourceName(source) {
  return source === 0 ? _("Centre") : _("Factory {number}", { number: source });
}

/** What is said by a preset message. */
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
      return _("Shall we go on?");
    default:
      return preset;
  }
}
