/**
 * Keyboard focus on the table: arrow keys go to the nearest control in their direction, and the
 * focus follows the steps of a move.
 */
import { useEffect, useRef } from "../html.js";
import { CLOSED } from "./closed.js";

const TO_TAKE = ".offer button.pickable";
const TO_FILL = ".mine .target, .tray .toggle:not(:disabled), .tray .payment";
/** Where nothing can be taken or filled: pass, first of the tools. */
const TO_GO_ON = ".tray-tools button";
const ACTIONABLE = `${TO_TAKE}, ${TO_FILL}, .mine .hand button`;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether the last input was a key. */
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/**
 * @param {import("../html.js").ElementRef} root
 * @param {import("./acting.js").Acting | null} act
 * @param {import("../types.d.ts").State} state
 * @param {boolean} summed   whether the summary of a round is shown, whose button goes away
 */
export function useKeyboardFocus(root, act, state, summed) {
  const picked =
    act && act.choice.source !== null ? `${act.choice.source}/${act.choice.colour}` : null;
  // Questions in the tray come and go: a payment, tiles to keep, a confirmation.
  const space = act?.choice.space ?? null;
  const asked = act ? `${space}/${act.choice.passing}/${act.choice.pending?.move}` : null;
  const last = useRef({ picked, space, ply: state.ply });
  useEffect(() => {
    const before = last.current;
    last.current = { picked, space, ply: state.ply };
    const scene = root.current;
    if (!byKeys || !scene || !act) return;
    const moved = before.ply !== state.ply;
    if (picked && picked !== before.picked) first(scene, ".mine .target");
    else if (act.options.length === 0) {
      // The control that was pressed is gone: Tab goes on from here, not from the top of the page.
      if (isLost(scene)) first(scene, ".tray");
    } else if (!picked && before.picked && !moved) first(scene, `[data-offer="${before.picked}"]`);
    else if (isLost(scene)) {
      const left = !moved && space === null && before.space !== null;
      (left && first(scene, `.mine [data-place$="-${before.space}"] .target`)) ||
        first(scene, TO_FILL) ||
        first(scene, TO_TAKE) ||
        first(scene, TO_GO_ON);
    }
  }, [picked, asked, state.ply, Boolean(act?.options.length), summed]);
}

/** Whether the focused control is gone or disabled. @param {HTMLElement} scene */
function isLost(scene) {
  const active = document.activeElement;
  return (
    !active ||
    active === document.body ||
    (scene.contains(active) && !active.matches(`${ACTIONABLE}, ${CLOSED}, .tray button, .seat-head *`))
  );
}

/** Focus the first match. @param {HTMLElement} scene @param {string} selector */
function first(scene, selector) {
  const element = /** @type {HTMLElement | null} */ (scene.querySelector(selector));
  element?.focus();
  return Boolean(element);
}

/** Go to the closed places, or back to what can be acted on. @param {HTMLElement | null} scene */
export function switchToClosed(scene) {
  if (!scene) return;
  if (document.activeElement?.matches(CLOSED)) first(scene, ".mine .target") || first(scene, TO_TAKE);
  else first(scene, CLOSED);
}

/**
 * Handler of the scene's `onKeyDown`: focus the nearest control in an arrow's direction.
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
 */
export function followArrow(event) {
  const direction = ARROWS[event.key];
  const start = event.target;
  // With Shift they are for the page: steps in a game.
  if (!direction || event.shiftKey || !(start instanceof Element) || !start.matches(`${ACTIONABLE}, ${CLOSED}`)) return;
  const group = start.matches(CLOSED) ? CLOSED : ACTIONABLE;
  const from = middle(start);
  let best = /** @type {HTMLElement | null} */ (null);
  let bestCost = Infinity;
  const candidates = /** @type {NodeListOf<HTMLElement>} */ (
    event.currentTarget.querySelectorAll(group)
  );
  for (const candidate of candidates) {
    const to = middle(candidate);
    const along = (to.x - from.x) * direction[0] + (to.y - from.y) * direction[1];
    const across =
      Math.abs((to.x - from.x) * direction[1]) + Math.abs((to.y - from.y) * direction[0]);
    // Straight ahead counts as nearer than aside.
    const cost = along + 2 * across;
    if (along > 1 && cost < bestCost) [best, bestCost] = [candidate, cost];
  }
  if (!best) return;
  event.preventDefault();
  best.focus();
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
