/** The choice of a puzzle: one that was not tried, near the person's rating. */

/** @import { PuzzleSummary } from "../types.d.ts" */

/** @typedef {{ game: string, theme: string }} Wish   empty: any */

/** Puzzles nearest to a rating, among which chance decides. */
const NEAREST = 8;

/**
 * @param {PuzzleSummary[]} puzzles
 * @param {Wish} wish
 * @param {Record<string, boolean>} tried
 * @param {number} rating
 * @param {() => number} [random]
 * @returns {PuzzleSummary | null}   null if all were tried
 */
export function choosePuzzle(puzzles, wish, tried, rating, random = Math.random) {
  const near = puzzles
    .filter((puzzle) => fits(puzzle, wish) && !(puzzle.id in tried))
    .map((puzzle) => ({ puzzle, distance: Math.abs(puzzle.rating - rating) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, NEAREST);
  return near.length > 0 ? near[Math.floor(random() * near.length)].puzzle : null;
}

/** @param {PuzzleSummary} puzzle @param {Wish} wish */
function fits(puzzle, { game, theme }) {
  return (!game || puzzle.game === game) && (!theme || puzzle.themes.includes(theme));
}

/** The themes that occur, with their numbers of puzzles. @param {PuzzleSummary[]} puzzles @param {string} game */
export function themesOf(puzzles, game) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const puzzle of puzzles) {
    if (game && puzzle.game !== game) continue;
    for (const theme of puzzle.themes) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  }
  return counts;
}
