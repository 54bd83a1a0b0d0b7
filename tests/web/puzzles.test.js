/** Puzzles on this device: the choice by rating, and what is kept, also when it is damaged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { localStorage, page } from "./page.js";

const { choosePuzzle, themesOf } = await page("puzzles/choose.js");
const { explanation } = await page("puzzles/explain.js");
const { FIRST_RATING, dayStreak, loadProgress, readProgress, saveProgress, withDay, withTry } =
  await page("puzzles/progress.js");

const KEY = "azulejos.puzzles";
const puzzles = [1200, 1300, 1400, 1500, 1600, 1700].map((rating, n) => ({
  id: `p${n}`,
  game: n % 2 ? "azul" : "summer-pavilion",
  rating,
  themes: n < 2 ? ["poison"] : [],
}));
const ANY = { game: "", theme: "" };

test("the puzzle nearest to the rating is chosen, of those that were not tried", () => {
  assert.equal(choosePuzzle(puzzles, ANY, {}, 1490, () => 0).id, "p3");
  assert.equal(choosePuzzle(puzzles, ANY, { p3: true }, 1490, () => 0).id, "p2");
  assert.equal(choosePuzzle(puzzles, ANY, {}, 1490, () => 0.99).rating, 1200);
});

test("game and theme are respected, and nothing is left when all were tried", () => {
  assert.equal(choosePuzzle(puzzles, { game: "azul", theme: "" }, {}, 1100, () => 0).id, "p1");
  const poison = { game: "summer-pavilion", theme: "poison" };
  assert.equal(choosePuzzle(puzzles, poison, {}, 1900, () => 0).id, "p0");
  assert.equal(choosePuzzle(puzzles, poison, { p0: false }, 1900, () => 0), null);
});

test("themes are counted for one game or all", () => {
  assert.deepEqual([...themesOf(puzzles, "")], [["poison", 2]]);
  assert.deepEqual([...themesOf(puzzles, "azul")], [["poison", 1]]);
});

test("the first try counts, and streaks with it", () => {
  const better = { ...FIRST_RATING, rating: 1600 };
  let progress = withTry(loadProgress(), "p1", true, better);
  assert.deepEqual([progress.streak, progress.bestStreak, progress.rating.rating], [1, 1, 1600]);
  progress = withTry(progress, "p1", false, FIRST_RATING);
  assert.equal(progress.rating.rating, 1600);
  progress = withTry(progress, "p2", false, FIRST_RATING);
  assert.deepEqual([progress.streak, progress.bestStreak], [0, 1]);
  saveProgress(withDay(progress, "2026-11-18"));
  assert.deepEqual(loadProgress().tried, { p1: true, p2: false });
  assert.deepEqual(loadProgress().days, ["2026-11-18"]);
});

test("days in a row end today or yesterday", () => {
  const days = ["2026-02-28", "2026-03-01", "2026-03-03"];
  assert.equal(dayStreak(days, "2026-03-01"), 2);
  assert.equal(dayStreak(days, "2026-03-02"), 2);
  assert.equal(dayStreak(days, "2026-03-03"), 1);
  assert.equal(dayStreak(days, "2026-03-05"), 0);
});

test("damaged parts are lost alone, and the text is kept aside", () => {
  const text = JSON.stringify({ rating: { rating: -1 }, tried: { p1: true }, streak: 3, days: 7 });
  localStorage.setItem(KEY, text);
  const progress = loadProgress();
  assert.equal(progress.damaged, true);
  assert.deepEqual([progress.tried, progress.streak], [{ p1: true }, 3]);
  assert.deepEqual([progress.rating, progress.days], [FIRST_RATING, []]);
  assert.equal(localStorage.getItem(`${KEY}.damaged`), text);
});

test("one damaged item takes no other with it, and a cut text gives what came before", () => {
  const rating = { rating: 1620, deviation: "?", volatility: 0.06 };
  const text = JSON.stringify({ rating, tried: { p1: true, p2: "x" }, streak: 2, days: ["2026-03-01", 7] });
  const { damaged, ...known } = readProgress(text);
  assert.equal(damaged, true);
  assert.deepEqual(known.rating, { ...FIRST_RATING, rating: 1620 });
  assert.deepEqual([known.tried, known.days], [{ p1: true }, ["2026-03-01"]]);
  assert.deepEqual(readProgress('{"streak":4,"tried":{"p1":true,"p2":fal').tried, { p1: true });
  assert.equal(readProgress('{"streak":4,"tried":{"p1":true,"p2":fal').streak, 4);
});

test("damage is told once", () => {
  localStorage.clear();
  localStorage.setItem(KEY, "{half");
  assert.equal(loadProgress().damaged, true);
  assert.equal(loadProgress().damaged, false);
  assert.equal(localStorage.getItem(`${KEY}.damaged`), "{half");
});

test("what is no object at all is reported", () => {
  for (const text of ["{half", "[]", "null", "7"]) {
    assert.equal(readProgress(text).damaged, true, text);
  }
  assert.equal(readProgress("{}").damaged, false);
});

test("what a quick search does not explain is asked again, and a loss of nothing is not told", async () => {
  const efforts = [];
  const judge = (...losses) => async (effort) => {
    efforts.push(effort);
    return { loss: losses[efforts.length - 1], facts: [effort] };
  };
  assert.deepEqual(await explanation(judge(0.2)), { loss: 0.2, facts: ["quick"] });
  efforts.length = 0;
  assert.deepEqual(await explanation(judge(0, 0.2)), { loss: 0.2, facts: ["standard"] });
  efforts.length = 0;
  assert.deepEqual(await explanation(judge(0, 0.01)), { loss: null, facts: [] });
});
