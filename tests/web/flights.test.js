/** Animation planning: flights of tiles between places, made from events. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { planFlights } = await page("table/flights.js");

const AZUL = {
  game: "azul",
  centre: {},
  factories: [{ b: 2, r: 1, w: 1 }],
  boards: [
    { lines: [1, 2, 3, 4, 5].map((size) => ({ size, count: 0 })), floor: "", marker: false },
    { lines: [1, 2, 3, 4, 5].map((size) => ({ size, count: 1 })), floor: "bb", marker: true },
  ],
};
const PAVILION = {
  game: "summer-pavilion",
  centre: { p: 1 },
  factories: [{ p: 2, g: 2 }],
  boards: [{}, {}],
};

const entry = (...events) => ({ kind: "move", events });
const routes = (flights) => flights.map(({ from, to, colour }) => [from, to, colour]);

test("taken tiles go to their line and the rest to the centre", () => {
  const flights = planFlights(AZUL, [
    entry(
      { kind: "taken", player: 0, source: 1, colour: "b", count: 2 },
      { kind: "placed", player: 0, row: 2, colour: "b", count: 2 },
    ),
  ]);
  assert.deepEqual(routes(flights), [
    ["source-1", "source-0", "r"],
    ["source-1", "source-0", "w"],
    ["source-1", "line-0-2-0", "b"],
    ["source-1", "line-0-2-1", "b"],
  ]);
  assert.ok(flights.slice(2).every((flight) => flight.hides));
});

test("tiles on a line follow those that lie there", () => {
  const placed = { kind: "placed", player: 1, row: 2, colour: "b", count: 1 };
  const flights = planFlights(AZUL, [entry(placed), entry(placed)]);
  assert.deepEqual(
    flights.map((flight) => flight.to),
    ["line-1-2-1", "line-1-2-2"],
  );
});

test("an entry begins when the one before it has arrived", () => {
  const placed = { kind: "placed", player: 0, row: 4, colour: "b", count: 2 };
  const [first, second, third] = planFlights(AZUL, [entry(placed), entry(placed)]);
  assert.equal(first.at, 0);
  assert.ok(second.at > 0 && second.at < 1);
  assert.equal(third.at, second.at + 1);
});

test("the marker lies on the floor line in Azul, and with the score in Summer Pavilion", () => {
  const azul = planFlights(AZUL, [entry({ kind: "marker-taken", player: 1 })]);
  assert.deepEqual(routes(azul), [["source-0", "floor-1-3", "marker"]]);
  const pavilion = planFlights(PAVILION, [entry({ kind: "marker-taken", player: 1, points: 3 })]);
  assert.deepEqual(routes(pavilion), [
    ["source-0", "score-1", "marker"],
    [undefined, "score-1", undefined],
  ]);
  assert.equal(pavilion[1].points, -3);
});

test("dropped tiles fill the floor line; those without a space fade into the lid", () => {
  const flights = planFlights(AZUL, [
    entry({ kind: "dropped", player: 1, colour: "w", to_floor: 2, to_lid: 1 }),
  ]);
  assert.deepEqual(
    flights.map(({ to, fades }) => [to, Boolean(fades)]),
    [
      ["floor-1-3", false],
      ["floor-1-4", false],
      ["discards", true],
    ],
  );
});

test("tiles of a dropped line come from that line", () => {
  const flights = planFlights(AZUL, [
    entry(
      { kind: "line-dropped", player: 0, row: 1, colour: "w" },
      { kind: "dropped", player: 0, colour: "w", to_floor: 2, to_lid: 0 },
    ),
  ]);
  assert.deepEqual(
    flights.map((flight) => flight.from),
    ["line-0-1-0", "line-0-1-1"],
  );
});

test("rows are tiled one after the other, and by all players at once", () => {
  const tiled = (player, row) => ({ kind: "tiled", player, row, column: 1, colour: "b", points: 2 });
  const flights = planFlights(AZUL, [entry(tiled(0, 0), tiled(0, 1), tiled(1, 0))]);
  const toWall = flights.filter((flight) => flight.lingers);
  assert.deepEqual(
    toWall.map(({ to, at }) => [to, at]),
    [
      ["wall-0-0-1", 0],
      ["wall-0-1-1", 1],
      ["wall-1-0-1", 0],
    ],
  );
  assert.deepEqual(
    flights.filter((flight) => flight.fades).map((flight) => flight.from),
    ["line-0-1-1"],
  );
  assert.equal(flights.filter((flight) => flight.points === 2).length, 3);
});

test("a placed tile leaves the hand, and what it costs goes to the tower", () => {
  const flights = planFlights(PAVILION, [
    entry({ kind: "placed", player: 0, space: 9, colour: "p", discarded: { p: 1, g: 1 }, points: 4 }),
  ]);
  assert.deepEqual(routes(flights), [
    ["hand-0-p", "space-0-9", "p"],
    ["hand-0-p", "discards", "p"],
    ["hand-0-g", "discards", "g"],
    [undefined, "space-0-9", undefined],
  ]);
});

test("tiles of Summer Pavilion are taken into the hand", () => {
  const flights = planFlights(PAVILION, [
    entry({ kind: "taken", player: 1, source: 1, tiles: { g: 2, p: 1 } }),
  ]);
  assert.deepEqual(routes(flights), [
    ["source-1", "hand-1-g", "g"],
    ["source-1", "hand-1-g", "g"],
    ["source-1", "hand-1-p", "p"],
    ["source-1", "source-0", "p"],
  ]);
});

test("a pass shows what is discarded and what it costs", () => {
  const flights = planFlights(PAVILION, [
    entry({ kind: "passed", player: 0, kept: {}, discarded: { g: 2 }, points: 2 }),
  ]);
  assert.equal(flights.filter((flight) => flight.to === "discards").length, 2);
  assert.equal(flights.at(-1).points, -2);
});

test("end bonuses of both games are added up, and nothing is shown for none", () => {
  const bonus = { kind: "bonus", player: 0, rows: 2, columns: 7, colours: 10 };
  assert.deepEqual(planFlights(AZUL, [entry(bonus)]), [{ to: "score-0", points: 19, at: 0 }]);
  const none = { kind: "bonus", player: 0, stars: 0, numbers: 0 };
  assert.deepEqual(planFlights(PAVILION, [entry(none)]), []);
});

test("dealt tiles come from the bag one by one, each to its own slot", () => {
  const dealt = (place, colour) => ({ kind: "dealt", place, colour });
  const flights = planFlights(AZUL, [
    { kind: "deal", events: [dealt(1, "b"), dealt(1, "b"), dealt(2, "b"), dealt(0, "r")] },
  ]);
  assert.deepEqual(
    flights.map(({ to, lands, hides }) => [to, lands, hides]),
    [
      ["source-1", 0, true],
      ["source-1", 1, true],
      ["source-2", 0, true],
      ["supply", 0, false],
    ],
  );
  assert.ok(flights.every((flight, n) => n === 0 || flight.at > flights[n - 1].at));
});

test("entries without events, and events without movement, plan nothing", () => {
  const entries = [{ kind: "say", preset: "hello" }, entry({ kind: "round-started", round: 2 })];
  assert.deepEqual(planFlights(AZUL, entries), []);
});

test("the state before is left as it is", () => {
  const before = structuredClone(AZUL);
  planFlights(AZUL, [entry({ kind: "taken", player: 0, source: 1, colour: "b", count: 2 })]);
  assert.deepEqual(AZUL, before);
});
