/** Places of a scene by name, and the places that a move goes from and to. */

/** @import { Option } from "../types.d.ts" */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box   in pixels */

/**
 * The box of a place in a scene, relative to the scene; null where it is not displayed.
 *
 * A place is a `data-place` name ("source-3", "wall-0-2-1"), the beginning of several ("line-0-2",
 * "wall-0"), "board-1" for a whole board, "tray", or a place and a colour ("source-3/b").
 * @param {HTMLElement} scene
 * @param {string} place
 * @param {number} [most]   elements that are looked at
 * @returns {Box | null}
 */
export function boxOf(scene, place, most = Infinity) {
  const boxes = boxesIn(scene, elementsOf(scene, place).slice(0, most));
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    ...{ x, y },
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** The rounding of a place's corners, as CSS; empty for a place of several elements. @param {HTMLElement} scene @param {string} place */
export function roundingOf(scene, place) {
  const [element, ...others] = elementsOf(scene, place);
  return element && others.length === 0 ? getComputedStyle(element).borderRadius : "";
}

/** The boxes of what is displayed, relative to the scene. @param {HTMLElement} scene @param {Element[]} elements @returns {Box[]} */
function boxesIn(scene, elements) {
  const frame = scene.getBoundingClientRect();
  return elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, width, height }) => ({ x: left - frame.left, y: top - frame.top, width, height }));
}

/** The boxes of the badges on spaces, which tell what a tile brings there. @param {HTMLElement} scene */
export function badgesOf(scene) {
  return boxesIn(scene, [...scene.querySelectorAll(".space-badge:not(.quiet) rect")]);
}

/**
 * The corners of a place that is drawn as a shape, relative to the scene; null for other places.
 * @param {HTMLElement} scene
 * @param {string} place
 * @returns {string | null}   points of a polygon
 */
export function outlineOf(scene, place) {
  const [element] = elementsOf(scene, place);
  const shape = element?.closest("polygon") ?? element?.querySelector("polygon");
  const matrix = shape?.getScreenCTM();
  if (!shape || !matrix) return null;
  const frame = scene.getBoundingClientRect();
  return [...shape.points]
    .map((point) => point.matrixTransform(matrix))
    .map(({ x, y }) => `${Math.round(x - frame.left)},${Math.round(y - frame.top)}`)
    .join(" ");
}

/** @param {HTMLElement} scene @param {string} place @returns {Element[]} */
function elementsOf(scene, place) {
  const [name, colour] = place.split("/");
  const [kind, seat] = name.split("-");
  if (kind === "tray") return [...scene.querySelectorAll(".tray")];
  if (kind === "board") return [...scene.querySelectorAll(`[data-seat="${seat}"] .board`)].slice(0, 1);
  const exact = scene.querySelector(`[data-place="${name}"]`);
  const found = exact ? [exact] : [...scene.querySelectorAll(`[data-place^="${name}-"]`)];
  if (!colour) return found;
  return found.flatMap((element) => [...element.querySelectorAll(`[data-tile="${colour}"]`)]);
}

/**
 * Where a move starts and ends on the table; null where it has no such place.
 * @param {Option} option
 * @param {number} seat   that plays it
 * @returns {{ from: string | null, to: string | null }}
 */
export function placesOf(option, seat) {
  switch (option.kind) {
    case "draft": {
      const from = `source-${option.source}/${option.colour}`;
      if (!("destination" in option)) return { from, to: null };
      const { destination } = option;
      return { from, to: destination === 0 ? `floor-${seat}` : `line-${seat}-${destination - 1}` };
    }
    case "tile":
      return { from: null, to: `wall-${seat}-${option.row}-${option.column}` };
    case "place":
      return { from: null, to: `space-${seat}-${option.space}` };
    case "bonus":
      return { from: "supply", to: null };
    default:
      return { from: null, to: null };
  }
}
