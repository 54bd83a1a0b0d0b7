/** Telling: beats in their order, states that are never ahead of them, pauses between rounds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { beatsOf, roundBoundary } = await page("table/beats.js");
const { roundSummary, summaryText } = await page("table/summary.js");
const { still, Teller } = await page("table/teller.js");

const tiled = (player, row, points = 1) => ({
  kind: "tiled",
  player,
  row,
  column: row,
  colour: "b",
  points,
  counted: [row * 6],
});
const charged = (player, points) => ({ kind: "floor-charged", player, spaces: 1, points });
const taken = { kind: "taken", player: 0, source: 1, colour: "b", count: 1 };
const placed = { kind: "placed", player: 0, row: 0, colour: "b", count: 1 };
const dealt = (place) => ({ kind: "dealt", place, colour: "r" });
const started = (round) => ({ kind: "round-started", round, start_player: 1, missing: 0 });

const kinds = (beats) => beats.map(({ events }) => events.map((event) => event.kind).join("+"));

test("a move is one beat; walls are told row by row for all players, then the floor lines", () => {
  const events = [taken, placed, tiled(0, 0), tiled(0, 2), charged(0, 1), tiled(1, 1), tiled(1, 2)];
  assert.deepEqual(kinds(beatsOf(events)), [
    "taken+placed",
    "tiled",
    "tiled",
    "tiled+tiled",
    "floor-charged",
  ]);
});

test("a line that falls is told with its row", () => {
  const fallen = { kind: "line-dropped", player: 1, row: 3, colour: "b" };
  const dropped = { kind: "dropped", player: 1, colour: "b", to_floor: 4, to_lid: 0 };
  const beats = beatsOf([tiled(0, 4), charged(0, 1), fallen, dropped, charged(1, 6)]);
  assert.deepEqual(kinds(beats), ["line-dropped+dropped", "tiled", "floor-charged+floor-charged"]);
});

test("tiles are dealt factory by factory", () => {
  const beats = beatsOf([dealt(1), dealt(1), dealt(2), dealt(2), started(2)]);
  assert.deepEqual(kinds(beats), ["dealt+dealt", "dealt+dealt", "round-started"]);
});

test("a round ends before the factories are filled again, and not at the first deal", () => {
  const filled = { kind: "bag-filled", count: 9 };
  const beats = beatsOf([taken, placed, tiled(0, 0), filled, dealt(1), dealt(2), started(2)]);
  assert.equal(roundBoundary(beats), 2);
  assert.equal(roundBoundary(beatsOf([dealt(1), started(1)])), null);
  // The supply of Summer Pavilion is filled within the round.
  assert.equal(roundBoundary(beatsOf([dealt(0), dealt(1), started(3)])), 1);
});

test("a summary sums what the round brought, without what was taken back", () => {
  const move = (number, ...events) => ({ number, kind: "move", events });
  const star = { kind: "placed", player: 0, space: 3, colour: "r", discarded: {}, points: 2 };
  const entries = [
    { number: 1, kind: "deal", events: [started(1)] },
    move(2, tiled(1, 0, 9)),
    { number: 3, kind: "deal", events: [started(2)] },
    move(4, star),
    move(5, star),
    { number: 6, kind: "undo", seat: 0, ply: 2 },
    move(7, { kind: "marker-taken", player: 0, points: 3 }),
    move(8, { kind: "passed", player: 1, kept: {}, discarded: {}, points: 2 }, tiled(1, 1, 4)),
  ];
  assert.deepEqual(roundSummary(entries, 2), [
    { parts: [["tiles", 2], ["marker", -3]], total: -1 },
    { parts: [["discards", -2], ["tiles", 4]], total: 2 },
  ]);
  assert.equal(summaryText(roundSummary(entries, 2)[0]), "tiles\u00a0+2, marker\u00a0−3");
});

const board = { score: 0, floor: "", marker: false, wall: Array(5).fill(Array(5).fill(null)) };
const STATE = {
  game: "azul",
  round: 1,
  players: 2,
  to_play: 0,
  centre: {},
  discards: {},
  bag: { r: 9 },
  factories: [{ b: 1 }, {}],
  boards: [0, 1].map(() => ({ ...board, lines: [1, 2, 3, 4, 5].map((size) => ({ size, count: 0 })) })),
};
const CHAPTER = {
  version: 3,
  state: { ...STATE, round: 2, to_play: 1, final: true },
  options: [{ move: "x" }],
};
const ENTRIES = [
  { number: 1, kind: "deal", events: [started(1)] },
  { number: 2, kind: "move", events: [taken, placed, tiled(0, 0, 5), charged(1, 0), charged(0, 2)] },
  { number: 3, kind: "deal", events: [dealt(1), dealt(2), started(2)] },
];

/** A teller whose theatre and states are noted. */
function telling(manner) {
  const notes = [];
  const theatre = {
    fly: (plan) => (notes.push(`fly ${plan.flights.length}`), 1),
    arrive: (plan) => notes.push(`float ${plan.points.map(({ points }) => points).join()}`),
    clear: () => {},
    sound: () => {},
  };
  let finish;
  const done = new Promise((resolve) => (finish = resolve));
  const first = still({ version: 1, state: STATE }, ENTRIES.slice(0, 1));
  const teller = new Teller(first, {
    theatre,
    manner: () => ({ time: 1, moves: true, pause: 0, ...manner }),
    onChange: (shown) => {
      const { state } = shown.update;
      const scores = state.boards.map(({ score }) => score).join("-");
      const told = shown.entries.flatMap(({ events }) => events).length;
      notes.push(`round ${state.round} ${scores} told ${told}${shown.summary ? " summary" : ""}`);
      if (shown.summary || state.final) finish();
    },
  });
  return { teller, notes, done };
}

