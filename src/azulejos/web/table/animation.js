/**
 * Animation of tiles between two states. The new state is shown at once and can be acted on; what
 * moves are copies in a layer above the table, and any key or click ends them.
 */
import { factsOf } from "../games/facts.js";
import { useLayoutEffect, useRef } from "../html.js";
import { preferences } from "../preferences.js";
import { playSound } from "../sound.js";
import { tileHref } from "../tiles.js";
import { planFlights } from "./flights.js";
import { signed } from "./names.js";

/** @import { State } from "../types.d.ts" */
/** @typedef {import("../html.js").ElementRef} ElementRef */
/** @typedef {import("./flights.js").Flight} Flight */
/** @typedef {import("./flights.js").TileFlight} TileFlight */
/** @typedef {import("./sentences.js").AnyEntry} AnyEntry */

/**
 * @typedef {{ element: Element, x: number, y: number, width: number }} Spot   middle of an element
 * @typedef {Spot & { tiles: Record<string, Spot[]> }} Place   with its tiles by colour
 * @typedef {Map<string, Place>} Places
 * @typedef {{ begins: number, time: number }} Clock   milliseconds
 */

const SVG = "http://www.w3.org/2000/svg";
/** More entries than this are a jump (a reconnection, a slider), which is not animated. */
const MAX_ENTRIES = 12;

/** Running animations: layers of copies. */
let running = /** @type {{layer: HTMLElement, animations: Animation[]}[]} */ ([]);
/** When the last of them ends. */
let busyUntil = 0;
/** A backlog longer than this (ms) is skipped. */
const MAX_BEHIND = 4000;

/** End all animations: the new state is shown already. */
export function skipAnimations() {
  for (const { layer, animations } of running) {
    animations.forEach((animation) => animation.cancel());
    layer.remove();
  }
  running = [];
  busyUntil = 0;
}

/** Duration of a flight in milliseconds. */
function duration() {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return preferences().animation;
}

/**
 * Animate the change from the state before to this one.
 * @param {ElementRef} root   the scene
 * @param {State} state
 * @param {AnyEntry[]} [fresh]   the entries that led here
 */
export function useAnimation(root, state, fresh = []) {
  const before = useRef(state);
  const changed = before.current !== state;
  const time = changed ? duration() : 0;
  const animated = changed && time > 0 && fresh.length > 0 && fresh.length <= MAX_ENTRIES;
  // Rendering has begun, but the document still shows the old state: measure it now.
  const old = animated && root.current ? measure(root.current) : null;
  const from = before.current;
  useLayoutEffect(() => {
    before.current = state;
    if (!changed) return;
    if (fresh.length) sound(fresh);
    if (!old || !root.current) {
      skipAnimations();
      return;
    }
    try {
      animate(planFlights(from, fresh), old, measure(root.current), state.game, time);
    } catch (problem) {
      // A failed animation must not stop the game.
      console.warn(problem);
      skipAnimations();
    }
  }, [state]);
  useLayoutEffect(() => {
    const skip = () => skipAnimations();
    document.addEventListener("keydown", skip);
    document.addEventListener("pointerdown", skip);
    document.addEventListener("visibilitychange", skip);
    return () => {
      document.removeEventListener("keydown", skip);
      document.removeEventListener("pointerdown", skip);
      document.removeEventListener("visibilitychange", skip);
      skipAnimations();
    };
  }, []);
}

/** @param {AnyEntry[]} fresh */
function sound(fresh) {
  const events = fresh.flatMap((entry) => ("events" in entry ? entry.events : []));
  const kinds = new Set(events.map((event) => event.kind));
  if (kinds.has("game-ended")) playSound("end");
  else if (kinds.has("tiled")) playSound("score");
  else if (kinds.has("placed")) playSound("place");
  else if (kinds.has("taken")) playSound("take");
}

/** Positions of all places and their tiles on the screen. @param {HTMLElement} root @returns {Places} */
function measure(root) {
  /** @type {Places} */
  const places = new Map();
  for (const element of root.querySelectorAll("[data-place]")) {
    /** @type {Record<string, Spot[]>} */
    const tiles = {};
    for (const tile of element.querySelectorAll("[data-tile]")) {
      (tiles[tile.getAttribute("data-tile") ?? ""] ??= []).push(spot(tile));
    }
    places.set(element.getAttribute("data-place") ?? "", { tiles, ...spot(element) });
  }
  return places;
}

/** The middle of an element, and the width of a tile there. @param {Element} element @returns {Spot} */
function spot(element) {
  const box = element.getBoundingClientRect();
  const upright = element.clientWidth && element.hasAttribute("data-tile") ? element.clientWidth : null;
  const inBoard = element.closest("svg.board");
  const width =
    upright ?? (inBoard ? Math.max(box.width, box.height) / 1.9 : Math.min(box.width, 44));
  return { element, x: box.left + box.width / 2, y: box.top + box.height / 2, width };
}

/**
 * The spot of the nth tile of a colour at a place; of the place itself without `nth`.
 * @param {Places} places
 * @param {string} key
 * @param {string} [colour]
 * @param {number} [nth]
 * @returns {Spot | null}
 */
