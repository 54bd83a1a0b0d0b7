/** Analyses kept on the device: bounded, and robust against damage and a full storage. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { localStorage, page } from "./page.js";

const kept = await page("study/kept.js");
const study = (id, more = {}) => ({ id, title: "", record: { game: "azul", plies: [] }, route: [], manual: false, ...more });

beforeEach(() => {
  localStorage.clear();
  for (const { id } of kept.listKept().studies) kept.forgetKept(id);
});

test("what is kept is found again, by its id and in the list", () => {
  assert.equal(kept.keep(study("my-1", { route: [0, 1], manual: true })), "kept");
  assert.deepEqual(kept.findKept("my-1").route, [0, 1]);
  assert.deepEqual(kept.listKept().studies.map(({ id }) => id), ["my-1"]);
  kept.forgetKept("my-1");
  assert.equal(kept.findKept("my-1"), null);
});

test("a damaged analysis harms no other, and can be removed", () => {
  kept.keep(study("my-1"));
  localStorage.setItem("azulejos.study.my-2", "{half");
  localStorage.setItem("azulejos.study.my-3", '{"record": {"game": "azul"}}');
  localStorage.setItem("azulejos.preferences", "{}");
  const { studies, damaged } = kept.listKept();
  assert.deepEqual([studies.length, damaged], [1, 2]);
  assert.equal(kept.findKept("my-2"), null);
  kept.forgetDamaged();
  assert.equal(kept.listKept().damaged, 0);
  assert.equal(kept.listKept().studies.length, 1);
});

test("the oldest ones make room", () => {
  for (let n = 0; n < kept.MAX_STUDIES + 3; n += 1) {
    const record = JSON.stringify({ ...study(`my-${n}`), changed: `2026-01-01T00:00:${String(n).padStart(2, "0")}Z` });
    localStorage.setItem(`azulejos.study.my-${n}`, record);
  }
  kept.keep(study("my-newest"));
  const ids = kept.listKept().studies.map(({ id }) => id);
  assert.equal(ids.length, kept.MAX_STUDIES);
  assert.equal(ids[0], "my-newest");
  assert.ok(!ids.includes("my-0"));
});

test("a full storage is reported, and the page still knows the analysis", () => {
  localStorage.full = true;
  assert.equal(kept.keep(study("my-1")), "full");
  assert.equal(kept.findKept("my-1").id, "my-1");
});

test("an analysis that the service would not read is too long", () => {
  const comment = "x".repeat(kept.MAX_LENGTH);
  assert.equal(kept.keep(study("my-1", { record: { game: "azul", plies: [], comment } })), "too-long");
});

test("ids of this device are told from those of games", () => {
  assert.ok(kept.isOwn(kept.newId()));
  assert.notEqual(kept.newId(), kept.newId());
  assert.ok(!kept.isOwn("k3hd82"));
});
