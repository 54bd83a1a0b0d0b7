/** What puzzles are about, in words. */
import { _ } from "../i18n.js";

/** By the service's names, in the order in which they are listed. @type {Record<string, () => string>} */
export const THEMES = {
  end: () => _("End the game"),
  "prevent-end": () => _("Prevent the end"),
  starve: () => _("Take the others' points"),
  poison: () => _("Leave a bad pile"),
  block: () => _("Take it first"),
  marker: () => _("Starting player marker"),
  floor: () => _("Save points"),
  points: () => _("Score at once"),
  column: () => _("Column"),
  colour: () => _("Colour"),
  star: () => _("Star"),
  number: () => _("Number"),
  combo: () => _("Several bonus tiles"),
  wild: () => _("Wild tile"),
  keep: () => _("Keep tiles"),
};

/** @param {string} theme */
export function themeName(theme) {
  return THEMES[theme]?.() ?? theme;
}
