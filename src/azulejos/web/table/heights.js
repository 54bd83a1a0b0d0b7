/** Heights of the bars that lie on the page, as custom properties: what scrolls must not end below them. */
import { useLayoutEffect } from "../html.js";

/** Questions about my board, which should be in sight meanwhile. */
const QUESTION = ".payments, .choosing-tiles, .confirmation";

/**
 * Keep `--tray` up to date, for the part of the page that scrolls above it on small screens.
 * @param {import("../html.js").ElementRef} tray
 */
export function useTrayHeight(tray) {
  useHeight(tray, "--tray", (element) => {
    if (!element.querySelector(QUESTION)) return;
    document.querySelector(".scene .mine .board")?.scrollIntoView({ block: "nearest" });
  });
}

/** Keep `--bar` up to date. @param {import("../html.js").ElementRef} bar */
export function useBarHeight(bar) {
  useHeight(bar, "--bar");
}

/**
 * @param {import("../html.js").ElementRef} box
 * @param {string} property
 * @param {(element: HTMLElement) => void} [onChange]
 */
function useHeight(box, property, onChange) {
  useLayoutEffect(() => {
    const element = box.current;
    const { style } = document.documentElement;
    if (!element) return undefined;
    const measure = () => {
      style.setProperty(property, `${element.offsetHeight}px`);
      onChange?.(element);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, []);
}
