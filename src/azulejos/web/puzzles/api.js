/** Requests about puzzles. The solution comes only with the answer to a try. */
import { get, post } from "../api.js";

/** @import { PuzzleAnswer as Answer, PuzzleList, PuzzleRating, PuzzleView as View } from "../types.d.ts" */
/** @typedef {import("../types.d.ts").Study} Study */
/** @typedef {Omit<View, "study"> & { study: Study }} PuzzleView */
/** @typedef {Omit<Answer, "study"> & { study: Study | null }} PuzzleAnswer */

/** @returns {Promise<PuzzleList>} */
export function loadPuzzles() {
  return get("/api/puzzles");
}

/** @param {string} id @returns {Promise<PuzzleView>} */
export function loadPuzzle(id) {
  return get(`/api/puzzles/${encodeURIComponent(id)}`);
}

/**
 * @param {string} id
 * @param {{ moves: string[], give_up?: boolean, rating?: PuzzleRating | null }} answer
 *   the own moves from the beginning; `rating` where the answer counts
 * @returns {Promise<PuzzleAnswer>}
 */
export function tryPuzzle(id, answer) {
  return post(`/api/puzzles/${encodeURIComponent(id)}/try`, answer);
}
