/**
 * The story of an entry in beats: events that are shown together, in the order in which they are
 * told. Each player's board is told for itself, so rows of all walls can be told at once.
 */

/** @import { GameEvent } from "../types.d.ts" */

/**
 * @typedef {object} Beat
 * @property {GameEvent[]} events   applied to the shown state when the tiles have arrived
 * @property {"move" | "score" | "deal" | "turn"} kind   what it tells; a turn has nothing to see
 * @property {boolean} ending       part of the end of a round or of the game
 */

/** Kinds of events that are told with the move before them. */
const TOGETHER = new Set(["marker-taken", "placed", "dropped", "surrounded"]);
/** Kinds of events of the walls' tiling, which all players do at the same time. */
const TILING = new Set(["tiled", "line-dropped", "dropped", "floor-charged"]);

/**
 * @param {GameEvent[]} events   of one entry
 * @returns {Beat[]}
 */
export function beatsOf(events) {
  /** @type {Beat[]} */
  const beats = [];
  for (let at = 0; at < events.length; ) {
    const first = events[at];
    const tiling = ["tiled", "line-dropped", "floor-charged"].includes(first.kind);
    let end = at + 1;
    if (tiling) while (end < events.length && TILING.has(events[end].kind)) end += 1;
    else if (first.kind === "taken" || first.kind === "placed")
      while (end < events.length && TOGETHER.has(events[end].kind)) end += 1;
    else if (first.kind === "dealt") while (end < events.length && sameFactory(first, events[end])) end += 1;
    else if (first.kind === "bonus") while (end < events.length && events[end].kind === "bonus") end += 1;
    const group = events.slice(at, end);
    if (tiling) beats.push(...tilingBeats(group));
    else beats.push({ events: group, ...nature(first) });
    at = end;
  }
  return beats;
}

/** @param {GameEvent} event @returns {Pick<Beat, "kind" | "ending">} */
function nature(event) {
  switch (event.kind) {
    case "dealt":
    case "bag-filled":
      return { kind: "deal", ending: false };
    case "bonus":
      return { kind: "score", ending: true };
    case "round-started":
    case "game-ended":
      return { kind: "turn", ending: event.kind === "game-ended" };
    default:
      return { kind: "move", ending: false };
  }
}

/** @param {GameEvent} one @param {GameEvent} other */
function sameFactory(one, other) {
  return one.kind === "dealt" && other.kind === "dealt" && one.place === other.place;
}

/**
 * Row by row on all walls, then the floor lines.
 * @param {GameEvent[]} events
 * @returns {Beat[]}
 */
function tilingBeats(events) {
  /** @type {Map<number, GameEvent[]>} */
  const rows = new Map();
  const floors = [];
  let row = 0;
  for (const event of events) {
    if (event.kind === "floor-charged") {
      floors.push(event);
      continue;
    }
    // A dropped line falls to the floor with the next event, which names no row.
    if ("row" in event) row = event.row;
    rows.set(row, [...(rows.get(row) ?? []), event]);
  }
  const groups = [...rows].sort(([one], [other]) => one - other).map(([, group]) => group);
  if (floors.length) groups.push(floors);
  return groups.map((group) => ({ events: group, kind: "score", ending: true }));
}

/**
 * Where a round has ended and the next one is not yet prepared: before the beats that fill the
 * factories for a later round than the first.
 * @param {Beat[]} beats
 * @returns {number | null} an index
 */
export function roundBoundary(beats) {
  const started = beats.findIndex(({ events }) =>
    events.some((event) => event.kind === "round-started" && event.round > 1),
  );
  if (started < 0) return null;
  let at = started;
  while (at > 0 && preparesRound(beats[at - 1])) at -= 1;
  return at;
}

/** @param {Beat} beat */
function preparesRound({ events: [event] }) {
  return event.kind === "bag-filled" || (event.kind === "dealt" && event.place > 0);
}
