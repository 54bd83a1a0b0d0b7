/** Tiles, piles of tiles and icons: pictures of the sprite with their accessible names. */
import { factsOf } from "./games/facts.js";
import { html } from "./html.js";
import { _, colourName } from "./i18n.js";

/** @typedef {Record<string, number>} PileOfTiles letters to counts, without zeros */

/** Reference to a tile of the sprite: "#azul-b". @param {string} game @param {string} colour */
export function tileHref(game, colour) {
  return `#${factsOf(game).tiles.sprite}-${colour}`;
}

/** Name of a tile: its colour, or the starting player marker. @param {string} colour */
export function tileName(colour) {
  return colour === "marker" ? _("starting player marker") : colourName(colour);
}

/**
 * One tile. Without a label it is decoration, and its container must have a label.
 * @param {{game: string, colour: string, size?: number, label?: string|boolean, class?: string,
 *          [attribute: string]: unknown}} props
 *   `label`: true for the colour's own name; `size`: the width in pixels, else the style sheet's.
 */
export function Tile({ game, colour, size, label, class: extra = "", ...rest }) {
  const name = label === true ? tileName(colour) : label;
  const { shape, box } = factsOf(game).tiles;
  const spoken = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return html`<svg
    class=${`tile ${shape} ${extra}`}
    viewBox=${box}
    style=${size ? { width: `${size}px` } : undefined}
    data-tile=${colour}
    ...${spoken}
    ...${rest}
  >
    <use href=${tileHref(game, colour)} />
  </svg>`;
}

/**
 * The letters of a pile in the order of the colours, each with its count.
 * @param {string} game
 * @param {PileOfTiles | null | undefined} tiles
 * @returns {[string, number][]}
 */
export function pileEntries(game, tiles) {
  return [...factsOf(game).tiles.colours].flatMap((c) => (tiles?.[c] ? [[c, tiles[c]]] : []));
}

/**
 * The letters of a pile one by one: {"b":2,"r":1} gives ["b","b","r"].
 * @param {string} game
 * @param {PileOfTiles} tiles
 * @returns {string[]}
 */
export function pileLetters(game, tiles) {
  return pileEntries(game, tiles).flatMap(([colour, count]) => Array(count).fill(colour));
}

/** Number of tiles of a pile. @param {PileOfTiles | null | undefined} tiles */
export function pileTotal(tiles) {
  return Object.values(tiles ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Whether two piles hold the same tiles. @param {PileOfTiles} one @param {PileOfTiles} other */
export function samePile(one, other) {
  const letters = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...letters].every((letter) => (one[letter] ?? 0) === (other[letter] ?? 0));
}

/**
 * A pile in words: "2 blue, 1 red".
 * @param {string} game
 * @param {PileOfTiles} tiles
 * @param {boolean} [marker]   whether the starting player marker is with them
 */
export function pileText(game, tiles, marker = false) {
  const parts = pileEntries(game, tiles).map(([colour, count]) =>
    _("{count} {colour}", { count, colour: colourName(colour) }),
  );
  if (marker) parts.push(_("starting player marker"));
  return parts.length ? parts.join(", ") : _("no tiles");
}

/**
 * A pile as one labelled picture: every tile, or with `counted` one tile per colour and its count.
 * @param {{game: string, tiles: PileOfTiles, marker?: boolean, size?: number, counted?: boolean,
 *          class?: string}} props
 */
export function Pile({ game, tiles, marker = false, size, counted = false, class: extra = "" }) {
  const drawn = counted
    ? pileEntries(game, tiles).map(
        ([colour, count]) =>
          html`<span class="counted" key=${colour}>
            <${Tile} game=${game} colour=${colour} size=${size} /><span class="count"
              >${count}</span
            >
          </span>`,
      )
    : pileLetters(game, tiles).map(
        (colour, index) =>
          html`<${Tile} key=${index} game=${game} colour=${colour} size=${size} />`,
      );
  return html`<span class=${`pile ${extra}`} role="img" aria-label=${pileText(game, tiles, marker)}>
    ${drawn}${marker ? html`<${Tile} game=${game} colour="marker" size=${size} />` : null}
  </span>`;
}

/**
 * An icon of the sprite ("undo" for #icon-undo); decoration unless it has a label.
 * @param {{name: string, label?: string, class?: string}} props
 */
export function Icon({ name, label, class: extra = "" }) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${`icon ${extra}`} viewBox="0 0 24 24" ...${spoken}>
    <use href=${`#icon-${name}`} />
  </svg>`;
}
