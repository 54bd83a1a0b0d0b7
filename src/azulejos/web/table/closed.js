/**
 * Closed places: where a move is not possible now. They carry that move; pressing one asks for the
 * rule that forbids it. The key W goes to them, and arrow keys from one to the next.
 */

/** @typedef {import("./acting.js").Acting} Acting */

/** Selector of closed places. */
export const CLOSED = "[data-closed]";

/**
 * Attributes of a place for which a move is not possible.
 * @param {string | null | undefined} move   in notation; none where there is nothing to ask
 */
export function closedProps(move) {
  return move ? { role: "button", tabindex: -1, "data-closed": move } : {};
}

/**
 * Handler of clicks and keys on the scene: ask why a pressed place is closed.
 * @param {Acting | null} act
 * @param {Event} event
 */
export function explainClosed(act, event) {
  const target = /** @type {Element} */ (event.target);
  const move = target.closest?.(CLOSED)?.getAttribute("data-closed");
  if (!move || !act?.explain) return;
  if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  void act.explain(move);
}
