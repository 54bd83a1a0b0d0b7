/** Texts of lessons, in which tiles stand as pictures. */
import { factsOf } from "../games/facts.js";
import { html } from "../html.js";
import { filled } from "../i18n.js";
import { Tile } from "../tiles.js";

/** @param {{ game: string, text: string }} props */
export function LessonText({ game, text }) {
  const letters = [...factsOf(game).tiles.colours, "marker"];
  const pictures = letters.map((letter) => [
    letter,
    html`<${Tile} game=${game} colour=${letter} label=${true} class="inline" />`,
  ]);
  return html`<span>${filled(text, Object.fromEntries(pictures))}</span>`;
}
