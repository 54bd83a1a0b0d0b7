/**
 * Animation planning: a beat becomes flights of tiles between places, floating points, and places
 * to light.
 *
 * Places are the `data-place` names of the scene. Time is counted in flights: `at` 0.5 begins when
 * half of a flight is over.
 */
import { factsOf } from "../games/facts.js";
import { pileLetters } from "../tiles.js";
import { bonusPoints, takenTiles } from "./events.js";

/** @import { AzulPlacedEvent, GameEvent, PavilionPlacedEvent, State } from "../types.d.ts" */

/**
 * @typedef {object} TileFlight
 * @property {string} from
 * @property {string} to
 * @property {string} colour
 * @property {number} at         when it begins
 * @property {number} [nth]      which tile of this colour at the place it leaves
 * @property {boolean} [fades]   it vanishes on arrival
 *
 * @typedef {{ to: string, points: number }} FloatingPoints
 *
 * @typedef {object} Plan
 * @property {TileFlight[]} flights
 * @property {FloatingPoints[]} points   shown when the tiles have arrived
 * @property {string[]} lit              places lit meanwhile
 */

/** Delay between the tiles of a group. */
const STAGGER = 0.12;
/** The last tile of a stack, however high it is. */
const LAST = 99;
/** Columns of a wall of Azul. */
const COLUMNS = 5;

/**
 * @param {State} state   before the events
 * @param {GameEvent[]} events   of one beat
 * @returns {Plan}
 */
export function planFlights(state, events) {
  const planner = new Planner(state);
  events.forEach((event, index) => planner.add(event, events[index - 1]));
  return planner.plan;
}

class Planner {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Plan} */
    this.plan = { flights: [], points: [], lit: [] };
    this.markerOnFloor = factsOf(state.game).markerOnFloor;
    /** Spaces of the floor lines in use, by player. */
    this.floors = state.boards.map((board) =>
      "floor" in board ? board.floor.length + (board.marker ? 1 : 0) : 0,
    );
    /** The source that tiles were taken from. */
    this.source = 0;
    /** Tiles that came to a factory, by place. @type {Record<number, Record<string, number>>} */
    this.dealt = {};
  }

  /** @param {string} from @param {string} to @param {string} colour @param {Partial<TileFlight>} [more] */
  fly(from, to, colour, more = {}) {
    this.plan.flights.push({ from, to, colour, at: 0, ...more });
  }

  /**
   * One flight for each tile of a pile, one shortly after the other.
   * @param {Record<string, number>} pile
   * @param {(colour: string, nth: number) => { from: string, to: string, nth?: number, fades?: boolean }} route
   */
  flyPile(pile, route) {
    for (const [colour, count] of Object.entries(pile)) {
      for (let n = 0; n < count; n += 1) {
        const { from, to, ...more } = route(colour, n);
        this.fly(from, to, colour, { at: n * STAGGER, ...more });
      }
    }
  }

  /** @param {string} to @param {number} points */
  float(to, points) {
    if (points) this.plan.points.push({ to, points });
  }

  /** @param {GameEvent} event @param {GameEvent | undefined} before */
  add(event, before) {
    /** @type {((planner: Planner, event: any, before?: GameEvent) => void) | undefined} */
    const planEvent = PLANNERS[event.kind];
    planEvent?.(this, event, before);
  }
}

/**
 * By the kind of event.
 * @type {{ [Kind in GameEvent["kind"]]?: (planner: Planner, event: Extract<GameEvent, { kind: Kind }>, before?: GameEvent) => void }}
 */
