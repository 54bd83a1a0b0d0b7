/** What a review of an own game leaves on this device: error rate and luck, and mistakes to repeat. */
import { list } from "../storage.js";
import { readRecord } from "../study/api.js";
import { mistakesOf } from "../review/shares.js";
import { collect } from "./mistakes.js";
import { rememberReview, rememberTables } from "./results.js";

/** @import { ReviewView } from "../types.d.ts" */
/** @typedef {import("./mistakes.js").Mistake} Mistake */

/**
 * @param {string} id    of the table
 * @param {ReviewView} review
 * @param {number[]} seats    own ones
 * @param {string[]} names
 */
export async function collectReview(id, review, seats, names) {
  if (seats.length !== 1) return;
  rememberTables(list());
  rememberReview(id, review, seats);
  const decisions = mistakesOf(review, seats);
  if (decisions.length === 0) return;
  const { record, positions } = await readRecord({ game: id });
  collect(mistakesAt(id, review.game, names, decisions, beforeMoves(record.plies, positions), new Date()));
}

/**
 * The position before each move, of those before each move or deal.
 * @param {import("../study/api.js").Ply[]} plies
 * @param {string[]} positions
 */
export function beforeMoves(plies, positions) {
  return positions.filter((_position, n) => plies[n]?.move !== undefined);
}

/**
 * @param {string} id
 * @param {string} game
 * @param {string[]} names
 * @param {import("../types.d.ts").DecisionView[]} decisions
 * @param {string[]} positions    before each move
 * @param {Date} now
 * @returns {Mistake[]}
 */
export function mistakesAt(id, game, names, decisions, positions, now) {
  return decisions.flatMap(({ ply, player, move, best, loss, judgement }) => {
    const position = positions[ply];
    if (!position || judgement === "good") return [];
    const date = now.toISOString();
    return [
      {
        ...{ id: `${id}/${ply}`, table: id, ply, game, position, player, names },
        ...{ move, best, loss, judgement, found: date, solved: 0, due: date },
      },
    ];
  });
}
