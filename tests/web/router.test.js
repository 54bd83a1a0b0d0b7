/** Addresses and the pages they name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { routeOf } = await page("router.js");

test("every page has its address", () => {
  assert.deepEqual(routeOf("/"), { name: "start" });
  assert.deepEqual(routeOf("/table/abc"), { name: "table", id: "abc" });
  assert.deepEqual(routeOf("/replay/abc"), { name: "replay", id: "abc" });
  assert.deepEqual(routeOf("/review/abc"), { name: "review", id: "abc" });
  assert.deepEqual(routeOf("/retry/abc"), { name: "retry", id: "abc" });
  assert.deepEqual(routeOf("/mistakes"), { name: "mistakes" });
  assert.deepEqual(routeOf("/statistics"), { name: "statistics" });
  assert.deepEqual(routeOf("/analysis"), { name: "analysis", id: "" });
  assert.deepEqual(routeOf("/analysis/abc"), { name: "analysis", id: "abc" });
  assert.deepEqual(routeOf("/rules/azul"), { name: "rules", game: "azul" });
  assert.deepEqual(routeOf("/puzzles"), { name: "puzzles", id: "" });
  assert.deepEqual(routeOf("/puzzles/abc"), { name: "puzzles", id: "abc" });
});

test("a trailing slash names the same page", () => {
  assert.deepEqual(routeOf("/table/abc/"), routeOf("/table/abc"));
  assert.deepEqual(routeOf("//"), { name: "start" });
});

test("other addresses are unknown", () => {
  for (const path of ["/table", "/review", "/mistakes/abc", "/tables/abc", "/table/abc/more", "/index.html"]) {
    assert.deepEqual(routeOf(path), { name: "unknown" }, path);
  }
});

test("details are decoded, and left alone where they cannot be", () => {
  assert.deepEqual(routeOf("/table/a%20b"), { name: "table", id: "a b" });
  assert.deepEqual(routeOf("/table/%E0%A4%A"), { name: "table", id: "%E0%A4%A" });
});
