/** Router: the browser's history is the only state. */
import { useEffect, useState } from "./html.js";

/**
 * @typedef {{ name: "start" } | { name: "table", id: string } | { name: "replay", id: string }
 *   | { name: "mistakes" } | { name: "statistics" } | { name: "review", id: string } | { name: "retry", id: string }
 *   | { name: "analysis", id: string } | { name: "rules", game: string } | { name: "learn", lesson: string }
 *   | { name: "puzzles", id: string }
 *   | { name: "unknown" }} Route
 */

/** Fired by the page itself; `popstate` comes only from the browser's buttons. */
export const NAVIGATED = "azulejos:navigated";

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  const [kind, detail, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (kind === undefined) return { name: "start" };
  if (kind === "mistakes" && detail === undefined) return { name: "mistakes" };
  if (kind === "statistics" && detail === undefined) return { name: "statistics" };
  if (kind === "analysis" && rest.length === 0) return { name: "analysis", id: detail ?? "" };
  if (kind === "learn" && rest.length === 0) return { name: "learn", lesson: detail ?? "" };
  if (kind === "puzzles" && rest.length === 0) return { name: "puzzles", id: detail ?? "" };
  if (detail === undefined || rest.length > 0) return { name: "unknown" };
  if (kind === "table") return { name: "table", id: detail };
  if (kind === "replay") return { name: "replay", id: detail };
  if (kind === "review") return { name: "review", id: detail };
  if (kind === "retry") return { name: "retry", id: detail };
  if (kind === "rules") return { name: "rules", game: detail };
  return { name: "unknown" };
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Go to another page of this site.
 * @param {string} address
 * @param {{ replace?: boolean }} [options]
 */
export function navigate(address, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new Event(NAVIGATED));
}

/** The current route as a hook. `visit` counts the changes of the address. */
export function useRoute() {
  const [place, setPlace] = useState({ route: routeOf(location.pathname), visit: 0 });
  useEffect(() => {
    const follow = () =>
      setPlace(({ visit }) => ({ route: routeOf(location.pathname), visit: visit + 1 }));
    addEventListener("popstate", follow);
    addEventListener(NAVIGATED, follow);
    document.addEventListener("click", intercept);
    return () => {
      removeEventListener("popstate", follow);
      removeEventListener(NAVIGATED, follow);
      document.removeEventListener("click", intercept);
    };
  }, []);
  return place;
}

/**
 * Plain clicks on links to our own pages change the page without reloading it.
 * @param {MouseEvent} event
 */
function intercept(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement)) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/(api|web|artwork|words|docs)\b/.test(link.pathname)) return;
  // A place on this page: the browser knows how.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
  if (!link.hash) scrollTo(0, 0);
}

/**
 * The title of the window, by page.
 * @param {string} title
 */
export function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} · Azulejos` : "Azulejos";
  }, [title]);
}
