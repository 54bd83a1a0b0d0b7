/** Summer Pavilion: a shown state after an event. Events are facts; nothing is decided here. */
import { added, moved, removed, replaced } from "../../table/shown_piles.js";

const SLOTS = 6;

/** @import { GameEvent, PavilionBoard, PavilionState } from "../../types.d.ts" */

/**
 * @param {PavilionState} state
 * @param {GameEvent} event
 * @returns {PavilionState}
 */
export function retellPavilion(state, event) {
  switch (event.kind) {
    case "taken":
      return "tiles" in event
        ? {
            ...withBoard(state, event.player, (board) => ({ tiles: added(board.tiles, event.tiles) })),
            ...moved(state, event.source, event.tiles),
          }
        : state;
    case "marker-taken":
      return {
        ...withBoard(state, event.player, (board) => ({
          marker: true,
          score: board.score - ("points" in event ? event.points : 0),
        })),
        marker: event.player,
        marker_in_centre: false,
      };
    case "placed":
      return "space" in event
        ? {
            ...withBoard(state, event.player, (board) => ({
              score: board.score + event.points,
              tiles: removed(removed(board.tiles, event.discarded), { [event.colour]: 1 }),
              stars: replaced(board.stars, Math.floor(event.space / SLOTS), (star) =>
                replaced(star, event.space % SLOTS, () => event.colour),
              ),
            })),
            discards: added(state.discards, event.discarded),
          }
        : state;
    case "bonus-taken":
      return {
        ...withBoard(state, event.player, (board) => ({ tiles: added(board.tiles, event.tiles) })),
        supply: removed(state.supply ?? {}, event.tiles),
      };
    case "passed":
      return {
        ...withBoard(state, event.player, (board) => ({
          passed: true,
          score: board.score - event.points,
          tiles: event.kept,
        })),
        discards: added(state.discards, event.discarded),
      };
    case "bonus":
      return "stars" in event
        ? withBoard(state, event.player, (board) => ({
            score: board.score + event.stars + event.numbers,
          }))
        : state;
    case "bag-filled":
      return { ...state, bag: state.discards, discards: {} };
    case "dealt":
      return dealt(state, event.place, { [event.colour]: 1 });
    case "round-started":
      return {
        ...state,
        round: event.round,
        start_player: event.start_player,
        marker: null,
        marker_in_centre: true,
        boards: state.boards.map((board) => ({ ...board, marker: false, passed: false })),
      };
    default:
      return state;
  }
}

/** @param {PavilionState} state @param {number} place @param {Record<string, number>} tile */
function dealt(state, place, tile) {
  const bag = removed(state.bag, tile);
  if (place === 0) return { ...state, bag, supply: added(state.supply ?? {}, tile) };
  const factories = replaced(state.factories, place - 1, (pile) => added(pile, tile));
  return { ...state, bag, factories };
}

/**
 * @param {PavilionState} state
 * @param {number} seat
 * @param {(board: PavilionBoard) => Partial<PavilionBoard>} change
 */
function withBoard(state, seat, change) {
  const boards = replaced(state.boards, seat, (board) => ({ ...board, ...change(board) }));
  return { ...state, boards };
}
