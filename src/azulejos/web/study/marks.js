/** Marks above a scene: values of moves at their tiles and places, an arrow, lit-up places. */
import { html, useLayoutEffect, useState } from "../html.js";
import { badgesOf, boxOf, outlineOf, placesOf, roundingOf } from "./places.js";

/** @import { Option } from "../types.d.ts" */
/** @typedef {import("../table/acting.js").Choice} Choice */
/** @typedef {import("./places.js").Box} Box */

/**
 * @typedef {"best" | "good" | "fair" | "poor" | "plain"} Tone
 *
 * @typedef {object} Mark   of a move
 * @property {string} move
 * @property {string} [label]   short: "62 %"
 * @property {Tone} [tone]
 * @property {boolean} [arrow]  from its tiles to its place
 *
 * @typedef {{ label: string, tone: Tone, x: number, y: number }} Badge
 * @typedef {object} Drawing
 * @property {Badge[]} badges
 * @property {string[]} arrows
 * @property {(Box & { rounding: string })[]} frames   the rounding is that of the place
 * @property {string[]} outlines   of places that are drawn as shapes
 * @property {Box[]} gaps          of the outlines, where badges of the board stay readable
 */

/** @type {Drawing} */
const NOTHING = { badges: [], arrows: [], frames: [], outlines: [], gaps: [] };
/** Room around a lit-up place, in pixels. */
const MARGIN = 4;
/** Distances in pixels at which two badges do not cover each other. */
const BADGE_WIDTH = 40;
const BADGE_HEIGHT = 20;

/**
 * @param {object} props
 * @param {import("../html.js").ElementRef} props.root   the scene
 * @param {Mark[]} props.marks    the most important one first
 * @param {string[]} props.lit    names of places
 * @param {Option[]} props.options
 * @param {number | null} props.seat   that plays
 * @param {Choice} props.choice
 */
export function Marks({ root, marks, lit, options, seat, choice }) {
  const [drawing, setDrawing] = useState(NOTHING);
  const given = JSON.stringify([marks, lit, seat, choice]);
  const measure = () => {
    const scene = root.current;
    const next = scene ? draw(scene, shownMarks(marks, options, choice), seat, lit) : NOTHING;
    setDrawing((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
  };
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const scene = root.current;
    if (!scene) return undefined;
    // The offer is sticky: it moves in the scene when the page scrolls.
    const observer = new ResizeObserver(measure);
    observer.observe(scene);
    document.addEventListener("scroll", measure, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener("scroll", measure, { capture: true });
    };
  }, [given, options]);
  return html`<div class="marks" aria-hidden="true">
    <svg class="mark-arrows">
      <g mask="url(#mark-gaps)">
        ${drawing.outlines.map((points) => html`<polygon key=${points} class="mark-frame" points=${points} />`)}
      </g>
      ${drawing.arrows.map((path, n) => html`<path key=${n} d=${path} marker-end="url(#mark-tip)" />`)}
      <defs>
        <mask id="mark-gaps" maskUnits="userSpaceOnUse" x="-99" y="-99" width="9999" height="9999">
          <rect x="-99" y="-99" width="9999" height="9999" fill="white" />
          ${drawing.gaps.map(
            ({ x, y, width, height }, n) =>
              html`<rect key=${n} x=${x} y=${y} width=${width} height=${height} rx=${height / 2} />`,
          )}
        </mask>
        <marker id="mark-tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto">
          <path d="M0 0 10 5 0 10z" />
        </marker>
      </defs>
    </svg>
    ${drawing.frames.map(
      (box, n) =>
        html`<span
          key=${n}
          class="mark-frame"
          style=${{
            ...{ left: px(box.x), top: px(box.y), width: px(box.width), height: px(box.height) },
            borderRadius: box.rounding && `calc(${box.rounding} + ${px(MARGIN)})`,
          }}
        ></span>`,
    )}
    ${drawing.badges.map(
      ({ label, tone, x, y }, n) =>
        html`<span key=${n} class=${`mark-badge ${tone}`} style=${{ left: px(x), top: px(y) }} data-sign=${label}></span>`,
    )}
  </div>`;
}

