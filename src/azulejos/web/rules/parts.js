/**
 * Building blocks of the pages of rules: sections, blocks of text with a figure beside them, tables.
 * Their content is in each game's rules.js and in playing.js.
 */
import { html } from "../html.js";
import { Tile } from "../tiles.js";
import { _, colourName } from "../i18n.js";

/** @typedef {import("../html.js").View} View */
/** @typedef {{ id: string, title: string, blocks: View[] }} RulesSection */

/**
 * A chapter of the page: its anchor, its heading and its blocks.
 * @type {(id: string, title: string, ...blocks: View[]) => RulesSection}
 */
export const section = (id, title, ...blocks) => ({ id, title, blocks });

/** @type {(text: View) => View} */
export const paragraph = (text) => html`<p>${text}</p>`;

/** @type {(text: View) => View} */
export const heading = (text) => html`<h3>${text}</h3>`;

/** @type {(...texts: View[]) => View} */
export const items = (...texts) =>
  html`<ul>
    ${texts.map((text) => html`<li>${text}</li>`)}
  </ul>`;

/**
 * Text with a figure beside it, or under it on narrow screens.
 * @type {(figure: View, ...content: View[]) => View}
 */
export const beside = (figure, ...content) =>
  html`<div class="rules-block">
    <div class="rules-text">${content}</div>
    ${figure}
  </div>`;

/** @type {(...content: View[]) => View} */
export const text = (...content) => html`<div class="rules-text">${content}</div>`;

/** A table whose first column names its rows. @type {(head: View[], rows: View[][]) => View} */
export const table = (head, rows) =>
  html`<table class="rules-table">
    <thead>
      <tr>
        ${head.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, ...cells]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;

/** A table whose rows start with what they count. @type {(rows: View[][]) => View} */
export const rowsOfNumbers = (rows) =>
  html`<table class="rules-table rules-table-lying">
    <tbody>
      ${rows.map(
        ([name, ...numbers]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${numbers.map((number) => html`<td>${number}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;

/** Questions with their answers, as pairs. @type {(pairs: View[][]) => View} */
export const answers = (pairs) =>
  html`<dl class="rules-answers">
    ${pairs.map(
      ([question, answer]) =>
        html`<div>
          <dt>${question}</dt>
          <dd>${answer}</dd>
        </div>`,
    )}
  </dl>`;

/**
 * Tiles within a sentence: small pictures that are read out as the names of their colours.
 * @type {(game: string, letters: string) => View}
 */
export const tiles = (game, letters) =>
  html`<span class="rules-tiles"
    >${[...letters].map((letter) => html`<${Tile} game=${game} colour=${letter} label=${true} />`)}</span
  >`;

/** The starting player marker within a sentence that names it. @type {(game: string) => View} */
export const marker = (game) =>
  html`<span class="rules-tiles"><${Tile} game=${game} colour="marker" /></span>`;

/** A tile with the visible name of its colour. @type {(game: string, letter: string) => View} */
export const namedTile = (game, letter) =>
  html`<span class="rules-named">
    <${Tile} game=${game} colour=${letter} /> ${colourName(letter)}
  </span>`;

/**
 * A drawing with its caption.
 * @param {object} props
 * @param {string} props.title   the part of the rules that it shows
 * @param {View} props.caption
 * @param {number | string} props.width
 * @param {number | string} props.height
 * @param {View} props.children
 */
export function Figure({ title, caption, width, height, children }) {
  const label = _("Picture: {title}", { title });
  return html`<figure class="rules-figure">
    <svg viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>${children}</svg>
    <figcaption>${caption}</figcaption>
  </figure>`;
}
