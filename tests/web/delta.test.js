/** Deltas lead to the update that would have been sent whole. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { withDelta } = await page("delta.js");

const update = {
  type: "update",
  version: 4,
  entries: [{ number: 4 }],
  state: { to_play: 0, centre: { b: 1 }, boards: [{ score: 1 }, { score: 2 }] },
  options: [{ move: "0b1" }],
  table: { rematch: null },
  can_undo: false,
  result: null,
};
const delta = {
  type: "delta",
  version: 5,
  after: 4,
  entries: [{ number: 5 }],
  state: { to_play: null, boards: [null, { score: 7 }] },
  options: null,
  can_undo: true,
};

test("changed fields and boards are taken over, the others stay", () => {
  assert.deepEqual(withDelta(update, delta), {
    ...update,
    version: 5,
    entries: [{ number: 5 }],
    state: { to_play: null, centre: { b: 1 }, boards: [{ score: 1 }, { score: 7 }] },
    options: null,
    can_undo: true,
    undo_request: null,
    clock: null,
  });
});

test("a request and the clocks are there only if the delta has them", () => {
  const undo_request = { request: 5, seat: 0, waiting: [1] };
  const clock = { left: [60, 60], running: 0, at: "2024-05-01T12:00:00Z" };
  const news = withDelta(update, { ...delta, undo_request, clock });
  assert.deepEqual([news.undo_request, news.clock], [undo_request, clock]);
  const later = withDelta(news, { ...delta, version: 6, after: 5 });
  assert.deepEqual([later.undo_request, later.clock], [null, null]);
});

test("boards stay where none has changed", () => {
  const { state } = withDelta(update, { ...delta, state: { centre: {} } });
  assert.deepEqual(state, { ...update.state, centre: {} });
});

test("the table and the result come only when they change", () => {
  const table = { rematch: "b" };
  const result = { scores: [1, 7] };
  const { table: seats, result: end } = withDelta(update, { ...delta, table, result });
  assert.deepEqual([seats, end], [table, result]);
});

test("a delta of another version leads nowhere", () => {
  assert.equal(withDelta(null, delta), null);
  assert.equal(withDelta({ ...update, version: 3 }, delta), null);
});
