/** Questions to the list of legal moves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const options = await page("table/options.js");

const DRAFTS = [
  { kind: "draft", move: "1b1", source: 1, colour: "b", destination: 1 },
  { kind: "draft", move: "1b0", source: 1, colour: "b", destination: 0 },
  { kind: "draft", move: "0r2", source: 0, colour: "r", destination: 2 },
];
const TILES = [
  { kind: "tile", move: "1:3", row: 0, column: 2 },
  { kind: "tile", move: "1:5", row: 0, column: 4 },
];
const PLACES = [
  { kind: "place", move: "a", space: 7, colour: "p" },
  { kind: "place", move: "b", space: 7, colour: "g" },
  { kind: "place", move: "c", space: 8, colour: "g" },
];
const PASSES = [
  { kind: "pass", move: "-", kept: {} },
  { kind: "pass", move: "-p", kept: { p: 1 } },
  { kind: "pass", move: "-pg", kept: { p: 1, g: 2 } },
];

test("drafts are grouped by source and colour", () => {
  const groups = options.takes([...DRAFTS, ...TILES]);
  assert.deepEqual([...groups.keys()], ["1/b", "0/r"]);
  assert.deepEqual(groups.get("1/b"), DRAFTS.slice(0, 2));
});

test("the chosen tiles have their destinations", () => {
  const found = options.destinations(DRAFTS, { source: 1, colour: "b" });
  assert.deepEqual([...found.keys()], [1, 0]);
  assert.equal(found.get(0).move, "1b0");
  assert.equal(options.destinations(DRAFTS, { source: null, colour: null }).size, 0);
});

test("a draft without destination has none", () => {
  const draft = { kind: "draft", source: 1, colour: "b" };
  assert.equal(options.destinations([draft], { source: 1, colour: "b" }).size, 0);
});

test("columns are found by row and column", () => {
  const found = options.columns([...DRAFTS, ...TILES]);
  assert.deepEqual([...found.keys()], ["0/2", "0/4"]);
});

test("spaces have all ways to fill them, of one colour or of all", () => {
  assert.deepEqual([...options.spaces(PLACES).keys()], [7, 8]);
  assert.equal(options.spaces(PLACES).get(7).length, 2);
  assert.deepEqual(options.spaces(PLACES, "p").get(7), [PLACES[0]]);
  assert.equal(options.spaces(PLACES, "p").has(8), false);
  assert.deepEqual([...options.placeableColours(PLACES)], ["p", "g"]);
});

test("the pass that keeps exactly some tiles is found", () => {
  assert.equal(options.passKeeping(PASSES, { g: 2, p: 1 }).move, "-pg");
  assert.equal(options.passKeeping(PASSES, { p: 1, g: 0 }).move, "-p");
  assert.equal(options.passKeeping(PASSES, { g: 1 }), null);
  assert.equal(options.mostKept(PASSES), 3);
  assert.equal(options.mostKept([]), 0);
});

test("as many tiles are kept at first as is legal", () => {
  const others = [{ kind: "pass", move: "-r", kept: { r: 1 } }, { kind: "pass", move: "-rrr", kept: { r: 3 } }];
  assert.deepEqual(options.firstKept([...PASSES, ...others]), { p: 1, g: 2 });
  assert.deepEqual(options.firstKept([PASSES[0]]), {});
});

test("a choice of tiles may grow into one of the sets", () => {
  const sets = PASSES.map((pass) => pass.kept);
  assert.equal(options.canBecome({}, sets), true);
  assert.equal(options.canBecome({ g: 2 }, sets), true);
  assert.equal(options.canBecome({ g: 3 }, sets), false);
  assert.equal(options.canBecome({ r: 1 }, sets), false);
});

test("the bonus of exactly some tiles is found", () => {
  const bonus = { kind: "bonus", move: "+pp", tiles: { p: 2 } };
  assert.equal(options.bonusOf([...PASSES, bonus], { p: 2 }), bonus);
  assert.equal(options.bonusOf([bonus], { p: 1 }), null);
});

test("a pile gains and loses tiles, and keeps no zeros", () => {
  const pile = { p: 1 };
  assert.deepEqual(options.changed(pile, "g", 1), { p: 1, g: 1 });
  assert.deepEqual(options.changed(pile, "p", 1), { p: 2 });
  assert.deepEqual(options.changed(pile, "p", -1), {});
  assert.deepEqual(pile, { p: 1 });
});
