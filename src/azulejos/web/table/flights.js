/**
 * From what happened to what is seen moving: events become flights between places, in order.
 * Places are the `data-place` names of the scene. Time is counted in flights: `at` 2 begins when
 * two others, one after the other, have ended.
 */
import { factsOf } from "../games/facts.js";

/**
 * @typedef {object} Flight
 * @property {string} [from]
 * @property {string} to
 * @property {string} [colour]
 * @property {number} [nth]       which tile of this colour at the place it leaves
 * @property {number} [lands]     which tile of this colour at the place it comes to
 * @property {number} at          when it begins
 * @property {number} [appears]   when it can be seen first
 * @property {boolean} [hides]    the tile it becomes is hidden until then
 * @property {boolean} [lingers]  it stays where it landed until all is over
 * @property {boolean} [fades]    it vanishes on arrival
 * @property {number} [points]    not a tile: points that float up
 */

/** Steps between the tiles of a row of flights. */
const STAGGER = 0.12;
const DEAL_STAGGER = 0.06;

/**
 * @param {any} state     the state before
 * @param {any[]} entries
 * @returns {Flight[]}
 */
export function planFlights(state, entries) {
  const story = new Story(state);
  for (const entry of entries) {
    for (const [index, event] of (entry.events ?? []).entries()) {
      story.tell(event, entry.events, index);
    }
    story.endEntry();
  }
  return story.flights;
}

class Story {
  /** @param {any} state */
  constructor(state) {
    /** @type {Flight[]} */
    this.flights = [];
    this.game = state.game;
    this.now = 0;
    this.busy = 0;
    this.sources = [state.centre, ...state.factories].map((pile) => ({ ...pile }));
    this.lines = state.boards.map((board) => board.lines?.map((line) => line.count) ?? []);
    this.floors = state.boards.map((board) => (board.floor?.length ?? 0) + (board.marker ? 1 : 0));
    this.dealt = 0;
    /** How many tiles of a colour were dealt to a place. @type {Record<string, number>} */
    this.dealtTo = {};
    this.source = 0;
    /** Tiling: when it began, and how many rows each player has done. @type {any} */
    this.tiling = null;
  }

  add(flight) {
    this.flights.push(flight);
    this.busy = Math.max(this.busy, flight.at + 1);
  }

  /** What follows begins when everything so far has arrived. */
  step() {
    this.now = Math.max(this.now, this.busy);
  }

  endEntry() {
    this.step();
    this.dealt = 0;
    this.dealtTo = {};
    this.tiling = null;
  }

  tell(event, events, index) {
    const teller = TELLERS[event.kind];
    if (teller) teller(this, event, events, index);
  }
}

