/** What a round brought each player, summed from the events of the log. */
import { _ } from "../i18n.js";
import { signed } from "./names.js";

/** @import { GameEvent } from "../types.d.ts" */
/** @typedef {import("./sentences.js").AnyEntry} AnyEntry */

/**
 * @typedef {"tiles" | "floor" | "marker" | "discards"} RoundSource
 * @typedef {{ total: number, parts: [RoundSource, number][] }} PlayerSummary
 */

/**
 * @param {AnyEntry[]} entries   the log so far
 * @param {number} players
 * @returns {PlayerSummary[]} by seat
 */
export function roundSummary(entries, players) {
  /** @type {Map<RoundSource, number>[]} */
  const sums = Array.from({ length: players }, () => new Map());
  for (const event of eventsOfRound(entries)) {
    const scored = pointsOf(event);
    if (!scored || !("player" in event)) continue;
    const [source, points] = scored;
    const sum = sums[event.player];
    sum.set(source, (sum.get(source) ?? 0) + points);
  }
  return sums.map((sum) => {
    const parts = [...sum].filter(([, points]) => points !== 0);
    return { parts, total: parts.reduce((total, [, points]) => total + points, 0) };
  });
}

/** The events since a round began, without what was taken back. @param {AnyEntry[]} entries */
function eventsOfRound(entries) {
  /** @type {AnyEntry[]} */
  let kept = [];
  for (const entry of entries) {
    if (entry.kind === "undo") kept = takenBack(kept, entry.ply);
    else kept.push(entry);
  }
  const events = kept.flatMap((entry) => ("events" in entry ? (entry.events ?? []) : []));
  return events.slice(events.findLastIndex((event) => event.kind === "round-started") + 1);
}

/** The entries up to a ply. @param {AnyEntry[]} entries @param {number} ply */
function takenBack(entries, ply) {
  let moves = 0;
  const end = entries.findIndex((entry) => entry.kind === "move" && (moves += 1) > ply);
  return end < 0 ? entries : entries.slice(0, end);
}

/** @param {GameEvent} event @returns {[RoundSource, number] | null} */
function pointsOf(event) {
  switch (event.kind) {
    case "tiled":
      return ["tiles", event.points];
    case "placed":
      return "points" in event ? ["tiles", event.points] : null;
    case "floor-charged":
      return ["floor", -event.points];
    case "marker-taken":
      return "points" in event ? ["marker", -event.points] : null;
    case "passed":
      return ["discards", -event.points];
    default:
      return null;
  }
}

/** "tiles +7, floor −3". @param {PlayerSummary} summary */
export function summaryText({ parts }) {
  if (!parts.length) return _("no points");
  // The points stay on the line of what they are for.
  return parts.map(([source, points]) => partText(source, signed(points)).replaceAll(" ", "\u00a0")).join(", ");
}

/** @param {RoundSource} source @param {string} points */
function partText(source, points) {
  switch (source) {
    case "tiles":
      return _("tiles {points}", { points });
    case "floor":
      return _("floor {points}", { points });
    case "marker":
      return _("marker {points}", { points });
    default:
      return _("discards {points}", { points });
  }
}