const PLANNERS = {
  taken(planner, event) {
    planner.source = event.source;
    const taken = takenTiles(event);
    const from = sourcePlace(event.source);
    if ("tiles" in event) {
      planner.flyPile(taken, (colour, nth) => ({ from, to: `hand-${event.player}-${colour}`, nth }));
    }
    if (event.source === 0) return;
    for (const [colour, count] of Object.entries(planner.state.factories[event.source - 1] ?? {})) {
      for (let n = taken[colour] ?? 0; n < count; n += 1) {
        planner.fly(from, sourcePlace(0), colour, { nth: n });
      }
    }
  },

  "marker-taken"(planner, event) {
    const { player } = event;
    const to = planner.markerOnFloor ? `floor-${player}-${planner.floors[player]}` : `score-${player}`;
    planner.fly(sourcePlace(0), to, "marker", { nth: 0 });
    if (planner.markerOnFloor) planner.floors[player] += 1;
    if ("points" in event) planner.float(`score-${player}`, -Math.abs(event.points));
  },

  placed(planner, event) {
    if ("space" in event) placedOnStar(planner, event);
    else placedOnLine(planner, event);
  },

  dropped(planner, event, before) {
    const line = before?.kind === "line-dropped" ? before : null;
    for (let n = 0; n < event.to_floor + event.to_lid; n += 1) {
      const toFloor = n < event.to_floor;
      const from = line ? `line-${event.player}-${line.row}-${n}` : sourcePlace(planner.source);
      const to = toFloor ? `floor-${event.player}-${planner.floors[event.player]}` : "discards";
      if (toFloor) planner.floors[event.player] += 1;
      planner.fly(from, to, event.colour, { nth: line ? 0 : LAST, at: n * STAGGER, fades: !toFloor });
    }
  },

  tiled(planner, event) {
    const { player, row, column, colour } = event;
    const wall = `wall-${player}-${row}-${column}`;
    const { count } = /** @type {{ count: number }} */ (linesOf(planner.state, player)[row]);
    for (let n = 0; n < count; n += 1) {
      const from = `line-${player}-${row}-${n}`;
      if (n === 0) planner.fly(from, wall, colour);
      else planner.fly(from, "discards", colour, { fades: true });
    }
    planner.float(wall, event.points);
    for (const space of event.counted ?? []) {
      planner.plan.lit.push(`wall-${player}-${Math.floor(space / COLUMNS)}-${space % COLUMNS}`);
    }
  },

  "floor-charged"(planner, event) {
    const { player } = event;
    const board = planner.state.boards[player];
    const floor = "floor" in board ? board.floor : "";
    const before = "marker" in board && board.marker ? 1 : 0;
    [...floor].forEach((colour, n) => {
      planner.fly(`floor-${player}-${before + n}`, "discards", colour, { nth: 0, fades: true });
    });
    planner.float(`floor-${player}-1`, -Math.abs(event.points));
    planner.plan.lit.push(`floor-${player}`);
  },

  "bonus-taken"(planner, event) {
    planner.flyPile(event.tiles, (colour, nth) => ({
      from: "supply",
      to: `hand-${event.player}-${colour}`,
      nth,
    }));
  },

  passed(planner, event) {
    discarded(planner, event.player, event.discarded);
    planner.float(`score-${event.player}`, -Math.abs(event.points));
  },

  bonus(planner, event) {
    planner.float(`score-${event.player}`, bonusPoints(event));
  },

  dealt(planner, event) {
    const { place, colour } = event;
    const pile = (planner.dealt[place] ??= { ...(planner.state.factories[place - 1] ?? {}) });
    pile[colour] = (pile[colour] ?? 0) + 1;
    const at = planner.plan.flights.length * STAGGER;
    planner.fly("bag", place === 0 ? "supply" : sourcePlace(place), colour, { at });
    if (place > 0) aimAtSlots(planner, place, pile);
  },
};

/** Tiles lie on a factory by colour: each flight ends at the slot its tile will have. */
function aimAtSlots(/** @type {Planner} */ planner, /** @type {number} */ place, /** @type {Record<string, number>} */ pile) {
  const letters = pileLetters(planner.state.game, pile);
  for (const flight of planner.plan.flights) {
    const slot = letters.indexOf(flight.colour);
    letters[slot] = "";
    flight.to = `slot-${place}-${slot}`;
  }
}

/** @param {State} state @param {number} player */
function linesOf(state, player) {
  const board = state.boards[player];
  return "lines" in board ? board.lines : [];
}

/** @param {number} source */
function sourcePlace(source) {
  return `source-${source}`;
}

/** @param {Planner} planner @param {AzulPlacedEvent} event */
function placedOnLine(planner, { player, row, colour, count }) {
  const before = linesOf(planner.state, player)[row].count;
  planner.flyPile({ [colour]: count }, (_colour, nth) => ({
    from: sourcePlace(planner.source),
    to: `line-${player}-${row}-${before + nth}`,
    nth,
  }));
}

/** @param {Planner} planner @param {PavilionPlacedEvent} event */
function placedOnStar(planner, event) {
  const { player } = event;
  const to = `space-${player}-${event.space}`;
  planner.fly(`hand-${player}-${event.colour}`, to, event.colour);
  discarded(planner, player, event.discarded);
  planner.float(to, event.points);
  planner.plan.lit.push(...(event.counted ?? []).map((space) => `space-${player}-${space}`));
}

/**
 * Tiles of a hand go to the discards.
 * @param {Planner} planner
 * @param {number} player
 * @param {Record<string, number>} tiles
 */
function discarded(planner, player, tiles) {
  planner.flyPile(tiles, (colour) => ({ from: `hand-${player}-${colour}`, to: "discards", fades: true }));
}
