/**
 * On small screens my board may be out of sight when tiles are picked: it comes into view, and the
 * view goes back to where it was when the move is done or taken back.
 */
import { useEffect, useRef } from "../view.js";

/** Wider than this everything is in sight anyway. */
const COMPACT = "(width < 1000px)";

/**
 * @param {{current: HTMLElement|null}} root
 * @param {boolean} picked   tiles are picked and wait for a place on my board
 */
export function useReach(root, picked) {
  const before = useRef(/** @type {number|null} */ (null));
  useEffect(() => {
    if (!matchMedia(COMPACT).matches) return;
    if (picked) {
      before.current = scrollY;
      root.current
        ?.querySelector(".mine .board")
        ?.scrollIntoView({ block: "nearest", behavior: behaviour() });
    } else if (before.current !== null) {
      scrollTo({ top: before.current, behavior: behaviour() });
      before.current = null;
    }
  }, [picked]);
}

/** @returns {ScrollBehavior} */
function behaviour() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
