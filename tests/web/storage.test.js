/** The tables that a device remembers, in the format that earlier versions wrote. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { localStorage, page } from "./page.js";

const storage = await page("storage.js");
const KEY = "azulejos.tables";

beforeEach(() => localStorage.clear());

/** An update of a table whose seats are mine or not. */
function update(id, mine, state = {}) {
  const seats = mine.map((yours, seat) => ({ seat, name: `P${seat}`, bot: null, yours }));
  return {
    table: { id, game: "azul", board: "grey", players: mine.length, seats },
    state: { over: false, boards: mine.map((_yours, n) => ({ score: n })), ...state },
  };
}

test("what was stored by an earlier version is read", () => {
  const stored = [{ id: "a", game: "azul", tokens: { 0: "t0" }, created: "2026-01-01" }];
  localStorage.setItem(KEY, JSON.stringify([...stored, null, { game: "no id" }]));
  const [table, ...others] = storage.list();
  assert.deepEqual(others, []);
  assert.deepEqual(table.tokens, { 0: "t0" });
  assert.deepEqual(table.invitations, {});
  assert.equal(table.finished, false);
});

test("a damaged storage is an empty one", () => {
  for (const damaged of ["{", '"text"', "null", "7"]) {
    localStorage.setItem(KEY, damaged);
    assert.deepEqual(storage.list(), []);
  }
});

test("the newest table comes first, and keeps its place when more is learnt", () => {
  storage.remember({ id: "a" });
  storage.remember({ id: "b" });
  storage.remember({ id: "a", game: "azul", finished: true });
  assert.deepEqual(
    storage.list().map(({ id, finished }) => [id, finished]),
    [
      ["b", false],
      ["a", true],
    ],
  );
});

test("tokens and invitations are added to those known", () => {
  storage.remember({ id: "a", tokens: { 0: "t0" }, invitations: { 1: "t1" }, created: "then" });
  storage.remember({ id: "a", tokens: { 2: "t2" }, created: "now" });
  assert.deepEqual(storage.tokensOf("a"), ["t0", "t2"]);
  assert.deepEqual(storage.invitationsOf("a"), { 1: "t1" });
  assert.equal(storage.find("a").created, "then");
});

test("the oldest finished tables make room", () => {
  for (let n = 0; n < 100; n += 1) storage.remember({ id: `t${n}`, finished: n === 3 || n === 50 });
  storage.remember({ id: "new" });
  assert.equal(storage.list().length, 100);
  assert.equal(storage.find("t3"), undefined);
  assert.ok(storage.find("t0"));
  assert.ok(storage.find("t50"));
});

test("a full storage is no error", () => {
  localStorage.full = true;
  storage.remember({ id: "a" });
  assert.deepEqual(storage.list(), []);
});

test("a forgotten table is gone", () => {
  storage.remember({ id: "a" });
  storage.forget("a");
  assert.equal(storage.find("a"), undefined);
  assert.deepEqual(storage.tokensOf("a"), []);
});

test("an accepted invitation of my own plays its seat here", () => {
  storage.remember({ id: "a", invitations: { 1: "t1" } });
  storage.acceptToken("a", "t1");
  assert.deepEqual(storage.find("a").tokens, { 1: "t1" });
  storage.acceptToken("a", "t1");
  assert.deepEqual(storage.tokensOf("a"), ["t1"]);
});

test("a token from a link gets its seat from the next update", () => {
  storage.acceptToken("a", "secret");
  assert.deepEqual(storage.tokensOf("a"), ["secret"]);
  storage.rememberUpdate(update("a", [false, true]));
  const table = storage.find("a");
  assert.deepEqual(table.tokens, { 1: "secret" });
  assert.deepEqual(table.unplaced, []);
  assert.deepEqual(table.names, ["P0", "P1"]);
  assert.deepEqual(table.scores, [0, 1]);
});

test("two tokens wait while it is not clear whose seats they are", () => {
  storage.acceptToken("a", "one");
  storage.acceptToken("a", "two");
  storage.rememberUpdate(update("a", [true, true]));
  assert.deepEqual(storage.find("a").unplaced, ["one", "two"]);
});
