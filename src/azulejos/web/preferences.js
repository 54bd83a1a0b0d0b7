/** Preferences: one typed record, stored on this device, applied at once. */
import { useEffect, useState } from "./html.js";

/**
 * @typedef {object} Preferences
 * @property {string} language    code of a catalog; empty until the first visit has chosen one
 * @property {"system" | "light" | "dark"} theme
 * @property {0 | 120 | 250 | 500} animation    milliseconds a tile travels
 * @property {"stop" | "short" | "none"} roundEnd   how long the table waits after a round
 * @property {boolean} sound      of tiles
 * @property {boolean} turnSound  a call when it is my turn
 * @property {boolean} notify     notifications in the background; the browser has to allow them too
 * @property {boolean} notifyAsked   whether the table has offered them already
 * @property {boolean} confirm    ask once more before a move is played
 * @property {boolean} autoplay   play forced moves
 * @property {boolean} warnings   warn before a costly act
 * @property {boolean} hints      offer hints
 * @property {boolean} evaluation  whether the analysis board shows what the engine thinks
 * @property {string} name        how others see me
 */

const KEY = "azulejos.preferences";

/** @type {Readonly<Preferences>} */
const DEFAULTS = Object.freeze({
  language: "",
  theme: "system",
  animation: 250,
  roundEnd: "stop",
  sound: false,
  turnSound: false,
  notify: false,
  notifyAsked: false,
  confirm: false,
  autoplay: false,
  warnings: true,
  hints: true,
  evaluation: true,
  name: "",
});

/** @type {Partial<Record<keyof Preferences, readonly unknown[]>>} */
const CHOICES = {
  theme: ["system", "light", "dark"],
  animation: [0, 120, 250, 500],
  roundEnd: ["stop", "short", "none"],
};

/** @type {Set<() => void>} */
const listeners = new Set();

let current = load();

/** @returns {Readonly<Preferences>} */
function load() {
  const known = /** @type {Record<string, unknown>} */ ({ ...DEFAULTS });
  for (const [key, value] of Object.entries(stored())) {
    // Stored by an older page, or edited by hand: keep only what still makes sense.
    const choices = CHOICES[/** @type {keyof Preferences} */ (key)];
    const sensible = choices ? choices.includes(value) : typeof value === typeof known[key];
    if (key in known && sensible) known[key] = value;
  }
  return Object.freeze(/** @type {any} */ (known));
}

/** @returns {Record<string, unknown>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The current preferences. */
export function preferences() {
  return current;
}

/**
 * @template {keyof Preferences} Key
 * @param {Key} key
 * @param {Preferences[Key]} value
 */
export function setPreference(key, value) {
  current = Object.freeze({ ...current, [key]: value });
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A full or forbidden storage: the choice lasts as long as the page.
  }
  announce();
}

/** The preferences as a hook: the component is rendered again when they change. */
export function usePreferences() {
  const [value, setValue] = useState(current);
  useEffect(() => {
    const listener = () => setValue(current);
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return value;
}

/** Set the theme on the document; "system" leaves the choice to the media query. */
export function applyTheme() {
  const root = document.documentElement;
  if (current.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = current.theme;
  // The browser's own frame follows the page, not only the system.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const system = meta.getAttribute("media")?.includes("dark") ? "dark" : "light";
    const theme = current.theme === "system" ? system : current.theme;
    meta.setAttribute("content", theme === "dark" ? "#101a24" : "#f6f1e7");
  }
}

function announce() {
  for (const listener of listeners) listener();
}

// Another tab changed them: follow.
globalThis.addEventListener?.("storage", (event) => {
  if (event.key !== KEY) return;
  current = load();
  announce();
});
listeners.add(applyTheme);
