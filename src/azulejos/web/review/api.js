/** Requests for the review of a game, and what the service answers. docs/analysis.md defines the numbers. */
import { get, post } from "../api.js";

/**
 * @typedef {import("../study/api.js").Value} Value
 * @typedef {"good" | "inaccuracy" | "mistake" | "blunder"} Judgement
 * @typedef {"quick" | "standard" | "deep"} Effort
 *
 * @typedef {object} Decision    a move, compared with the best one at equal effort
 * @property {"decision"} type
 * @property {number} ply        moves before it
 * @property {number} round
 * @property {number} player
 * @property {string} move
 * @property {string} best
 * @property {Value} value       after the best move
 * @property {Value} played      after the move
 * @property {number} loss       of victory share
 * @property {number} lead_loss  in points
 * @property {boolean} trivial
 * @property {Judgement} judgement
 * @property {number} accuracy
 * @property {number[]} gains    of all players, by the move instead of the best one
 * @property {string[]} line
 * @property {string[]} played_line
 * @property {string[]} facts    sentences
 *
 * @typedef {object} Chance      a deal or a refill, compared with what could have been drawn
 * @property {"chance"} type
 * @property {number} ply
 * @property {number} round
 * @property {"deal" | "refill"} kind
 * @property {string} tiles
 * @property {Value} expected    before it, with standard errors
 * @property {Value} value
 * @property {number[]} luck
 * @property {number[]} lead_luck
 * @property {number} count
 * @property {boolean} enumerated
 *
 * @typedef {Decision | Chance} Step
 *
 * @typedef {object} Summary     result − start = luck − losses + others + residual
 * @property {number} player
 * @property {number} result
 * @property {number} start
 * @property {number} luck
 * @property {number} luck_error
 * @property {number} losses
 * @property {number} others
 * @property {number} residual
 * @property {number} luck_adjusted
 * @property {number} lead_losses
 * @property {number} decisions
 * @property {number | null} error_rate
 * @property {number | null} accuracy
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 * @property {{ stronger: string | null, weaker: string | null } | null} scale   among our levels
 *
 * @typedef {{ player: number, step: number, swing: number }} TurningPoint
 * @typedef {{ step: number, ply: number, shares: number[], chance: boolean }} GraphPoint
 * @typedef {{ luck: number, losses: number, others: number, decisions: number, error_rate: number | null }} RoundSummary
 * @typedef {{ level: string, error_rate: number, low: number, high: number }} LevelRate
 *
 * @typedef {object} Review
 * @property {string} game
 * @property {string} board
 * @property {number} players
 * @property {Effort} effort
 * @property {boolean} is_over
 * @property {number[]} scores
 * @property {string[]} names
 * @property {Step[]} steps
 * @property {GraphPoint[]} graph
 * @property {Summary[]} summaries
 * @property {TurningPoint[]} turning_points
 * @property {{ round: number, players: RoundSummary[] }[]} rounds
 * @property {LevelRate[]} levels    [] where none were measured
 *
 * @typedef {object} ReviewStatus
 * @property {"none" | "queued" | "running" | "done" | "failed"} state
 * @property {Effort} effort
 * @property {number | null} place   1 is next
 * @property {number} done
 * @property {number} steps
 * @property {Review | null} review
 */

/** @param {string} id */
function pathOf(id) {
  return `/api/games/${encodeURIComponent(id)}/review`;
}

/** The review of a game; without an effort the deepest one. @param {string} id @param {Effort | null} [effort] @returns {Promise<ReviewStatus>} */
export function findReview(id, effort = null) {
  return get(effort ? `${pathOf(id)}?effort=${effort}` : pathOf(id));
}

/** @param {string} id @param {Effort} effort @returns {Promise<ReviewStatus>} */
export function startReview(id, effort) {
  return post(pathOf(id), { effort });
}
