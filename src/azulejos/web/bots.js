/** Bots: first names, levels and faces. */
import { html } from "./html.js";
import { _ } from "./i18n.js";
import { Icon } from "./tiles.js";

/** First names by level, from the configuration. @type {Record<string, string>} */
let firstNames = {};

/** @param {Record<string, string>} names   first names by level */
export function setBotNames(names) {
  firstNames = names;
}

/** A bot's first name; those without one are called by their level. @param {string | null} level */
export function botName(level) {
  return firstNames[level ?? ""] ?? levelName(level);
}

/** A bot among others to choose from: "Nuno · Strong". @param {string} level */
export function botChoice(level) {
  return level in firstNames ? `${firstNames[level]} · ${levelName(level)}` : levelName(level);
}

/** Name of a level; unknown ones are shown as they are. @param {string | null} level */
export function levelName(level) {
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

/** How a level plays. @param {string} level */
export function levelNote(level) {
  switch (level) {
    case "beginner":
      return _("Looks one move ahead and often slips. Great for your first games.");
    case "casual":
      return _("Looks one move ahead and sometimes takes the second-best move.");
    case "strong":
      return _("Looks a few moves ahead and makes few mistakes.");
    case "expert":
      return _("Looks further ahead and always plays the best move it finds.");
    case "master":
      return _("Our strongest bot: looks as far ahead as it can within a second.");
    default:
      return "";
  }
}

/**
 * A bot's portrait, or the icon of a bot for those without one.
 * @param {{ level: string, label?: string, class?: string }} props
 */
export function Face({ level, label, class: extra = "" }) {
  if (!(level in firstNames)) return html`<${Icon} name="bot" label=${label} class=${extra} />`;
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${`face ${extra}`} viewBox="0 0 100 100" data-face=${level} ...${spoken}>
    ${label && html`<title>${label}</title>`}
    <use href=${`#face-${level}`} />
  </svg>`;
}