const TELLERS = {
  taken(story, event) {
    story.source = event.source;
    const taken = event.tiles ?? { [event.colour]: event.count };
    const pile = story.sources[event.source] ?? {};
    if (event.tiles) {
      for (const [colour, count] of Object.entries(taken)) {
        for (let n = 0; n < count; n += 1) {
          story.add({
            from: sourcePlace(event.source),
            to: `hand-${event.player}-${colour}`,
            colour,
            nth: n,
            at: story.now + n * STAGGER,
          });
        }
      }
    }
    if (event.source === 0) return;
    for (const [colour, count] of Object.entries(pile)) {
      for (let n = taken[colour] ?? 0; n < count; n += 1) {
        story.add({
          from: sourcePlace(event.source),
          to: "source-0",
          colour,
          nth: n,
          lands: 99,
          at: story.now,
        });
      }
    }
  },

  "marker-taken"(story, event) {
    const { markerOnFloor } = factsOf(story.game);
    const to = markerOnFloor
      ? `floor-${event.player}-${story.floors[event.player]}`
      : `score-${event.player}`;
    story.add({
      from: "source-0",
      to,
      colour: "marker",
      nth: 0,
      at: story.now,
      hides: markerOnFloor,
    });
    if (markerOnFloor) story.floors[event.player] += 1;
    if (event.points)
      story.add({
        to: `score-${event.player}`,
        points: -Math.abs(event.points),
        at: story.now + 1,
      });
  },

  placed(story, event) {
    if (event.space !== undefined) placedOnStar(story, event);
    else placedOnLine(story, event);
  },

  dropped(story, event, events, index) {
    const fallen = events[index - 1]?.kind === "line-dropped" ? events[index - 1] : null;
    for (let n = 0; n < event.to_floor + event.to_lid; n += 1) {
      const from = fallen ? `line-${event.player}-${fallen.row}-${n}` : sourcePlace(story.source);
      const space = story.floors[event.player];
      const toFloor = n < event.to_floor;
      if (toFloor) story.floors[event.player] += 1;
      story.add({
        from,
        to: toFloor ? `floor-${event.player}-${space}` : "discards",
        colour: event.colour,
        nth: fallen ? 0 : 99,
        at: story.now + n * STAGGER,
        hides: toFloor,
        fades: !toFloor,
      });
    }
  },

  tiled(story, event) {
    // Row by row, each when the one above it has been seen; all players at the same time.
    if (!story.tiling) story.step();
    story.tiling ??= { since: story.now, rows: {} };
    const at = story.tiling.since + (story.tiling.rows[event.player] ?? 0);
    story.tiling.rows[event.player] = (story.tiling.rows[event.player] ?? 0) + 1;
    const { player, row, column, colour } = event;
    for (let n = 0; n <= row; n += 1) {
      const from = `line-${player}-${row}-${n}`;
      if (n === 0)
        story.add({
          from,
          to: `wall-${player}-${row}-${column}`,
          colour,
          at,
          hides: true,
          lingers: true,
        });
      else story.add({ from, to: "discards", colour, at, fades: true });
    }
    story.lines[player][row] = 0;
    story.flights.push({
      to: `wall-${player}-${row}-${column}`,
      points: event.points,
      at: at + 0.9,
    });
  },

  "floor-charged"(story, event) {
    const at = story.tiling
      ? story.tiling.since + (story.tiling.rows[event.player] ?? 0)
      : story.busy;
    story.floors[event.player] = 0;
    if (event.points)
      story.add({ to: `floor-${event.player}-1`, points: -Math.abs(event.points), at });
  },

  "bonus-taken"(story, event) {
    story.step();
    for (const [colour, count] of Object.entries(event.tiles)) {
      for (let n = 0; n < count; n += 1) {
        story.add({
          from: "supply",
          to: `hand-${event.player}-${colour}`,
          colour,
          nth: n,
          at: story.now + n * STAGGER,
        });
      }
    }
  },

  passed(story, event) {
    for (const [colour, count] of Object.entries(event.discarded)) {
      for (let n = 0; n < count; n += 1) {
        story.add({
          from: `hand-${event.player}-${colour}`,
          to: "discards",
          colour,
          at: story.now + n * STAGGER,
          fades: true,
        });
      }
    }
    if (event.points)
      story.add({ to: `score-${event.player}`, points: -Math.abs(event.points), at: story.now });
  },

  bonus(story, event) {
    story.step();
    const parts = ["rows", "columns", "colours", "stars", "numbers"];
    const points = parts.reduce((sum, part) => sum + (event[part] ?? 0), 0);
    if (points) story.flights.push({ to: `score-${event.player}`, points, at: story.now });
  },

  dealt(story, event) {
    if (story.dealt === 0) story.step();
    const to = event.place === 0 ? "supply" : sourcePlace(event.place);
    const lands = story.dealtTo[to + event.colour] ?? 0;
    story.dealtTo[to + event.colour] = lands + 1;
    story.flights.push({
      from: "bag",
      to,
      colour: event.colour,
      lands,
      at: story.now + story.dealt * DEAL_STAGGER,
      appears: story.now + story.dealt * DEAL_STAGGER,
      hides: event.place !== 0,
    });
    story.dealt += 1;
  },
};

function sourcePlace(source) {
  return `source-${source}`;
}

function placedOnLine(story, event) {
  const { player, row, colour } = event;
  for (let n = 0; n < event.count; n += 1) {
    const cell = story.lines[player][row] + n;
    story.add({
      from: sourcePlace(story.source),
      to: `line-${player}-${row}-${cell}`,
      colour,
      nth: n,
      at: story.now + n * STAGGER,
      hides: true,
      lingers: true,
    });
  }
  story.lines[player][row] += event.count;
}

function placedOnStar(story, event) {
  const from = `hand-${event.player}-${event.colour}`;
  const to = `space-${event.player}-${event.space}`;
  story.add({ from, to, colour: event.colour, at: story.now, hides: true });
  for (const [colour, count] of Object.entries(event.discarded)) {
    for (let n = 0; n < count; n += 1) {
      story.add({
        from: `hand-${event.player}-${colour}`,
        to: "discards",
        colour,
        at: story.now + 0.15 + n * STAGGER,
        fades: true,
      });
    }
  }
  story.flights.push({ to, points: event.points, at: story.now + 0.9 });
}
