/**
 * Animation planning: events become flights of tiles between places, in order.
 *
 * Places are the `data-place` names of the scene. Time is counted in flights: `at` 2 begins when
 * two others, one after the other, have ended.
 */
import { factsOf } from "../games/facts.js";
import { bonusPoints, takenTiles } from "./events.js";

/** @import { AzulPlacedEvent, Entry, GameEvent, PavilionPlacedEvent, State } from "../types.d.ts" */

/**
 * @typedef {object} TileFlight
 * @property {string} from
 * @property {string} to
 * @property {string} colour
 * @property {number} at          when it begins
 * @property {number} [nth]       which tile of this colour at the place it leaves
 * @property {number} [lands]     which tile of this colour at the place it comes to
 * @property {number} [appears]   when it can be seen first
 * @property {boolean} [hides]    the tile it becomes is hidden until then
 * @property {boolean} [lingers]  it stays where it landed until all flights have ended
 * @property {boolean} [fades]    it vanishes on arrival
 *
 * @typedef {{ to: string, points: number, at: number }} PointsFlight   points that float up
 * @typedef {TileFlight | PointsFlight} Flight
 * @typedef {Pick<Entry, "kind"> & { events?: GameEvent[] }} Happening   entries of a log or a replay
 */

/** Delay between the tiles of a group. */
const STAGGER = 0.12;
const DEAL_STAGGER = 0.06;
/** The last tile of a stack, however high it is. */
const LAST = 99;

/**
 * The flights that lead from a state through the events of some entries.
 * @param {State} state   before the entries
 * @param {Happening[]} entries
 * @returns {Flight[]}
 */
export function planFlights(state, entries) {
  const plan = new FlightPlan(state);
  for (const entry of entries) {
    const events = entry.events ?? [];
    events.forEach((event, index) => plan.add(event, events, index));
    plan.endEntry();
  }
  return plan.flights;
}

class FlightPlan {
  /** @param {State} state */
  constructor(state) {
    /** @type {Flight[]} */
    this.flights = [];
    this.markerOnFloor = factsOf(state.game).markerOnFloor;
    /** When the current group of flights begins, and when the last one ends. */
    this.now = 0;
    this.end = 0;
    this.sources = [state.centre, ...state.factories].map((pile) => ({ ...pile }));
    /** Tiles on each line, and spaces of the floor line in use, by player. */
    this.lines = state.boards.map((board) =>
      "lines" in board ? board.lines.map((line) => line.count) : [],
    );
    this.floors = state.boards.map((board) =>
      "floor" in board ? board.floor.length + (board.marker ? 1 : 0) : 0,
    );
    this.dealt = 0;
    /** Tiles of a colour dealt to a place. @type {Record<string, number>} */
    this.dealtTo = {};
    /** The source that tiles were taken from last. */
    this.source = 0;
    /** When tiling began, and the rows done by player. @type {{ since: number, rows: number[] } | null} */
    this.tiling = null;
  }

  /** Plan a flight that the next group waits for. @param {Flight} flight */
  fly(flight) {
    this.flights.push(flight);
    this.end = Math.max(this.end, flight.at + 1);
  }

  /**
   * Plan one flight for each tile of a pile, one shortly after the other.
   * @param {Record<string, number>} pile
   * @param {(colour: string, nth: number) => Omit<TileFlight, "colour" | "at">} route
   * @param {number} [delay]
   */
  flyPile(pile, route, delay = 0) {
    for (const [colour, count] of Object.entries(pile)) {
      for (let n = 0; n < count; n += 1) {
        this.fly({ ...route(colour, n), colour, at: this.now + delay + n * STAGGER });
      }
    }
  }

  /** The next flights begin when all so far have arrived. */
  step() {
    this.now = Math.max(this.now, this.end);
  }

  endEntry() {
    this.step();
    this.dealt = 0;
    this.dealtTo = {};
    this.tiling = null;
  }

  /**
   * @param {GameEvent} event
   * @param {GameEvent[]} events   all events of the entry
   * @param {number} index         of the event among them
   */
  add(event, events, index) {
    /** @type {Planner<any> | undefined} */
    const planner = PLANNERS[event.kind];
    planner?.(this, event, events, index);
  }
}

/**
 * @template {GameEvent} Kind
 * @typedef {(plan: FlightPlan, event: Kind, events: GameEvent[], index: number) => void} Planner
 */

