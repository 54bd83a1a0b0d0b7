/** Azul: a shown state after an event. Events are facts; nothing is decided here. */
import { added, moved, removed, replaced } from "../../table/shown_piles.js";
import { azul } from "./facts.js";

/** @import { AzulBoard, AzulState, GameEvent } from "../../types.d.ts" */

/**
 * @param {AzulState} state
 * @param {GameEvent} event
 * @returns {AzulState}
 */
export function retellAzul(state, event) {
  switch (event.kind) {
    case "taken":
      return "count" in event ? { ...state, ...moved(state, event.source, { [event.colour]: event.count }) } : state;
    case "marker-taken":
      return {
        ...withBoard(state, event.player, () => ({ marker: true })),
        marker: event.player,
        marker_in_centre: false,
      };
    case "placed":
      return "row" in event
        ? withLine(state, event.player, event.row, event.colour, event.count)
        : state;
    case "dropped":
      return {
        ...withBoard(state, event.player, (board) => ({
          floor: sorted(board.floor + event.colour.repeat(event.to_floor)),
        })),
        discards: added(state.discards, { [event.colour]: event.to_lid }),
      };
    case "tiled": {
      const { count } = state.boards[event.player].lines[event.row];
      const placed = withBoard(state, event.player, (board) => ({
        score: board.score + event.points,
        wall: replaced(board.wall, event.row, (row) => replaced(row, event.column, () => event.colour)),
      }));
      return {
        ...withLine(placed, event.player, event.row, null, -count),
        discards: added(state.discards, { [event.colour]: count - 1 }),
      };
    }
    case "line-dropped":
      return withLine(
        state,
        event.player,
        event.row,
        null,
        -state.boards[event.player].lines[event.row].count,
      );
    case "floor-charged": {
      const fallen = [...state.boards[event.player].floor];
      const floor = fallen.reduce((pile, letter) => added(pile, { [letter]: 1 }), {});
      return {
        ...withBoard(state, event.player, (board) => ({
          score: board.score - event.points,
          floor: "",
          penalty: 0,
        })),
        discards: added(state.discards, floor),
      };
    }
    case "bonus":
      return "rows" in event
        ? withBoard(state, event.player, (board) => ({
            score: board.score + event.rows + event.columns + event.colours,
          }))
        : state;
    case "bag-filled":
      return { ...state, bag: state.discards, discards: {} };
    case "dealt":
      return {
        ...state,
        bag: removed(state.bag, { [event.colour]: 1 }),
        factories: replaced(state.factories, event.place - 1, (pile) => added(pile, { [event.colour]: 1 })),
      };
    case "round-started":
      return {
        ...state,
        round: event.round,
        start_player: event.start_player,
        marker: null,
        marker_in_centre: true,
        boards: state.boards.map((board) => ({ ...board, marker: false })),
      };
    default:
      return state;
  }
}

/** Tiles of the floor line in the order of the service. @param {string} letters */
function sorted(letters) {
  const order = azul.tiles.colours;
  return [...letters].sort((one, other) => order.indexOf(one) - order.indexOf(other)).join("");
}

/**
 * @param {AzulState} state
 * @param {number} seat
 * @param {(board: AzulBoard) => Partial<AzulBoard>} change
 */
function withBoard(state, seat, change) {
  const boards = replaced(state.boards, seat, (board) => ({ ...board, ...change(board) }));
  return { ...state, boards };
}

/**
 * @param {AzulState} state
 * @param {number} seat
 * @param {number} row
 * @param {string | null} colour
 * @param {number} by   tiles more, or fewer
 */
function withLine(state, seat, row, colour, by) {
  return withBoard(state, seat, (board) => ({
    lines: replaced(board.lines, row, (line) => ({ ...line, colour, count: line.count + by })),
  }));
}
