/** What the page reads out of a review. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const shares = await page("review/shares.js");
const words = await page("review/words.js");

/** A move of a player, from the ply before it. */
function move(ply, player, judgement = "good", more = {}) {
  return { type: "decision", ply, round: 1, player, judgement, loss: 0, ...more };
}

/** A draw. */
function draw(ply, luck, kind = "refill", errors = [0.03, 0.03]) {
  return { type: "chance", ply, round: 1, kind, luck, expected: { errors } };
}

const REVIEW = {
  steps: [
    draw(0, [0.1, -0.1], "deal"),
    move(0, 0, "mistake"),
    draw(1, [0.02, -0.02]),
    draw(1, [0.03, -0.03], "refill", [0.04, 0.04]),
    move(1, 1, "blunder"),
    move(2, 0, "inaccuracy"),
  ],
  graph: [
    { step: -1, ply: 0, shares: [0.5, 0.5], chance: false },
    { step: 0, ply: 0, shares: [0.6, 0.4], chance: true },
    { step: 1, ply: 1, shares: [0.5, 0.5], chance: false },
    { step: 3, ply: 1, shares: [0.55, 0.45], chance: true },
    { step: 4, ply: 2, shares: [0.9, 0.1], chance: false },
    { step: 5, ply: 3, shares: [0.8, 0.2], chance: false },
  ],
  summaries: [{ start: 0.5 }, { start: 0.5 }],
  turning_points: [
    { player: 0, step: 0, swing: 0.1 },
    { player: 0, step: 1, swing: -0.2 },
    { player: 1, step: 4, swing: -0.4 },
  ],
};

test("the shares of a ply are those after its draws", () => {
  assert.deepEqual(shares.sharesAt(REVIEW, 0), [0.6, 0.4]);
  assert.deepEqual(shares.sharesAt(REVIEW, 1), [0.55, 0.45]);
  assert.deepEqual(shares.sharesAt({ ...REVIEW, graph: [] }, 1), [0.5, 0.5]);
  assert.equal(shares.lastPly(REVIEW), 3);
});

test("the draws of one ply are added up", () => {
  assert.deepEqual(shares.drawsOf(REVIEW), [
    { ply: 0, deal: true, luck: [0.1, -0.1] },
    { ply: 1, deal: false, luck: [0.05, -0.05] },
  ]);
});

test("a ply has the move that led to it, and the draws after it", () => {
  const { decision, chances } = shares.stepsAt(REVIEW, 1);
  assert.equal(decision.judgement, "mistake");
  assert.equal(chances.length, 2);
  assert.equal(shares.stepsAt(REVIEW, 0).decision, null);
});

test("standard errors of independent draws add up as squares", () => {
  const error = shares.luckError({ steps: REVIEW.steps.slice(2, 4) }, 0, 1);
  assert.equal(Math.round(1000 * error), 50);
});

test("the largest swing of a player comes first", () => {
  const points = shares.turningPointsOf(REVIEW, 0);
  assert.deepEqual(points.map(({ swing }) => swing), [-0.2, 0.1]);
  assert.deepEqual(points.map(({ at }) => at.type), ["decision", "chance"]);
});

test("mistakes are tried again; inaccuracies only where nothing was worse", () => {
  assert.deepEqual(shares.mistakesOf(REVIEW, [0]).map(({ ply }) => ply), [0]);
  assert.deepEqual(shares.mistakesOf(REVIEW, [0, 1]).map(({ ply }) => ply), [0, 1]);
  const milder = { steps: REVIEW.steps.slice(2) };
  assert.deepEqual(shares.mistakesOf(milder, [0]).map(({ ply }) => ply), [2]);
  assert.deepEqual(shares.mistakesOf(milder, []), []);
});

test("changes have a sign, nothing has none, and sampled ones their standard error", () => {
  assert.equal(words.signedPercent(-0.061), "−6%");
  assert.equal(words.signedPercent(0.004), "0%");
  assert.equal(words.percent(-0.004), "0%");
  assert.equal(words.sampledPercent(0.061, 0.02), "+6 ± 2%");
  assert.equal(words.sampledPercent(-0.061, 0.001), "−6%");
});

test("luck and skill are one sentence, to the reader or about a player", () => {
  const books = { luck: -0.06, losses: 0.21 };
  assert.equal(words.luckSentence(books, null), "The deals were worth −6% to you; your moves −21%.");
  assert.match(words.luckSentence(books, "Ana"), /Ana/);
});

test("an error rate is between two levels, or beyond the scale", () => {
  assert.match(words.placeSentence({ weaker: "casual", stronger: "strong" }), /Casual.*Strong/);
  assert.match(words.placeSentence({ weaker: null, stronger: "beginner" }), /Weaker.*Beginner/);
  assert.match(words.placeSentence({ weaker: "master", stronger: null }), /Stronger.*Master/);
});
