/**
 * SVG parts of the figures in the rules: tiles, spaces, arrows and points.
 * Colours of lines and letters come from styles/rules.css, tiles from the sprite.
 */
import { html } from "../html.js";

/** @typedef {import("../html.js").View} View */
/**
 * @typedef {object} StarSpace
 * @property {number} number
 * @property {string | null} colour
 * @property {number} x
 * @property {number} y
 * @property {number} angle
 * @property {number} length
 */

const SIXTH = 60;
const UP = 270;
/** The part of a rhombus that its tile fills; the rest is the joint. */
const FILLED = 0.955;

/**
 * A square tile of Azul; `m` is the starting player marker.
 * @type {(letter: string, x: number, y: number, size: number, opacity?: number) => View}
 */
export const square = (letter, x, y, size, opacity = 1) =>
  html`<use
    href=${letter === "m" ? "#azul-marker" : `#azul-${letter}`}
    x=${x}
    y=${y}
    width=${size}
    height=${size}
    opacity=${opacity}
  />`;

/** An empty space for a square tile. @type {(x: number, y: number, size: number) => View} */
export const hole = (x, y, size) =>
  html`<rect class="figure-space" x=${x} y=${y} width=${size} height=${size} rx=${size * 0.12} />`;

/**
 * A frame around the subject of the caption: light and dark, to show on every tile.
 * @type {(shape: string, place: string) => View}
 */
const framed = (shape, place) =>
  html`<path class="figure-halo" d=${shape} transform=${place} />
    <path class="figure-frame" d=${shape} transform=${place} />`;

/**
 * A frame around a square tile, or around a rectangle of them.
 * @type {(x: number, y: number, width: number, height?: number) => View}
 */
export const frame = (x, y, width, height = width) =>
  framed(`M-2 -2H${width + 2}V${height + 2}H-2Z`, `translate(${x} ${y})`);

/**
 * A factory's disc, or the centre of the table when it is large.
 * @type {(x: number, y: number, radius: number) => View}
 */
export const disc = (x, y, radius) =>
  html`<circle class="figure-disc" cx=${x} cy=${y} r=${radius} />`;

/**
 * A rhombus of Summer Pavilion around a point; `angle` in degrees clockwise from upright.
 * @type {(letter: string, x: number, y: number, length: number, angle?: number, opacity?: number) => View}
 */
export const rhombus = (letter, x, y, length, angle = 0, opacity = 1) => {
  const width = length / Math.sqrt(3);
  return html`<use
    href=${`#pavilion-${letter}`}
    x=${-width / 2}
    y=${-length / 2}
    width=${width}
    height=${length}
    transform=${`translate(${x} ${y}) rotate(${angle})`}
    opacity=${opacity}
  />`;
};

/**
 * An arrow from one point to another; with a `rise` it goes over what lies between.
 * @type {(x1: number, y1: number, x2: number, y2: number, rise?: number) => View}
 */
export const arrow = (x1, y1, x2, y2, rise = 0) => {
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 - rise];
  const direction = Math.atan2(y2 - y, x2 - x);
  const side = (/** @type {number} */ turn) =>
    `${x2 - 9 * Math.cos(direction + turn)} ${y2 - 9 * Math.sin(direction + turn)}`;
  const head = `M${side(0.5)}L${x2} ${y2}L${side(-0.5)}`;
  return html`<path class="figure-arrow" d=${`M${x1} ${y1}Q${x} ${y} ${x2} ${y2}${head}`} />`;
};

/**
 * Text centred on a point.
 * @type {(content: string | number, x: number, y: number, size: number, kind?: string) => View}
 */
export const words = (content, x, y, size, kind = "figure-words") =>
  html`<text class=${kind} x=${x} y=${y} dy="0.35em" text-anchor="middle" font-size=${size}
    >${content}</text
  >`;

/**
 * Points won ("good") or lost ("bad"), on a small plate.
 * @type {(content: string, x: number, y: number, kind?: "good" | "bad") => View}
 */
export const points = (content, x, y, kind = "good") => {
  const width = 14 + 9 * content.length;
  return html`<g class=${`figure-points figure-${kind}`}>
    <rect x=${x - width / 2} y=${y - 12} width=${width} height="24" rx="12" />
    ${words(content, x, y, 15, "figure-plate-words")}
  </g>`;
};

/**
 * A number in a ring, which the caption explains.
 * @type {(content: string, x: number, y: number) => View}
 */
export const ring = (content, x, y) =>
  html`<g class="figure-ring">
    <circle cx=${x} cy=${y} r="12" />
    ${words(content, x, y, 15, "figure-plate-words")}
  </g>`;

/** A tick or a cross. @type {(allowed: boolean, x: number, y: number) => View} */
export const verdict = (allowed, x, y) =>
  html`<path
    class=${allowed ? "figure-tick" : "figure-cross"}
    d=${allowed
      ? `M${x - 8} ${y}L${x - 2} ${y + 7}L${x + 9} ${y - 8}`
      : `M${x - 7} ${y - 7}L${x + 7} ${y + 7}M${x + 7} ${y - 7}L${x - 7} ${y + 7}`}
  />`;

/**
 * The six spaces of a single star, in the form of the server's geometry.
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {string} colour
 * @returns {StarSpace[]}
 */
export function starSpaces(x, y, side, colour) {
  const length = side * Math.sqrt(3);
  return [1, 2, 3, 4, 5, 6].map((number, slot) => {
    const direction = ((UP + SIXTH * slot) * Math.PI) / 180;
    return {
      number,
      colour,
      x: x + (length / 2) * Math.cos(direction),
      y: y + (length / 2) * Math.sin(direction),
      angle: SIXTH * slot,
      length: length * FILLED,
    };
  });
}

/** The outline of a rhombus around the origin. @type {(half: number) => string} */
const outline = (half) => `M0 ${-half}L${half / Math.sqrt(3)} 0L0 ${half}L${-half / Math.sqrt(3)} 0Z`;

/**
 * Spaces of stars, each with its number and faded colour or the tile on it. Frames come last, so
 * that no neighbour covers them.
 * @template {StarSpace} Space
 * @param {Space[]} spaces
 * @param {(space: Space) => string | false | undefined} tileOn
 * @param {(space: Space) => boolean} [isFramed]
 */
export const starsOf = (spaces, tileOn, isFramed = () => false) => html`
  ${spaces.map((space) => starSpace(space, tileOn(space)))}
  ${spaces
    .filter(isFramed)
    .map(({ x, y, angle, length }) =>
      framed(outline(length / 2), `translate(${x} ${y}) rotate(${angle})`),
    )}
`;

/** @param {StarSpace} space @param {string | false | undefined} tile */
function starSpace({ number, colour, x, y, angle, length }, tile) {
  if (tile) return rhombus(tile, x, y, length, angle);
  return html`<g>
    <path
      class="figure-space"
      d=${outline(length / 2)}
      transform=${`translate(${x} ${y}) rotate(${angle})`}
    />
    ${colour && rhombus(colour, x, y, length, angle, 0.25)}
    <circle class="figure-number" cx=${x} cy=${y} r=${length * 0.15} />
    ${words(number, x, y, length * 0.24)}
  </g>`;
}
