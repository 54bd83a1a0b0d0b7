/**
 * What a review says about one player: curves of victory shares, luck, turning points, mistakes.
 * Pure functions; docs/analysis.md defines the numbers. A ply is a number of moves: the position
 * after that many moves, with the draws that followed.
 */

/** @import { ChanceView, DecisionView, ReviewView, ReviewStep, TurningPointView } from "../types.d.ts" */

/** @param {ReviewStep} step @returns {step is DecisionView} */
export function isDecision(step) {
  return step.type === "decision";
}

/** The ply that a step leads to. @param {ReviewStep} step */
export function plyAfter(step) {
  return isDecision(step) ? step.ply + 1 : step.ply;
}

/** The ply of the end. @param {ReviewView} review */
export function lastPly(review) {
  return review.graph.at(-1)?.ply ?? 0;
}

/** The shares of all players at a ply, after its draws. @param {ReviewView} review @param {number} ply @returns {number[]} */
export function sharesAt(review, ply) {
  const point = review.graph.findLast((each) => each.ply <= ply);
  return point?.shares ?? review.summaries.map((books) => books.start);
}

/**
 * The draws of the game, those of one ply added up.
 * @param {ReviewView} review
 * @returns {{ ply: number, deal: boolean, luck: number[] }[]}
 */
export function drawsOf(review) {
  /** @type {Map<number, { ply: number, deal: boolean, luck: number[] }>} */
  const draws = new Map();
  for (const { ply, kind, luck } of chancesOf(review)) {
    const known = draws.get(ply);
    draws.set(ply, {
      ply,
      deal: kind === "deal" || Boolean(known?.deal),
      luck: luck.map((share, seat) => share + (known?.luck[seat] ?? 0)),
    });
  }
  return [...draws.values()];
}

/** @param {ReviewView} review @returns {ChanceView[]} */
function chancesOf(review) {
  return review.steps.flatMap((step) => (isDecision(step) ? [] : [step]));
}

/**
 * The move that led to a ply, and the draws after it.
 * @param {ReviewView} review
 * @param {number} ply
 * @returns {{ decision: DecisionView | null, chances: ChanceView[] }}
 */
export function stepsAt(review, ply) {
  const decision = review.steps.filter(isDecision).find((step) => plyAfter(step) === ply);
  return {
    decision: decision ?? null,
    chances: chancesOf(review).filter((step) => step.ply === ply),
  };
}

/**
 * The standard error of a player's luck in a round: draws are sampled independently.
 * @param {ReviewView} review
 * @param {number} seat
 * @param {number} round
 */
export function luckError(review, seat, round) {
  const chances = chancesOf(review).filter((step) => step.round === round);
  const squares = chances.map((step) => (step.expected.errors?.[seat] ?? 0) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

/**
 * The turning points of a player with their steps, the largest swing first.
 * @param {ReviewView} review
 * @param {number} seat
 * @returns {(TurningPointView & { at: ReviewStep })[]}
 */
export function turningPointsOf(review, seat) {
  return review.turning_points
    .filter((point) => point.player === seat)
    .map((point) => ({ ...point, at: review.steps[point.step] }))
    .sort((one, other) => Math.abs(other.swing) - Math.abs(one.swing));
}

/**
 * The moves that are worth another try: mistakes and blunders, or else inaccuracies.
 * @param {ReviewView} review
 * @param {number[]} seats
 * @returns {DecisionView[]} in the order of the game
 */
export function mistakesOf(review, seats) {
  const own = review.steps.filter(isDecision).filter((step) => seats.includes(step.player));
  const grave = own.filter(({ judgement }) => judgement === "mistake" || judgement === "blunder");
  return grave.length ? grave : own.filter(({ judgement }) => judgement === "inaccuracy");
}
