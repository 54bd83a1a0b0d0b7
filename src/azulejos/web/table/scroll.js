/**
 * Scrolling on small screens: my board scrolls into view when tiles are picked, and the page
 * scrolls back when the move is done or cancelled.
 */
import { useEffect, useRef } from "../html.js";
import { preferences } from "../preferences.js";

/** Wider screens show the whole table. */
const COMPACT = "(width < 1000px)";

/**
 * @param {import("../html.js").ElementRef} root
 * @param {boolean} picked   tiles are picked and wait for a place on my board
 */
export function useScrollToBoard(root, picked) {
  const before = useRef(/** @type {number|null} */ (null));
  useEffect(() => {
    if (!matchMedia(COMPACT).matches) return undefined;
    if (picked) {
      // Picked again before the page scrolled back: keep the first position.
      before.current ??= scroller().scrollTop;
      root.current
        ?.querySelector(".mine .board")
        ?.scrollIntoView({ block: "nearest", behavior: behaviour() });
      return undefined;
    }
    if (before.current === null) return undefined;
    // Scroll back after the tiles have arrived.
    const timer = setTimeout(() => {
      scroller().scrollTo({ top: before.current ?? 0, behavior: behaviour() });
      before.current = null;
    }, 2 * preferences().animation);
    return () => clearTimeout(timer);
  }, [picked]);
}

/** With a tray below, the page scrolls in its own frame. */
function scroller() {
  const frame = document.getElementById("app");
  const own = frame && getComputedStyle(frame).overflowY === "auto";
  return own ? frame : document.documentElement;
}

/** @returns {ScrollBehavior} */
function behaviour() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
