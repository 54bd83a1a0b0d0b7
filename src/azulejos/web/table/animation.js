/**
 * Tiles that travel: a difference between two views, played above the table. The new view is there
 * at once and can be acted on; what travels are copies, and any key or click ends them.
 */
import { factsOf } from "../games/facts.js";
import { useLayoutEffect, useRef } from "../html.js";
import { preferences } from "../preferences.js";
import { playSound } from "../sound.js";
import { tileHref } from "../tiles.js";
import { planFlights } from "./flights.js";
import { signed } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
/** More news than this is a jump (a reconnection, a slider), not something to watch. */
const MOST_ENTRIES = 12;

/** What is on its way: layers of copies, each with its animations. */
let running = /** @type {{layer: HTMLElement, animations: Animation[]}[]} */ ([]);
/** When the last of them will have arrived. */
let busyUntil = 0;
/** Those who are further behind than this see the present at once. */
const MOST_BEHIND = 4000;

/** End all movement at once: everything is where it belongs anyway. */
export function skipTravel() {
  for (const { layer, animations } of running) {
    animations.forEach((animation) => animation.cancel());
    layer.remove();
  }
  running = [];
  busyUntil = 0;
}

function duration() {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return preferences().animation;
}

/**
 * Show how the state came about.
 * @param {{current: HTMLElement|null}} root   the scene
 * @param {any} state
 * @param {any[]} [fresh]   the entries that led from the state before to this one
 */
export function useTravel(root, state, fresh = []) {
  const before = useRef({ state, places: /** @type {Map<string, any>|null} */ (null) });
  const changed = before.current.state !== state;
  const time = changed ? duration() : 0;
  const worth = changed && time > 0 && fresh.length > 0 && fresh.length <= MOST_ENTRIES;
  // Rendering has begun, but the document still shows the old view: the last moment to measure it.
  const old = worth && root.current ? measure(root.current) : null;
  const from = before.current.state;
  useLayoutEffect(() => {
    before.current.state = state;
    if (!changed) return;
    if (fresh.length) sound(fresh);
    if (!old || !root.current) {
      skipTravel();
      return;
    }
    try {
      travel(planFlights(from, fresh), old, measure(root.current), state.game, time);
    } catch (problem) {
      // A picture of movement must never stand in the way of the game.
      console.warn(problem);
      skipTravel();
    }
  }, [state]);
  useLayoutEffect(() => {
    const skip = () => skipTravel();
    document.addEventListener("keydown", skip);
    document.addEventListener("pointerdown", skip);
    document.addEventListener("visibilitychange", skip);
    return () => {
      document.removeEventListener("keydown", skip);
      document.removeEventListener("pointerdown", skip);
      document.removeEventListener("visibilitychange", skip);
      skipTravel();
    };
  }, []);
}

function sound(fresh) {
  const kinds = new Set(fresh.flatMap((entry) => (entry.events ?? []).map((event) => event.kind)));
  if (kinds.has("game-ended")) playSound("end");
  else if (kinds.has("tiled")) playSound("score");
  else if (kinds.has("placed")) playSound("place");
  else if (kinds.has("taken")) playSound("take");
}

/** Where every place and the tiles in it are on the screen. */
function measure(root) {
  const places = new Map();
  for (const element of root.querySelectorAll("[data-place]")) {
    const tiles = {};
    for (const tile of element.querySelectorAll("[data-tile]")) {
      (tiles[tile.dataset.tile] ??= []).push({ element: tile, ...spot(tile) });
    }
    places.set(element.dataset.place, { element, tiles, ...spot(element) });
  }
  return places;
}

/** The middle of an element, and how wide a tile would be there. */
function spot(element) {
  const box = element.getBoundingClientRect();
  const upright = element.clientWidth && element.dataset.tile ? element.clientWidth : null;
  const inBoard = element.closest("svg.board");
  const width =
    upright ?? (inBoard ? Math.max(box.width, box.height) / 1.9 : Math.min(box.width, 44));
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width };
}

/** The spot of the nth tile of a colour at a place, or of the place itself. */
function find(places, key, colour, nth) {
  const place = places.get(key);
  // What is not displayed has no size.
  if (!place || (place.x === 0 && place.y === 0)) return null;
  const tiles = place.tiles[colour];
  return tiles?.[Math.min(nth, tiles.length - 1)] ?? place;
}

function travel(flights, old, now, game, time) {
  // What comes while others are still on their way waits for them.
  let behind = Math.max(0, busyUntil - performance.now());
  if (behind > MOST_BEHIND) {
    skipTravel();
    behind = 0;
  }
  const layer = document.createElement("div");
  layer.className = "travel-layer";
  layer.setAttribute("aria-hidden", "true");
  const animations = [];
  let arrived = 0;
  for (const flight of flights) {
    const clock = { begins: behind + flight.at * time, time };
    const start =
      find(old, flight.from, flight.colour, flight.nth) ?? find(now, flight.from, flight.colour, 0);
    const end =
      find(now, flight.to, flight.colour, flight.lands ?? 0) ??
      find(old, flight.to, flight.colour, 0);
    if (flight.points !== undefined) {
      if (end) animations.push(floatUp(layer, end, flight.points, clock));
    } else if (start && end) {
      animations.push(
        fly(layer, start, end, flight, game, {
          ...clock,
          appears: flight.appears ? behind + flight.appears * time : 0,
        }),
      );
      if (flight.hides && end.element.matches("[data-tile], .space"))
        animations.push(hideUntil(end.element, clock));
      arrived = Math.max(arrived, clock.begins + time);
    }
  }
  if (animations.length === 0) return;
  document.body.append(layer);
  const mine = { layer, animations };
  running.push(mine);
  busyUntil = performance.now() + arrived;
  Promise.allSettled(animations.map((animation) => animation.finished)).then(() => {
    layer.remove();
    running = running.filter((other) => other !== mine);
  });
}

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
  const at = (spot, scale) =>
    `translate(${spot.x - width / 2}px, ${spot.y - (width * ratio) / 2}px) scale(${scale})`;
  const first = at(start, Math.min(2, start.width / width || 1));
  const whole = begins + time;
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

/** The tile at the end of a flight shows itself when its copy arrives. */
function hideUntil(element, { begins, time }) {
  return element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: begins + time });
}

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