/** By the kind of event. @type {{ [Kind in GameEvent["kind"]]?: Planner<Extract<GameEvent, { kind: Kind }>> }} */
const PLANNERS = {
  taken(plan, event) {
    plan.source = event.source;
    const taken = takenTiles(event);
    const from = sourcePlace(event.source);
    if ("tiles" in event) {
      plan.flyPile(taken, (colour, nth) => ({ from, to: `hand-${event.player}-${colour}`, nth }));
    }
    if (event.source === 0) return;
    for (const [colour, count] of Object.entries(plan.sources[event.source] ?? {})) {
      for (let n = taken[colour] ?? 0; n < count; n += 1) {
        plan.fly({ from, to: sourcePlace(0), colour, nth: n, lands: LAST, at: plan.now });
      }
    }
  },

  "marker-taken"(plan, event) {
    const { player } = event;
    const to = plan.markerOnFloor ? `floor-${player}-${plan.floors[player]}` : `score-${player}`;
    const hides = plan.markerOnFloor;
    plan.fly({ from: sourcePlace(0), to, colour: "marker", nth: 0, at: plan.now, hides });
    if (plan.markerOnFloor) plan.floors[player] += 1;
    if ("points" in event && event.points) {
      plan.fly({ to: `score-${player}`, points: -Math.abs(event.points), at: plan.now + 1 });
    }
  },

  placed(plan, event) {
    if ("space" in event) placedOnStar(plan, event);
    else placedOnLine(plan, event);
  },

  dropped(plan, event, events, index) {
    const before = events[index - 1];
    const line = before?.kind === "line-dropped" ? before : null;
    for (let n = 0; n < event.to_floor + event.to_lid; n += 1) {
      const space = plan.floors[event.player];
      const toFloor = n < event.to_floor;
      if (toFloor) plan.floors[event.player] += 1;
      plan.fly({
        from: line ? `line-${event.player}-${line.row}-${n}` : sourcePlace(plan.source),
        to: toFloor ? `floor-${event.player}-${space}` : "discards",
        colour: event.colour,
        nth: line ? 0 : LAST,
        at: plan.now + n * STAGGER,
        hides: toFloor,
        fades: !toFloor,
      });
    }
  },

  tiled(plan, event) {
    // Row by row, each when the one above it has ended; all players at the same time.
    if (!plan.tiling) plan.step();
    plan.tiling ??= { since: plan.now, rows: [] };
    const { player, row, column, colour } = event;
    const done = plan.tiling.rows[player] ?? 0;
    const at = plan.tiling.since + done;
    plan.tiling.rows[player] = done + 1;
    const wall = `wall-${player}-${row}-${column}`;
    for (let n = 0; n <= row; n += 1) {
      const from = `line-${player}-${row}-${n}`;
      if (n === 0) plan.fly({ from, to: wall, colour, at, hides: true, lingers: true });
      else plan.fly({ from, to: "discards", colour, at, fades: true });
    }
    plan.lines[player][row] = 0;
    plan.flights.push({ to: wall, points: event.points, at: at + 0.9 });
  },

  "floor-charged"(plan, event) {
    const { player } = event;
    const at = plan.tiling ? plan.tiling.since + (plan.tiling.rows[player] ?? 0) : plan.end;
    plan.floors[player] = 0;
    if (event.points) plan.fly({ to: `floor-${player}-1`, points: -Math.abs(event.points), at });
  },

  "bonus-taken"(plan, event) {
    plan.step();
    plan.flyPile(event.tiles, (colour, nth) => ({
      from: "supply",
      to: `hand-${event.player}-${colour}`,
      nth,
    }));
  },

  passed(plan, event) {
    discarded(plan, event.player, event.discarded);
    if (event.points) {
      plan.fly({ to: `score-${event.player}`, points: -Math.abs(event.points), at: plan.now });
    }
  },

  bonus(plan, event) {
    plan.step();
    const points = bonusPoints(event);
    if (points) plan.flights.push({ to: `score-${event.player}`, points, at: plan.now });
  },

  dealt(plan, event) {
    if (plan.dealt === 0) plan.step();
    const to = event.place === 0 ? "supply" : sourcePlace(event.place);
    const lands = plan.dealtTo[to + event.colour] ?? 0;
    plan.dealtTo[to + event.colour] = lands + 1;
    const at = plan.now + plan.dealt * DEAL_STAGGER;
    const hides = event.place !== 0;
    plan.flights.push({ from: "bag", to, colour: event.colour, lands, at, appears: at, hides });
    plan.dealt += 1;
  },
};

/** @param {number} source */
function sourcePlace(source) {
  return `source-${source}`;
}

/** @param {FlightPlan} plan @param {AzulPlacedEvent} event */
function placedOnLine(plan, { player, row, colour, count }) {
  plan.flyPile({ [colour]: count }, (_colour, nth) => ({
    from: sourcePlace(plan.source),
    to: `line-${player}-${row}-${plan.lines[player][row] + nth}`,
    nth,
    hides: true,
    lingers: true,
  }));
  plan.lines[player][row] += count;
}

/** @param {FlightPlan} plan @param {PavilionPlacedEvent} event */
function placedOnStar(plan, event) {
  const from = `hand-${event.player}-${event.colour}`;
  const to = `space-${event.player}-${event.space}`;
  plan.fly({ from, to, colour: event.colour, at: plan.now, hides: true });
  discarded(plan, event.player, event.discarded, 0.15);
  plan.flights.push({ to, points: event.points, at: plan.now + 0.9 });
}

/**
 * Tiles of a hand go to the discards.
 * @param {FlightPlan} plan
 * @param {number} player
 * @param {Record<string, number>} tiles
 * @param {number} [delay]
 */
function discarded(plan, player, tiles, delay = 0) {
  const route = (/** @type {string} */ colour) => ({
    from: `hand-${player}-${colour}`,
    to: "discards",
    fades: true,
  });
  plan.flyPile(tiles, route, delay);
}
