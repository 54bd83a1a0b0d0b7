/** The tables that a device remembers, in the format that earlier versions wrote. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { localStorage, page } from "./page.js";

const storage = await page("storage.js");
const KEY = "azulejos.tables";

beforeEach(() => {
  for (const { id } of storage.list()) storage.forget(id);
  localStorage.clear();
});

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

test("what a full or blocked storage does not take stays in memory", () => {
  assert.ok(storage.isKept());
  localStorage.full = true;
  storage.remember({ id: "a", tokens: { 0: "t0" } });
  assert.ok(!storage.isKept());
  storage.remember({ id: "b" });
  storage.remember({ id: "a", game: "azul" });
  assert.deepEqual(storage.tokensOf("a"), ["t0"]);
  assert.equal(storage.find("a").game, "azul");
  assert.equal(storage.list().length, 2);
  storage.forget("a");
  assert.deepEqual(storage.tokensOf("a"), []);
});

test("tokens survive a storage that is cleared while the table is open", () => {
  storage.remember({ id: "a", tokens: { 0: "t0" } });
  localStorage.clear();
  assert.deepEqual(storage.tokensOf("a"), ["t0"]);
  storage.rememberUpdate(update("a", [true, false]));
  assert.match(localStorage.getItem(KEY), /t0/);
});

test("a new token is known beside the old one until the server has answered", () => {
  storage.remember({ id: "a", tokens: { 0: "old" } });
  storage.expectToken("a", "new");
  assert.deepEqual(storage.tokensOf("a"), ["old", "new"]);
  storage.settleToken("a", 0, "new", true);
  assert.deepEqual(storage.tokensOf("a"), ["new"]);
  storage.expectToken("a", "newer");
  storage.settleToken("a", 0, "newer", false);
  assert.deepEqual(storage.tokensBySeat("a"), { 0: "new" });
});

test("an invitation to a seat with a new token is forgotten", () => {
  storage.remember({ id: "a", invitations: { 1: "t1", 2: "t2" } });
  const entries = [{ kind: "new-token", seat: 1, number: 5 }];
  storage.rememberUpdate({ ...update("a", [true, false, false]), entries });
  assert.deepEqual(storage.invitationsOf("a"), { 2: "t2" });
});

test("a forgotten table is gone", () => {
  storage.remember({ id: "a" });
  storage.forget("a");
  assert.equal(storage.find("a"), undefined);
  assert.deepEqual(storage.tokensOf("a"), []);
});

test("a token from a link gets its seat from the next update", () => {
  storage.expectToken("a", "secret");
  assert.deepEqual(storage.tokensOf("a"), ["secret"]);
  storage.rememberUpdate(update("a", [false, true]));
  const table = storage.find("a");
  assert.deepEqual(table.tokens, { 1: "secret" });
  assert.deepEqual(table.unplaced, []);
  assert.deepEqual(table.names, ["P0", "P1"]);
  assert.deepEqual(table.scores, [0, 1]);
});

test("two tokens wait while it is not clear whose seats they are", () => {
  storage.expectToken("a", "one");
  storage.expectToken("a", "two");
  storage.rememberUpdate(update("a", [true, true]));
  assert.deepEqual(storage.find("a").unplaced, ["one", "two"]);
});
