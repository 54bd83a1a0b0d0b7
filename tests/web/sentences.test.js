/** Sentences of the log: the one that the ticker shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { headline } = await page("table/sentences.js");

const style = {
  names: ["Ana", "Ben"],
  tiles: (pile) => Object.entries(pile).join(),
  points: (value) => String(value),
};
const told = (...entries) => headline(entries, style)?.content.join("");
const move = {
  number: 7,
  kind: "move",
  seat: 0,
  events: [
    { kind: "taken", player: 0, source: 2, colour: "b", count: 3 },
    { kind: "placed", player: 0, row: 1, colour: "b", to_line: 2, to_floor: 1, to_lid: 0 },
    { kind: "marker-taken", player: 0 },
    { kind: "dropped", player: 0, colour: "b", to_floor: 1, to_lid: 0 },
  ],
};

test("what was taken says more than what fell down with it", () => {
  assert.match(told(move), /^Ana takes .* from factory 2 to line 2$/);
});

test("names and what people say do not replace the last move", () => {
  const name = { number: 8, kind: "name", seat: 1, before: null, name: "Ben" };
  const words = { number: 9, kind: "say", seat: 1, preset: "hello" };
  assert.equal(told(move, name, words), told(move));
});

test("what else happens at the table does", () => {
  assert.match(told(move, { number: 8, kind: "undo-request", seat: 0 }), /^Ana asks to take back/);
});

test("a table without entries has none", () => {
  assert.equal(told(), undefined);
});
