/**
 * Tiles that travel: a difference between two views, played above the table. The new view is there
 * at once and can be acted on; what travels are copies, and any key or click ends them.
 */
import { useLayoutEffect, useRef } from "../view.js";
import { preferences } from "../preferences.js";
import { playSound } from "../sound.js";
import { tileHref } from "../tiles.js";
import { flightsOf } from "./flights.js";
import { signed } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
/** More news than this is a jump (a reconnection, a slider), not something to watch. */
const MOST_ENTRIES = 12;
const SHAPE = { azul: { box: "0 0 100 100", ratio: 1 }, "summer-pavilion": { box: "0 0 100 173.2", ratio: 1.732 } };

/** The layer with everything that is on its way, and how to end it all. */
let running = /** @type {{layer: HTMLElement, animations: Animation[]} | null} */ (null);

/** End all movement at once: everything is where it belongs anyway. */
export function skipTravel() {
  running?.animations.forEach((animation) => animation.cancel());
  running?.layer.remove();
  running = null;
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
export function useTravel(root, state, fresh) {
  const before = useRef({ state, places: /** @type {Map<string, any>|null} */ (null) });
  const changed = before.current.state !== state;
  const time = changed ? duration() : 0;
  const worth = changed && time > 0 && fresh?.length > 0 && fresh.length <= MOST_ENTRIES;
  // Rendering has begun, but the document still shows the old view: the last moment to measure it.
  const old = worth && root.current ? measure(root.current) : null;
  const from = before.current.state;
  useLayoutEffect(() => {
    before.current.state = state;
    if (!changed) return;
    skipTravel();
    if (fresh?.length) sound(fresh);
    if (!old || !root.current) return;
    try {
      travel(flightsOf(from, fresh), old, measure(root.current), state.game, time);
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
  const inBoard = element.closest(".pavilion-board");
  const width = upright ?? (inBoard ? Math.max(box.width, box.height) / 1.9 : Math.min(box.width, 44));
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
  const layer = document.createElement("div");
  layer.className = "travel-layer";
  layer.setAttribute("aria-hidden", "true");
  const animations = [];
  for (const flight of flights) {
    const start = find(old, flight.from, flight.colour, flight.nth) ?? find(now, flight.from, flight.colour, 0);
    const end = find(now, flight.to, flight.colour, flight.lands ?? 0) ?? find(old, flight.to, flight.colour, 0);
    if (flight.points !== undefined) {
      if (end) animations.push(floatUp(layer, end, flight, time));
    } else if (start && end) {
      animations.push(fly(layer, start, end, flight, game, time));
      if (flight.hides && end.element.matches("[data-tile], .space")) animations.push(hideUntil(end.element, flight, time));
    }
  }
  if (animations.length === 0) return;
  document.body.append(layer);
  running = { layer, animations };
  const mine = running;
  Promise.allSettled(animations.map((animation) => animation.finished)).then(() => {
    if (running === mine) skipTravel();
  });
}

function fly(layer, start, end, flight, game, time) {
  const { box, ratio } = SHAPE[game];
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
  const whole = (flight.at + 1) * time;
  const appears = flight.appears ?? 0;
  // Copies wait at their start for their turn; some appear only when an earlier one has arrived.
  const wait = flight.at / (flight.at + 1);
  const frames = [
    { transform: first, opacity: appears > 0 ? 0 : 1, offset: 0 },
    { transform: first, opacity: 1, offset: wait, easing: "cubic-bezier(0.35, 0, 0.2, 1)" },
    { transform: at(end, 1), opacity: flight.fades ? 0 : 1, offset: 1 },
  ];
  if (appears > 0) {
    const moment = Math.min(wait, appears / (flight.at + 1));
    frames.splice(1, 0, { transform: first, opacity: 0, offset: moment }, { transform: first, opacity: 1, offset: moment });
  }
  // It stays where it landed until all have arrived: another copy may start from there.
  return copy.animate(frames, { duration: whole, fill: flight.lingers ? "both" : "backwards" });
}

/** The tile at the end of a flight shows itself when its copy arrives. */
function hideUntil(element, flight, time) {
  const whole = (flight.at + 1) * time;
  return element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: whole });
}

function floatUp(layer, end, flight, time) {
  const sign = document.createElement("span");
  sign.className = `float-points ${flight.points < 0 ? "cost" : "gain"}`;
  sign.textContent = signed(flight.points);
  Object.assign(sign.style, { left: `${end.x}px`, top: `${end.y}px` });
  layer.append(sign);
  const frames = [
    { opacity: 0, transform: "translate(-50%, -50%)" },
    { opacity: 1, transform: "translate(-50%, -90%)", offset: 0.2 },
    { opacity: 1, transform: "translate(-50%, -130%)", offset: 0.7 },
    { opacity: 0, transform: "translate(-50%, -170%)" },
  ];
  return sign.animate(frames, { delay: flight.at * time, duration: Math.max(900, time * 3), fill: "both" });
}