function find(places, key, colour = "", nth) {
  const place = places.get(key);
  // Elements that are not displayed have no size.
  if (!place || (place.x === 0 && place.y === 0)) return null;
  const tiles = nth === undefined ? [] : (place.tiles[colour] ?? []);
  return tiles[Math.min(nth ?? 0, tiles.length - 1)] ?? place;
}

/**
 * @param {Flight[]} flights
 * @param {Places} old
 * @param {Places} now
 * @param {string} game
 * @param {number} time   of a flight
 */
function animate(flights, old, now, game, time) {
  // New flights wait for those still running.
  let behind = Math.max(0, busyUntil - performance.now());
  if (behind > MAX_BEHIND) {
    skipAnimations();
    behind = 0;
  }
  const layer = document.createElement("div");
  layer.className = "travel-layer";
  layer.setAttribute("aria-hidden", "true");
  /** @type {Animation[]} */
  const animations = [];
  let arrived = 0;
  for (const flight of flights) {
    const clock = { begins: behind + flight.at * time, time };
    if ("points" in flight) {
      const end = find(now, flight.to) ?? find(old, flight.to);
      if (end) animations.push(floatUp(layer, end, flight.points, clock));
      continue;
    }
    const { from, to, colour } = flight;
    const start = find(old, from, colour, flight.nth) ?? find(now, from, colour, 0);
    const end = find(now, to, colour, flight.lands ?? 0) ?? find(old, to, colour, 0);
    if (!start || !end) continue;
    const appears = flight.appears ? behind + flight.appears * time : 0;
    animations.push(fly(layer, start, end, flight, game, { ...clock, appears }));
    if (flight.hides && end.element.matches("[data-tile], .space")) {
      animations.push(hideUntil(end.element, clock));
    }
    arrived = Math.max(arrived, clock.begins + time);
  }
  if (animations.length > 0) run(layer, animations, arrived);
}

/**
 * Show a layer until its animations have ended.
 * @param {HTMLElement} layer
 * @param {Animation[]} animations
 * @param {number} arrived   milliseconds until the last tile has arrived
 */
function run(layer, animations, arrived) {
  document.body.append(layer);
  const mine = { layer, animations };
  running.push(mine);
  busyUntil = performance.now() + arrived;
  Promise.allSettled(animations.map((animation) => animation.finished)).then(() => {
    layer.remove();
    running = running.filter((other) => other !== mine);
  });
}

/**
 * @param {HTMLElement} layer
 * @param {Spot} start
 * @param {Spot} end
 * @param {TileFlight} flight
 * @param {string} game
 * @param {Clock & { appears: number }} clock
 */
function fly(layer, start, end, flight, game, { begins, time, appears }) {
  const { box, ratio } = factsOf(game).tiles;
  const width = Math.max(12, end.width || start.width);
  const copy = document.createElementNS(SVG, "svg");
  copy.setAttribute("viewBox", box);
  copy.setAttribute("class", "travelling");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", tileHref(game, flight.colour));
  copy.append(use);
  Object.assign(copy.style, { width: `${width}px`, height: `${width * ratio}px` });
  layer.append(copy);
  const at = (/** @type {Spot} */ spot, /** @type {number} */ scale) =>
    `translate(${spot.x - width / 2}px, ${spot.y - (width * ratio) / 2}px) scale(${scale})`;
  const first = at(start, Math.min(2, start.width / width || 1));
  const whole = begins + time;
  /** @type {Keyframe[]} */
  const frames = [
    { transform: first, opacity: appears > 0 ? 0 : 1, offset: 0 },
    {
      transform: first,
      opacity: 1,
      offset: begins / whole,
      easing: "cubic-bezier(0.35, 0, 0.2, 1)",
    },
    { transform: at(end, 1), opacity: flight.fades ? 0 : 1, offset: 1 },
  ];
  // Copies wait at their start for their turn; some appear only when an earlier one has arrived.
  if (appears > 0) {
    const offset = Math.min(begins, appears) / whole;
    frames.splice(
      1,
      0,
      { transform: first, opacity: 0, offset },
      { transform: first, opacity: 1, offset },
    );
  }
  // Some stay where they landed until all have arrived: another copy may start from there.
  return copy.animate(frames, { duration: whole, fill: flight.lingers ? "both" : "backwards" });
}

/** Hide the tile at the end of a flight until its copy arrives. @param {Element} element @param {Clock} clock */
function hideUntil(element, { begins, time }) {
  return element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: begins + time });
}

/**
 * Points that float up.
 * @param {HTMLElement} layer
 * @param {Spot} end
 * @param {number} points
 * @param {Clock} clock
 */
function floatUp(layer, end, points, { begins, time }) {
  const sign = document.createElement("span");
  sign.className = `float-points ${points < 0 ? "cost" : "gain"}`;
  sign.textContent = signed(points);
  Object.assign(sign.style, { left: `${end.x}px`, top: `${end.y}px` });
  layer.append(sign);
  const frames = [
    { opacity: 0, transform: "translate(-50%, -50%)" },
    { opacity: 1, transform: "translate(-50%, -90%)", offset: 0.2 },
    { opacity: 1, transform: "translate(-50%, -130%)", offset: 0.7 },
    { opacity: 0, transform: "translate(-50%, -170%)" },
  ];
  return sign.animate(frames, { delay: begins, duration: Math.max(900, time * 3), fill: "both" });
}
