/** Deltas: what has changed at a table since the version before. */

/** @import { Delta, State, Update } from "./types.d.ts" */

/**
 * The update that a delta leads to; null if it is not about the version that is known.
 * @param {Update | null} update
 * @param {Delta} delta
 * @returns {Update | null}
 */
export function withDelta(update, delta) {
  if (!update || update.version !== delta.after) return null;
  /** @type {Partial<State>} */
  const { boards } = delta.state;
  const state = /** @type {State} */ ({
    ...update.state,
    ...delta.state,
    // Null stands for a board that is as it was.
    boards: update.state.boards.map((board, seat) => boards?.[seat] ?? board),
  });
  const { version, entries, options, can_undo, table = update.table, result = update.result } = delta;
  const { undo_request = null, clock = null } = delta;
  return /** @type {Update} */ ({
    type: "update",
    version,
    entries,
    state,
    options,
    table,
    can_undo,
    result,
    undo_request,
    clock,
  });
}
