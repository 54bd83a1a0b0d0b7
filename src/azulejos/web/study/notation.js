/** Moves in notation, with pictures of tiles in place of colour letters. */
import { factsOf } from "../games/facts.js";
import { html } from "../html.js";
import { colourName } from "../i18n.js";
import { Tile } from "../tiles.js";

/** @param {{ game: string, text: string }} props */
export function Notation({ game, text }) {
  return html`<span class="notation" role="img" aria-label=${spelled(game, text)}>
    ${parts(game, text).map((part, n) =>
      isColour(game, part)
        ? html`<${Tile} key=${n} game=${game} colour=${part} class="inline" />`
        : html`<span key=${n}>${part}</span>`,
    )}
  </span>`;
}

/** A move as it is read out: "3 blue 4". @param {string} game @param {string} text */
export function spelled(game, text) {
  return parts(game, text)
    .map((part) => (isColour(game, part) ? colourName(part) : part))
    .join(" ");
}

/** @param {string} game @param {string} part */
function isColour(game, part) {
  return part.length === 1 && factsOf(game).tiles.colours.includes(part);
}

/** Colours and what stands between them. @param {string} game @param {string} text */
function parts(game, text) {
  return text.split(new RegExp(`([${factsOf(game).tiles.colours}])`)).filter(Boolean);
}
