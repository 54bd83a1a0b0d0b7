/** The records of the games: complete, and the same games in each layer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { DEFAULT_GAME, factsOf, GAMES } = await page("games/facts.js");
const { VIEWS, viewsOf } = await page("games/views.js");

/** The type of everything in a record, by its name; `null` may stand for what a game lacks. */
const FACTS = {
  id: "string",
  title: "function",
  summary: "function",
  greySide: "function",
  rulesTitle: "function",
  loadEditor: "function",
  loadSigns: "function",
  rulesLink: "function",
  loadRules: "function",
  lastRound: "function",
  tieBreak: "function",
  unplaceable: "function",
  discards: "object",
  tiles: "object",
  draftsToLine: "boolean",
  markerOnFloor: "boolean",
  Picture: "function",
};
const TILES = { colours: "string", sprite: "string", shape: "string", box: "string", ratio: "number" };
const VIEWS_OF_A_GAME = { Board: "function", Hand: "function", Reference: "function", boardProps: "function", retell: "function", tips: "object" };

function assertFilled(record, types, name) {
  for (const [field, type] of Object.entries(types)) {
    if (record[field] !== null) assert.equal(typeof record[field], type, `${name}: ${field}`);
  }
  assert.deepEqual(Object.keys(record).sort(), Object.keys(types).sort(), name);
}

test("every layer has a record of every game", () => {
  assert.deepEqual(Object.keys(VIEWS), Object.keys(GAMES));
  for (const [id, facts] of Object.entries(GAMES)) assert.equal(facts.id, id);
});

for (const [id, facts] of Object.entries(GAMES)) {
  test(`the records of ${id} are complete`, () => {
    assertFilled(facts, FACTS, id);
    assertFilled(facts.tiles, TILES, id);
    assertFilled(VIEWS[id], VIEWS_OF_A_GAME, id);
  });

  test(`${id} has its words`, () => {
    for (const words of ["title", "summary", "greySide", "rulesTitle", "rulesLink", "lastRound"]) {
      assert.ok(facts[words](), words);
    }
    assert.ok(facts.discards.name());
    assert.ok(facts.unplaceable("tile").includes("tile"));
  });

  test(`${id} has rules whose sections can be linked`, async () => {
    const sections = await facts.loadRules();
    assert.ok(sections.length > 5);
    assert.equal(new Set(sections.map((section) => section.id)).size, sections.length);
    for (const section of sections) assert.ok(section.title && section.blocks.length);
  });
}

test("a table without a known game is shown as the default one", () => {
  assert.equal(factsOf(""), GAMES[DEFAULT_GAME]);
  assert.equal(viewsOf(""), VIEWS[DEFAULT_GAME]);
});
