/**
 * On small screens my board may be out of sight when tiles are picked: it comes into view, and the
 * view goes back to where it was when the move is done or taken back.
 */
import { useEffect, useRef } from "../html.js";
import { preferences } from "../preferences.js";

/** Wider than this everything is in sight anyway. */
const COMPACT = "(width < 1000px)";

/**
 * @param {{current: HTMLElement|null}} root
 * @param {boolean} picked   tiles are picked and wait for a place on my board
 */
export function useScrollToBoard(root, picked) {
  const before = useRef(/** @type {number|null} */ (null));
  useEffect(() => {
    if (!matchMedia(COMPACT).matches) return undefined;
    if (picked) {
      // Picked again before the view went back: that is still where it belongs.
      before.current ??= scrollY;
      root.current
        ?.querySelector(".mine .board")
        ?.scrollIntoView({ block: "nearest", behavior: behaviour() });
      return undefined;
    }
    if (before.current === null) return undefined;
    // First the tiles arrive, then the view goes back.
    const timer = setTimeout(() => {
      scrollTo({ top: before.current ?? 0, behavior: behaviour() });
      before.current = null;
    }, 2 * preferences().animation);
    return () => clearTimeout(timer);
  }, [picked]);
}

/** @returns {ScrollBehavior} */
function behaviour() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
