/**
 * What moves above the table: copies of tiles that fly between places, and points that float.
 * The table below shows the state before a flight; the next state is rendered on arrival.
 */
import { factsOf } from "../games/facts.js";
import { tileHref } from "../tiles.js";
import { signed } from "./names.js";

/** @typedef {import("../html.js").ElementRef} ElementRef */
/** @typedef {import("./flights.js").FloatingPoints} FloatingPoints */
/** @typedef {import("./flights.js").TileFlight} TileFlight */
/** @typedef {{ element: Element, x: number, y: number, width: number }} Spot   middle of an element */

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds for which points are shown at least. */
const POINTS_LAST = 900;

export class Stage {
  /** @type {HTMLElement | null} */
  #layer = null;
  /** @type {Animation[]} */
  #hidden = [];

  /** @param {ElementRef} root   the scene */
  constructor(root) {
    this.root = root;
  }

  /** Whether things may move: not for readers who asked for less, nor where it is not seen. */
  get moves() {
    return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /**
   * Let copies of tiles fly; they stay where they landed until `clear`.
   * @param {TileFlight[]} flights
   * @param {string} game
   * @param {number} time   milliseconds of a flight
   * @returns {number} milliseconds until the last one has arrived
   */
  fly(flights, game, time) {
    let arrived = 0;
    for (const flight of flights) {
      const start = this.#find(flight.from, flight.colour, flight.nth);
      const end = this.#find(flight.to) ?? this.#find(parentPlace(flight.to));
      if (!start || !end) continue;
      const begins = flight.at * time;
      this.#copy(start, end, flight, game, begins, time);
      this.#hide(start.element, begins);
      arrived = Math.max(arrived, begins + time);
    }
    return arrived;
  }

  /**
   * Points rise where they are earned.
   * @param {FloatingPoints[]} floating
   * @param {number} time   milliseconds for which they are seen
   */
  float(floating, time) {
    for (const { to, points } of floating) {
      const spot = this.#find(to);
      if (!spot) continue;
      const sign = document.createElement("span");
      sign.className = `float-points ${points < 0 ? "cost" : "gain"}`;
      sign.textContent = signed(points);
      Object.assign(sign.style, { left: `${spot.x}px`, top: `${spot.y}px` });
      this.#layerElement().append(sign);
      const duration = Math.max(POINTS_LAST, time);
      if (!this.moves) {
        setTimeout(() => sign.remove(), duration);
        continue;
      }
      const frames = [
        { opacity: 0, transform: "translate(-50%, -50%)" },
        { opacity: 1, transform: "translate(-50%, -90%)", offset: 0.15 },
        { opacity: 1, transform: "translate(-50%, -130%)", offset: 0.75 },
        { opacity: 0, transform: "translate(-50%, -170%)" },
      ];
      sign.animate(frames, { duration, fill: "both" }).finished.then(
        () => sign.remove(),
        () => {},
      );
    }
  }

  /** Remove the copies of tiles: the state with the tiles themselves is shown. */
  clear() {
    this.#hidden.forEach((animation) => animation.cancel());
    this.#hidden = [];
    this.#layer?.querySelectorAll(".travelling").forEach((copy) => copy.remove());
  }

  /** Remove everything. */
  remove() {
    this.clear();
    this.#layer?.remove();
    this.#layer = null;
  }

  #layerElement() {
    if (!this.#layer?.isConnected) {
      this.#layer = document.createElement("div");
      this.#layer.className = "travel-layer";
      this.#layer.setAttribute("aria-hidden", "true");
      document.body.append(this.#layer);
    }
    return this.#layer;
  }

  /**
   * The spot of the nth tile of a colour at a place, or of the place itself.
   * @param {string} place
   * @param {string} [colour]
   * @param {number} [nth]
   * @returns {Spot | null}
   */
  #find(place, colour, nth = 0) {
    const element = this.root.current?.querySelector(`[data-place="${place}"]`);
    if (!element) return null;
    const tiles = colour ? element.querySelectorAll(`[data-tile="${colour}"]`) : [];
    const found = tiles[Math.min(nth, tiles.length - 1)] ?? element;
    const spot = spotOf(found);
    // Elements that are not displayed have no size.
    return spot.x === 0 && spot.y === 0 ? null : spot;
  }

  /**
   * @param {Spot} start
   * @param {Spot} end
   * @param {TileFlight} flight
   * @param {string} game
   * @param {number} begins
   * @param {number} time
   */
  #copy(start, end, flight, game, begins, time) {
    const { box, ratio } = factsOf(game).tiles;
    const width = Math.max(12, end.width || start.width);
    const copy = document.createElementNS(SVG, "svg");
    copy.setAttribute("viewBox", box);
    copy.setAttribute("class", "travelling");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", tileHref(game, flight.colour));
    copy.append(use);
    Object.assign(copy.style, { width: `${width}px`, height: `${width * ratio}px` });
    this.#layerElement().append(copy);
    const at = (/** @type {Spot} */ spot, /** @type {number} */ scale) =>
      `translate(${spot.x - width / 2}px, ${spot.y - (width * ratio) / 2}px) scale(${scale})`;
    /** @type {Keyframe[]} */
    const frames = [
      { transform: at(start, Math.min(2, start.width / width || 1)), opacity: 1 },
      { transform: at(end, 1), opacity: flight.fades ? 0 : 1 },
    ];
    copy.animate(frames, {
      delay: begins,
      duration: time,
      easing: "cubic-bezier(0.35, 0, 0.2, 1)",
      fill: "forwards",
    });
  }

  /** A tile that flies is no longer where it was. @param {Element} element @param {number} begins */
  #hide(element, begins) {
    if (!element.matches("[data-tile]") || element.closest(".hand, .supply, .piles")) return;
    const frames = [{ opacity: 0 }, { opacity: 0 }];
    this.#hidden.push(element.animate(frames, { delay: begins, duration: 1, fill: "forwards" }));
  }
}

/** The place around a place that may not be there: a stack of a hand, a slot. @param {string} place */
function parentPlace(place) {
  const [kind, number] = place.split("-");
  return kind === "slot" ? `source-${number}` : `${kind}-${number}`;
}

/** The middle of an element, and the width of a tile there. @param {Element} element @returns {Spot} */
function spotOf(element) {
  const box = element.getBoundingClientRect();
  const upright = element.clientWidth && element.matches("[data-tile], .slot") ? element.clientWidth : null;
  const inBoard = element.closest("svg.board");
  const width =
    upright ?? (inBoard ? Math.max(box.width, box.height) / 1.9 : Math.min(box.width, 44));
  return { element, x: box.left + box.width / 2, y: box.top + box.height / 2, width };
}
