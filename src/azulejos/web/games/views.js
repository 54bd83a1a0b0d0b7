/** Registry of the games' views: the components that draw a player's side of a table. */
import { azulViews } from "./azul/views.js";
import { DEFAULT_GAME } from "./facts.js";
import { pavilionViews } from "./pavilion/views.js";

/**
 * @typedef {import("../table/acting.js").Acting} Acting
 * @typedef {import("../types.d.ts").GameEvent} GameEvent
 *
 * @typedef {(props: any) => import("../html.js").View} Component   props differ between games
 *
 * @typedef {object} GameViews
 * @property {Component} Board         a player's board
 * @property {Component | null} Hand   tiles beside the board, where a game has them
 * @property {Component | null} Reference   values that a game prints on its boards
 * @property {(act: Acting) => object} boardProps   what can be done on the board now
 * @property {(state: any, event: GameEvent) => any} retell   a shown state after an event
 * @property {Tip[]} tips              of the first game, the most urgent one first
 *
 * @typedef {object} Moment   the learner's turn
 * @property {import("../types.d.ts").State} state
 * @property {GameEvent[]} events     of the game so far
 * @property {GameEvent[]} mine       those of the learner
 * @property {import("../types.d.ts").Board} board   the learner's
 * @property {import("../types.d.ts").Option | null} hinted   the move that is lit
 *
 * @typedef {object} Tip
 * @property {string} id
 * @property {(moment: Moment) => boolean} when
 * @property {() => import("../html.js").View[]} text
 */

/** By the server's name. @type {Record<string, GameViews>} */
export const VIEWS = { azul: azulViews, "summer-pavilion": pavilionViews };

/** @param {string} game @returns {GameViews} */
export function viewsOf(game) {
  return VIEWS[game] ?? VIEWS[DEFAULT_GAME];
}
