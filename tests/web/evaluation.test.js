/** Shares of the victory as whole percentages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { leadText, wholePercents } = await page("study/evaluation.js");

test("shares in whole percentages sum to 100", () => {
  const third = 1 / 3;
  assert.deepEqual(wholePercents([third, third, third]), [0.34, 0.33, 0.33]);
  assert.deepEqual(wholePercents([0.125, 0.125, 0.375, 0.375]), [0.13, 0.13, 0.37, 0.37]);
  assert.deepEqual(wholePercents([1, 0]), [1, 0]);
  for (const shares of [[0.996, 0.004], [0.505, 0.495], [0.2549, 0.2549, 0.4902]]) {
    const sum = wholePercents(shares).reduce((total, share) => total + Math.round(share * 100), 0);
    assert.equal(sum, 100);
  }
});

test("a lead has a sign of its own, and a proper minus", () => {
  assert.deepEqual([1.25, 0, -3].map(leadText), ["+1.3", "0", "−3"]);
});
