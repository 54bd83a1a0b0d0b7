/** Animation planning: flights of tiles, points and lit places, made from the events of a beat. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { planFlights } = await page("table/flights.js");

const lines = (count) => [1, 2, 3, 4, 5].map((size) => ({ size, count: Math.min(size, count) }));
const AZUL = {
  game: "azul",
  centre: {},
  factories: [{ b: 2, r: 1, w: 1 }],
  boards: [
    { lines: lines(0), floor: "", marker: false },
    { lines: lines(2), floor: "bb", marker: true },
  ],
};
const PAVILION = {
  game: "summer-pavilion",
  centre: { p: 1 },
  factories: [{ p: 2, g: 2 }, {}],
  boards: [{}, {}],
};

const routes = (plan) => plan.flights.map(({ from, to, colour }) => [from, to, colour]);

test("taken tiles go to their line and the rest to the centre", () => {
  const plan = planFlights(AZUL, [
    { kind: "taken", player: 0, source: 1, colour: "b", count: 2 },
    { kind: "placed", player: 0, row: 2, colour: "b", count: 2 },
  ]);
  assert.deepEqual(routes(plan), [
    ["source-1", "source-0", "r"],
    ["source-1", "source-0", "w"],
    ["source-1", "line-0-2-0", "b"],
    ["source-1", "line-0-2-1", "b"],
  ]);
});

test("tiles on a line follow those that lie there", () => {
  const plan = planFlights(AZUL, [{ kind: "placed", player: 1, row: 4, colour: "b", count: 2 }]);
  assert.deepEqual(
    plan.flights.map((flight) => flight.to),
    ["line-1-4-2", "line-1-4-3"],
  );
});

test("the marker lies on the floor line in Azul, and with the score in Summer Pavilion", () => {
  const azul = planFlights(AZUL, [{ kind: "marker-taken", player: 1 }]);
  assert.deepEqual(routes(azul), [["source-0", "floor-1-3", "marker"]]);
  const pavilion = planFlights(PAVILION, [{ kind: "marker-taken", player: 1, points: 3 }]);
  assert.deepEqual(routes(pavilion), [["source-0", "score-1", "marker"]]);
  assert.deepEqual(pavilion.points, [{ to: "score-1", points: -3 }]);
});

test("dropped tiles fill the floor line; those without a space fade into the lid", () => {
  const plan = planFlights(AZUL, [{ kind: "dropped", player: 1, colour: "w", to_floor: 2, to_lid: 1 }]);
  assert.deepEqual(
    plan.flights.map(({ to, fades }) => [to, Boolean(fades)]),
    [
      ["floor-1-3", false],
      ["floor-1-4", false],
      ["discards", true],
    ],
  );
});

test("tiles of a dropped line come from that line", () => {
  const plan = planFlights(AZUL, [
    { kind: "line-dropped", player: 1, row: 1, colour: "w" },
    { kind: "dropped", player: 1, colour: "w", to_floor: 2, to_lid: 0 },
  ]);
  assert.deepEqual(
    plan.flights.map((flight) => flight.from),
    ["line-1-1-0", "line-1-1-1"],
  );
});

test("one tile of a full line goes to the wall, where its runs are lit and its points rise", () => {
  const tiled = { kind: "tiled", player: 1, row: 1, column: 2, colour: "b", points: 4 };
  const plan = planFlights(AZUL, [{ ...tiled, counted: [6, 7, 2, 12] }]);
  assert.deepEqual(routes(plan), [
    ["line-1-1-0", "wall-1-1-2", "b"],
    ["line-1-1-1", "discards", "b"],
  ]);
  assert.deepEqual(plan.points, [{ to: "wall-1-1-2", points: 4 }]);
  assert.deepEqual(plan.lit, ["wall-1-1-1", "wall-1-1-2", "wall-1-0-2", "wall-1-2-2"]);
  // A service of an earlier version does not say what was counted.
  assert.deepEqual(planFlights(AZUL, [tiled]).lit, []);
});

test("a floor line is cleared and says what it cost", () => {
  const plan = planFlights(AZUL, [{ kind: "floor-charged", player: 1, spaces: 3, points: 4 }]);
  assert.deepEqual(
    plan.flights.map((flight) => flight.from),
    ["floor-1-1", "floor-1-2"],
  );
  assert.deepEqual(plan.points, [{ to: "floor-1-1", points: -4 }]);
});

test("a placed tile leaves the hand, what it costs goes to the tower, its group is lit", () => {
  const plan = planFlights(PAVILION, [
    {
      kind: "placed",
      player: 0,
      space: 9,
      colour: "p",
      discarded: { p: 1, g: 1 },
      points: 2,
      counted: [8, 9],
    },
  ]);
  assert.deepEqual(routes(plan), [
    ["hand-0-p", "space-0-9", "p"],
    ["hand-0-p", "discards", "p"],
    ["hand-0-g", "discards", "g"],
  ]);
  assert.deepEqual(plan.points, [{ to: "space-0-9", points: 2 }]);
  assert.deepEqual(plan.lit, ["space-0-8", "space-0-9"]);
});

test("tiles of Summer Pavilion are taken into the hand", () => {
  const plan = planFlights(PAVILION, [{ kind: "taken", player: 1, source: 1, tiles: { g: 2, p: 1 } }]);
  assert.deepEqual(routes(plan), [
    ["source-1", "hand-1-g", "g"],
    ["source-1", "hand-1-g", "g"],
    ["source-1", "hand-1-p", "p"],
    ["source-1", "source-0", "p"],
  ]);
});

test("a pass shows what is discarded and what it costs", () => {
  const plan = planFlights(PAVILION, [
    { kind: "passed", player: 0, kept: {}, discarded: { g: 2 }, points: 2 },
  ]);
  assert.equal(plan.flights.filter((flight) => flight.to === "discards").length, 2);
  assert.deepEqual(plan.points, [{ to: "score-0", points: -2 }]);
});

test("end bonuses of both games are added up, and nothing is shown for none", () => {
  const bonus = { kind: "bonus", player: 0, rows: 2, columns: 7, colours: 10 };
  assert.deepEqual(planFlights(AZUL, [bonus]).points, [{ to: "score-0", points: 19 }]);
  const none = { kind: "bonus", player: 0, stars: 0, numbers: 0 };
  assert.deepEqual(planFlights(PAVILION, [none]).points, []);
});

test("dealt tiles come from the bag one by one, each to the slot that its colour will have", () => {
  const dealt = (place, colour) => ({ kind: "dealt", place, colour });
  const plan = planFlights(PAVILION, [dealt(2, "r"), dealt(2, "p"), dealt(2, "r"), dealt(2, "g")]);
  assert.deepEqual(
    plan.flights.map((flight) => [flight.colour, flight.to]),
    [
      ["r", "slot-2-2"],
      ["p", "slot-2-0"],
      ["r", "slot-2-3"],
      ["g", "slot-2-1"],
    ],
  );
  assert.ok(plan.flights.every((flight, n) => n === 0 || flight.at > plan.flights[n - 1].at));
  assert.equal(planFlights(PAVILION, [dealt(0, "r")]).flights[0].to, "supply");
});
