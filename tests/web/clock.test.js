/** Clocks: what is left, and how it is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { clockText, isShort, secondsLeft } = await page("table/clock.js");
const CLOCK = { left: [90, 60, null], running: 0, at: "2024-05-01T12:00:00Z", heard: 1000 };

test("only the running clock counts down, from when it was heard", () => {
  assert.equal(secondsLeft(CLOCK, 0, 1000), 90);
  assert.equal(secondsLeft(CLOCK, 0, 31_000), 60);
  assert.equal(secondsLeft(CLOCK, 1, 31_000), 60);
});

test("no clock falls below zero, nor rises when the device's time goes back", () => {
  assert.equal(secondsLeft(CLOCK, 0, 200_000), 0);
  assert.equal(secondsLeft(CLOCK, 0, 0), 90);
});

test("where a bot plays there is no clock", () => {
  assert.equal(secondsLeft(CLOCK, 2, 5000), null);
  assert.equal(secondsLeft(CLOCK, 3, 5000), null);
});

test("times are written as on a chess clock, long ones in days and hours", () => {
  const times = { 0: "0:00", 9.2: "0:10", 65: "1:05", 600: "10:00", 3600: "1:00:00", 10_799: "2:59:59" };
  for (const [seconds, text] of Object.entries(times)) assert.equal(clockText(Number(seconds)), text);
  assert.equal(clockText(86_399), "23:59:59");
  assert.equal(clockText(86_400), "1 d 0 h");
  assert.equal(clockText(3 * 86_400 + 5 * 3600 + 59), "3 d 5 h");
});

test("time is short below a minute of a game, and below an hour of a move", () => {
  const player = { kind: "player", minutes: 10 };
  const move = { kind: "move", days: 2 };
  assert.deepEqual([isShort(60, player), isShort(59, player)], [false, true]);
  assert.deepEqual([isShort(3600, move), isShort(3599, move)], [false, true]);
  assert.equal(isShort(null, player), false);
});
