/**
 * What a page of rules is made of: sections, blocks of text with a figure beside them, tables.
 * Their content is in each game's rules.js and in playing.js.
 */
import { html } from "../html.js";
import { Tile } from "../tiles.js";
import { _, colourName } from "../i18n.js";

/** @typedef {{ id: string, title: string, blocks: any[] }} RulesSection */

/** A chapter of the page: its anchor, its heading and its blocks. */
export const section = (id, title, ...blocks) => ({ id, title, blocks });

export const paragraph = (text) => html`<p>${text}</p>`;

export const heading = (text) => html`<h3>${text}</h3>`;

export const items = (...texts) =>
  html`<ul>
    ${texts.map((text) => html`<li>${text}</li>`)}
  </ul>`;

/** Text with a figure that stands beside it, or under it where there is no room. */
export const beside = (figure, ...content) =>
  html`<div class="rules-block">
    <div class="rules-text">${content}</div>
    ${figure}
  </div>`;

export const text = (...content) => html`<div class="rules-text">${content}</div>`;

/** A table whose first column names its rows. */
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

/** A table that lies on its side: each row starts with what it counts. */
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

/** Questions with their answers, as pairs. */
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

/** Tiles within a sentence: small pictures that are read out as the names of their colours. */
export const tiles = (game, letters) =>
  html`<span class="rules-tiles"
    >${[...letters].map((letter) => html`<${Tile} game=${game} colour=${letter} label=${true} />`)}</span
  >`;

/** The starting player marker within a sentence that names it. */
export const marker = (game) =>
  html`<span class="rules-tiles"><${Tile} game=${game} colour="marker" /></span>`;

/** A tile with the name of its colour in sight. */
export const namedTile = (game, letter) =>
  html`<span class="rules-named">
    <${Tile} game=${game} colour=${letter} /> ${colourName(letter)}
  </span>`;

/** A drawing with its caption. `title` says which part of the rules it shows. */
export function Figure({ title, caption, width, height, children }) {
  const label = _("Picture: {title}", { title });
  return html`<figure class="rules-figure">
    <svg viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>${children}</svg>
    <figcaption>${caption}</figcaption>
  </figure>`;
}
