/** Lists on a device: damaged text loses nothing that can be read. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { localStorage, page } from "./page.js";

const kept = await page("kept.js");
const backup = await page("own/backup.js");
const KEY = "azulejos.list";

beforeEach(() => {
  localStorage.clear();
  kept.writeList(KEY, []);
});

test("whole items are picked out of a list that was cut off", () => {
  const items = [{ id: "a", text: 'brace } and quote " and \\' }, { id: "b", more: [{ n: 1 }] }, { id: "c" }];
  const text = JSON.stringify(items);
  localStorage.setItem(KEY, text.slice(0, -5));
  assert.deepEqual(kept.readList(KEY), items.slice(0, 2));
  assert.deepEqual(kept.damagedKeys(), [KEY]);
  assert.equal(localStorage.getItem(`${KEY}.damaged`), text.slice(0, -5));
});

test("what was read is written back, and the damage is told once", () => {
  localStorage.setItem(KEY, '[{"id":"a"},');
  kept.readList(KEY);
  assert.equal(localStorage.getItem(KEY), '[{"id":"a"}]');
  kept.dropDamaged();
  assert.deepEqual(kept.readList(KEY), [{ id: "a" }]);
  assert.deepEqual(kept.damagedKeys(), []);
});

test("a second damage does not replace the text of the first", () => {
  for (const text of ["first", "second"]) {
    localStorage.setItem(KEY, text);
    assert.deepEqual(kept.readList(KEY), []);
  }
  assert.equal(localStorage.getItem(`${KEY}.damaged`), "first\nsecond");
});

test("items that are no objects are put aside", () => {
  localStorage.setItem(KEY, '[{"id":"a"},null,7,[]]');
  assert.deepEqual(kept.readList(KEY), [{ id: "a" }]);
  assert.deepEqual(kept.damagedKeys(), [KEY]);
});

test("items that cannot be used are put aside too", () => {
  localStorage.setItem(KEY, '[{"id":"a"},{"id":5}]');
  assert.deepEqual(kept.readList(KEY, ({ id }) => typeof id === "string"), [{ id: "a" }]);
  assert.deepEqual(kept.damagedKeys(), [KEY]);
});

test("fields of another type get their usual value", () => {
  const usual = { name: "", scores: [], tokens: {}, rate: null };
  const item = { name: 7, scores: "x", tokens: null, rate: "2", more: 1 };
  assert.deepEqual(kept.fitted(item, usual), { ...usual, more: 1 });
  const whole = { name: "a", scores: [1], tokens: { a: 1 }, rate: 2 };
  assert.deepEqual(kept.fitted(whole, usual), whole);
});

test("what a full storage does not take lasts as long as the page", () => {
  localStorage.full = true;
  assert.equal(kept.writeList(KEY, [{ id: "a" }]), false);
  assert.deepEqual(kept.readList(KEY), [{ id: "a" }]);
  localStorage.full = false;
  assert.equal(kept.writeList(KEY, [{ id: "b" }]), true);
  assert.deepEqual(kept.readList(KEY), [{ id: "b" }]);
});

test("an export brings everything to another device, damaged text too", () => {
  localStorage.setItem(KEY, '[{"id":"a"},{"id":');
  localStorage.setItem("azulejos.preferences", '{"theme":"dark"}');
  localStorage.setItem("another.site", "1");
  kept.readList(KEY);
  const text = JSON.stringify(backup.backup(new Date("2026-01-02")));
  localStorage.clear();
  backup.restore(text);
  assert.deepEqual(kept.readList(KEY), [{ id: "a" }]);
  assert.equal(localStorage.getItem("azulejos.preferences"), '{"theme":"dark"}');
  assert.equal(localStorage.getItem(`${KEY}.damaged`), '[{"id":"a"},{"id":');
  assert.equal(localStorage.getItem("another.site"), null);
});

test("an import adds items and keeps those that are here", () => {
  kept.writeList(KEY, [{ id: "a", n: 2 }, { id: "b" }]);
  const data = { [KEY]: [{ id: "a", n: 1 }, { id: "c" }], "azulejos.preferences": { theme: "light" } };
  backup.restore(JSON.stringify({ format: backup.FORMAT, version: 1, data }));
  assert.deepEqual(kept.readList(KEY), [{ id: "c" }, { id: "a", n: 2 }, { id: "b" }]);
});

/** Import what another device has kept. */
function restore(data) {
  backup.restore(JSON.stringify({ format: backup.FORMAT, version: 1, data }));
}

/** What is stored under a key. */
function stored(key) {
  return JSON.parse(localStorage.getItem(key));
}

