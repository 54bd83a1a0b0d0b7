/** Values that several views derive from events. */

/** @import { AzulTakenEvent, PavilionTakenEvent, AzulBonusEvent, PavilionBonusEvent } from "../types.d.ts" */
/** @typedef {import("../tiles.js").PileOfTiles} PileOfTiles */

/**
 * The tiles that were taken from a source.
 * @param {AzulTakenEvent | PavilionTakenEvent} event
 * @returns {PileOfTiles}
 */
export function takenTiles(event) {
  return "tiles" in event ? event.tiles : { [event.colour]: event.count };
}

/**
 * All end bonuses of a player together.
 * @param {AzulBonusEvent | PavilionBonusEvent} event
 * @returns {number}
 */
export function bonusPoints(event) {
  return "rows" in event ? event.rows + event.columns + event.colours : event.stars + event.numbers;
}