/** @param {number} value */
function px(value) {
  return `${Math.round(value)}px`;
}

/**
 * The marks of moves that can still be made from what is chosen.
 * @param {Mark[]} marks
 * @param {Option[]} options
 * @param {Choice} choice
 * @returns {{ mark: Mark, option: Option, picked: boolean }[]}
 */
export function shownMarks(marks, options, choice) {
  return marks.flatMap((mark) => {
    const option = options.find((known) => known.move === mark.move);
    if (!option || choice.passing) return [];
    const picked = choice.source !== null;
    if (option.kind === "draft") {
      if (picked && !(option.source === choice.source && option.colour === choice.colour)) return [];
    } else if (option.kind === "place" && choice.hand !== null && option.colour !== choice.hand) return [];
    return [{ mark, option, picked }];
  });
}

/**
 * @param {HTMLElement} scene
 * @param {ReturnType<typeof shownMarks>} shown
 * @param {number | null} seat
 * @param {string[]} lit
 * @returns {Drawing}
 */
function draw(scene, shown, seat, lit) {
  /** @type {Map<string, Badge>} */
  const badges = new Map();
  const arrows = [];
  for (const { mark, option, picked } of shown) {
    const { from, to } = placesOf(option, seat ?? 0);
    const start = from && boxOf(scene, from);
    const end = to && boxOf(scene, to);
    if (mark.arrow && start && end && !picked) arrows.push(curve(start, end));
    // Tiles that are picked have been decided on; where they go has not.
    const place = picked ? to : (from ?? to);
    const box = place && (picked ? end : boxOf(scene, place, 1));
    if (!mark.label || !box || badges.has(place)) continue;
    badges.set(place, {
      label: mark.label,
      tone: mark.tone ?? "plain",
      x: Math.round(box.x + (picked ? box.width : box.width / 2)),
      y: Math.round(box.y + (picked ? box.height / 2 : box.height)),
    });
  }
  const outlines = lit.map((place) => outlineOf(scene, place));
  const frames = lit.flatMap((place, n) => {
    const box = outlines[n] ? null : boxOf(scene, place);
    return box ? [{ ...widened(box), rounding: roundingOf(scene, place) }] : [];
  });
  return {
    ...{ badges: spread([...badges.values()]), arrows, frames },
    outlines: outlines.filter((points) => points !== null),
    gaps: outlines.some(Boolean) ? badgesOf(scene).map(rounded) : [],
  };
}

/**
 * Badges that do not cover each other: one that would moves down below those that come before it.
 * @param {Badge[]} badges   the most important one first
 */
export function spread(badges) {
  /** @type {Badge[]} */
  const placed = [];
  for (const badge of badges) {
    const near = placed.filter(({ x }) => Math.abs(x - badge.x) < BADGE_WIDTH).sort((one, other) => one.y - other.y);
    let { y } = badge;
    for (const other of near) if (Math.abs(other.y - y) < BADGE_HEIGHT) y = other.y + BADGE_HEIGHT;
    placed.push({ ...badge, y });
  }
  return placed;
}

/** @param {Box} box @returns {Box} */
function widened({ x, y, width, height }) {
  return rounded({ x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN });
}

/** @param {Box} box @returns {Box} */
function rounded({ x, y, width, height }) {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

/** A bent line between the middles of two boxes. @param {Box} from @param {Box} to */
function curve(from, to) {
  const [x1, y1] = [from.x + from.width / 2, from.y + from.height / 2];
  const [x2, y2] = [to.x + to.width / 2, to.y + to.height / 2];
  const bend = 0.12;
  const [mx, my] = [(x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - Math.abs(x2 - x1) * bend];
  return `M${[x1, y1].map(Math.round)} Q${[mx, my].map(Math.round)} ${[x2, y2].map(Math.round)}`;
}