test("an import joins the progress of lessons and puzzles", () => {
  const surer = { rating: 1700, deviation: 60, volatility: 0.06 };
  const here = { rating: surer, tried: { a: false, b: true }, streak: 1, bestStreak: 2, days: ["2026-01-02"] };
  const there = {
    rating: { rating: 1500, deviation: 350, volatility: 0.06 },
    ...{ tried: { b: true, c: true }, streak: 2, bestStreak: 5, days: ["2026-01-01", "2026-01-02"] },
  };
  const all = { tried: { a: false, b: true, c: true }, days: ["2026-01-02", "2026-01-01"] };
  for (const [mine, other] of [[here, there], [there, here]]) {
    localStorage.setItem("azulejos.puzzles", JSON.stringify(mine));
    localStorage.setItem("azulejos.lessons", '{"steps":{"a":3},"finished":["b"],"dismissed":false,"tips":["x"]}');
    restore({
      "azulejos.puzzles": other,
      "azulejos.lessons": { steps: { a: 1, c: 2 }, finished: ["d"], dismissed: true, tips: [] },
    });
    const joined = stored("azulejos.puzzles");
    assert.deepEqual(joined.rating, surer);
    assert.deepEqual(joined.tried, all.tried);
    assert.deepEqual(joined.days.toSorted(), all.days.toSorted());
    assert.deepEqual([joined.streak, joined.bestStreak], [2, 5]);
    const lessons = { steps: { a: 3, c: 2 }, finished: ["b", "d"], dismissed: true, tips: ["x"] };
    assert.deepEqual(stored("azulejos.lessons"), lessons);
  }
});

test("an import fills in what an item here does not say, and takes the later try at a mistake", () => {
  kept.writeList("azulejos.results", [{ id: "a", seat: 0, errorRate: null, sources: [] }]);
  kept.writeList("azulejos.tables", [{ id: "t", tokens: { 0: "mine" }, finished: false }]);
  const [sooner, later] = [{ id: "m", solved: 1, due: "2026-01-02" }, { id: "m", solved: 2, due: "2026-01-09" }];
  kept.writeList("azulejos.mistakes", [sooner]);
  restore({
    "azulejos.results": [{ id: "a", seat: 0, errorRate: 0.02, sources: [{ rows: 2 }] }, { id: "a", seat: 1 }],
    "azulejos.tables": [{ id: "t", tokens: { 0: "older", 1: "theirs" } }],
    "azulejos.mistakes": [later],
  });
  assert.deepEqual(stored("azulejos.results"), [
    { id: "a", seat: 1 },
    { id: "a", seat: 0, errorRate: 0.02, sources: [{ rows: 2 }] },
  ]);
  assert.deepEqual(stored("azulejos.tables")[0].tokens, { 0: "mine", 1: "theirs" });
  assert.deepEqual(stored("azulejos.mistakes"), [later]);
  restore({ "azulejos.mistakes": [sooner] });
  assert.deepEqual(stored("azulejos.mistakes"), [later]);
});

test("two versions of an analysis are both kept after an import", () => {
  const [one, other] = ["1b2", "1b3"].map((move) => ({ id: "x", record: { game: "azul", plies: [{ move }] } }));
  localStorage.setItem("azulejos.study.x", JSON.stringify(one));
  restore({ "azulejos.study.x": other });
  restore({ "azulejos.study.x": one });
  assert.deepEqual(stored("azulejos.study.x"), one);
  const others = kept.allKeys().filter((key) => key.startsWith("azulejos.study.my-"));
  assert.deepEqual(others.map(stored), [other]);
});

test("damaged text on either side of an import is put aside, and whole items are taken from it", () => {
  localStorage.setItem(KEY, '[{"id":"a"},{"id":');
  restore({ [KEY]: [{ id: "b" }], "azulejos.lessons": "{cut" });
  assert.deepEqual(kept.readList(KEY), [{ id: "b" }, { id: "a" }]);
  assert.equal(localStorage.getItem(`${KEY}.damaged`), '[{"id":"a"},{"id":');
  restore({ [KEY]: '[{"id":"c"},{"id":' });
  assert.deepEqual(kept.readList(KEY), [{ id: "c" }, { id: "b" }, { id: "a" }]);
  assert.equal(localStorage.getItem(`${KEY}.damaged`).split("\n").length, 2);
});

test("other files are refused and change nothing", () => {
  kept.writeList(KEY, [{ id: "a" }]);
  for (const text of ["", "{", "[]", "null", '{"format":"other","data":{}}', '{"format":"azulejos-device"}']) {
    assert.throws(() => backup.restore(text), TypeError);
  }
  assert.deepEqual(kept.readList(KEY), [{ id: "a" }]);
});
