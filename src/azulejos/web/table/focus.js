/**
 * The keyboard's way over the table: arrows go to what lies in their direction, and the focus
 * follows the move from step to step, for those who play by keys.
 */
import { useEffect, useRef } from "../html.js";

const TO_TAKE = ".offer button.pickable";
const TO_FILL = ".mine .target, .tray .toggle:not(:disabled), .tray .payment";
const ACTIONABLE = `${TO_TAKE}, ${TO_FILL}, .mine .hand button`;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether the person's last act was a key. */
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/**
 * @param {{current: HTMLElement|null}} root
 * @param {any} act        how the person acts, or null
 * @param {any} state
 */
export function useKeyboardFocus(root, act, state) {
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
    else if (!picked && before.picked && !moved) first(scene, `[data-offer="${before.picked}"]`);
    else if (act.options.length && isLost(scene)) {
      const left = !moved && space === null && before.space !== null;
      (left && first(scene, `.mine [data-place$="-${before.space}"] .target`)) ||
        first(scene, TO_FILL) ||
        first(scene, TO_TAKE);
    }
  }, [picked, asked, state.ply, act?.options.length > 0]);
}

/** The button that had the focus is gone, or cannot be used any more. */
function isLost(scene) {
  const active = document.activeElement;
  return (
    !active || active === document.body || (scene.contains(active) && !active.matches(ACTIONABLE))
  );
}

function first(scene, selector) {
  const element = scene.querySelector(selector);
  element?.focus();
  return Boolean(element);
}

/** For the scene's `onKeyDown`: move the focus to the nearest thing in an arrow's direction. */
export function followArrow(event) {
  const direction = ARROWS[event.key];
  const start = event.target;
  if (!direction || !(start instanceof Element) || !start.matches(ACTIONABLE)) return;
  const from = middle(start);
  let best = null;
  let bestCost = Infinity;
  for (const candidate of event.currentTarget.querySelectorAll(ACTIONABLE)) {
    const to = middle(candidate);
    const along = (to.x - from.x) * direction[0] + (to.y - from.y) * direction[1];
    const across =
      Math.abs((to.x - from.x) * direction[1]) + Math.abs((to.y - from.y) * direction[0]);
    // Things straight ahead are nearer than things aside.
    const cost = along + 2 * across;
    if (along > 1 && cost < bestCost) [best, bestCost] = [candidate, cost];
  }
  if (!best) return;
  event.preventDefault();
  best.focus();
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
