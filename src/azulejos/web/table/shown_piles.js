/** Piles and lists of a shown state, changed without touching the state before. */
import { changed } from "./options.js";

/** @import { State } from "../types.d.ts" */
/** @typedef {import("../tiles.js").PileOfTiles} PileOfTiles */

/** @param {PileOfTiles} pile @param {PileOfTiles} tiles @returns {PileOfTiles} */
export function added(pile, tiles) {
  return Object.entries(tiles).reduce((sum, [colour, count]) => changed(sum, colour, count), pile);
}

/** @param {PileOfTiles} pile @param {PileOfTiles} tiles @returns {PileOfTiles} */
export function removed(pile, tiles) {
  return Object.entries(tiles).reduce((sum, [colour, count]) => changed(sum, colour, -count), pile);
}

/**
 * A list with one item changed.
 * @template Item
 * @param {Item[]} list
 * @param {number} index
 * @param {(item: Item) => Item} change
 */
export function replaced(list, index, change) {
  return list.map((item, n) => (n === index ? change(item) : item));
}

/**
 * Centre and factories after tiles were taken from a source: the rest of a factory is in the centre.
 * @param {State} state
 * @param {number} source   0 is the centre
 * @param {PileOfTiles} taken
 * @returns {Pick<State, "centre" | "factories">}
 */
export function moved({ centre, factories }, source, taken) {
  if (source === 0) return { centre: removed(centre, taken), factories };
  return {
    centre: added(centre, removed(factories[source - 1], taken)),
    factories: replaced(factories, source - 1, () => ({})),
  };
}
