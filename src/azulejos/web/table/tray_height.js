/** Height of the tray, for the part of the page that scrolls above it on small screens. */
import { useLayoutEffect } from "../html.js";

/** Questions about my board, which should be in sight meanwhile. */
const QUESTION = ".payments, .choosing-tiles, .confirmation";

/**
 * Keep `--tray` up to date.
 * @param {import("../html.js").ElementRef} tray
 */
export function useTrayHeight(tray) {
  useLayoutEffect(() => {
    const element = tray.current;
    const { style } = document.documentElement;
    if (!element) return undefined;
    const measure = () => {
      style.setProperty("--tray", `${element.offsetHeight}px`);
      if (!element.querySelector(QUESTION)) return;
      document.querySelector(".scene .mine .board")?.scrollIntoView({ block: "nearest" });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      style.removeProperty("--tray");
    };
  }, []);
}
