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

test("other files are refused and change nothing", () => {
  kept.writeList(KEY, [{ id: "a" }]);
  for (const text of ["", "{", "[]", "null", '{"format":"other","data":{}}', '{"format":"azulejos-device"}']) {
    assert.throws(() => backup.restore(text), TypeError);
  }
  assert.deepEqual(kept.readList(KEY), [{ id: "a" }]);
});