test("what is shown is never ahead of the story", async () => {
  const { teller, notes, done } = telling({ pause: 1 });
  teller.hear(CHAPTER, ENTRIES);
  await done;
  while (!teller.shown.update.state.final) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(notes, [
    "round 1 0-0 told 1", // the tile flies
    "fly 1",
    "round 1 0-0 told 3",
    "round 1 0-0 told 3", // to the wall
    "fly 1",
    "round 1 5-0 told 4",
    "float 5",
    "round 1 3-0 told 6",
    "float -2",
    "round 1 3-0 told 6 summary",
    "round 1 3-0 told 6", // the first factory
    "fly 1",
    "round 1 3-0 told 7",
    "round 1 3-0 told 7",
    "fly 1",
    "round 1 3-0 told 8",
    "round 2 3-0 told 9",
    "round 2 0-0 told 9", // the state of the service
  ]);
  assert.deepEqual(teller.shown.update.options, CHAPTER.options);
});

test("a table waits after the round until it is told to go on, and what follows waits too", async () => {
  const { teller, done } = telling({ time: 0, pause: Infinity });
  teller.hear(CHAPTER, ENTRIES);
  const later = { ...CHAPTER, version: 4, state: { ...CHAPTER.state, later: true } };
  teller.hear(later, [...ENTRIES, { number: 4, kind: "move", events: [] }]);
  await done;
  assert.equal(teller.shown.update.state.round, 1);
  assert.deepEqual(teller.shown.summary.map(({ total }) => total), [3, 0]);
  assert.equal(teller.shown.update.options, null);
  teller.skip();
  while (!teller.shown.update.state.later) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(teller.shown.entries.length, 4);
});

test("without telling and without pauses the result is shown at once", async () => {
  const { teller, notes, done } = telling({ time: 0 });
  teller.hear(CHAPTER, ENTRIES);
  await done;
  assert.equal(notes.length, 1);
});

test("where nothing may move, points are still counted", async () => {
  const { teller, notes, done } = telling({ moves: false });
  teller.hear(CHAPTER, ENTRIES);
  await done;
  while (!teller.shown.update.state.final) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.ok(!notes.some((note) => note.startsWith("fly")));
  assert.ok(notes.includes("float 5"));
});

test("a move that was taken back is not told", async () => {
  const { teller, notes, done } = telling({ pause: Infinity });
  teller.hear(CHAPTER, [...ENTRIES, { number: 4, kind: "undo", seat: 0, ply: 0 }]);
  await done;
  assert.equal(notes.length, 1);
});
