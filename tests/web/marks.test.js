/** Where the values of moves stand on the board. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { spread } = await page("study/marks.js");

/** @param {number} x @param {number} y */
const badge = (x, y) => ({ label: "50%", tone: "good", x, y });
const places = (badges) => spread(badges).map(({ x, y }) => [x, y]);

test("badges apart stay where they are", () => {
  const apart = [badge(0, 0), badge(60, 5), badge(10, 30)];
  assert.deepEqual(spread(apart), apart);
});

test("badges of small tiles side by side stand below each other, the most important one in place", () => {
  assert.deepEqual(places([badge(100, 10), badge(120, 10), badge(150, 12), badge(80, 8)]), [
    [100, 10],
    [120, 30],
    [150, 50],
    [80, 30],
  ]);
  const many = places([badge(0, 0), badge(1, 1), badge(2, 2), badge(3, 3)]);
  assert.deepEqual(many.map(([, y]) => y), [0, 20, 40, 60]);
});
