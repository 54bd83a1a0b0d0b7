/** Requests for the review of a game, and what the service answers. docs/analysis.md defines the numbers. */
import { get, post } from "../api.js";

/** @import { ReviewStatus } from "../types.d.ts" */
/** @typedef {ReviewStatus["effort"]} Effort */

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
