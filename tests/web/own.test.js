/** One's own results and mistakes: what is stored, counted and repeated when. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { localStorage, page } from "./page.js";

const own = await page("own/results.js");
const levels = await page("own/levels.js");
const { levelLines } = await page("own/rate_plot.js");
const mistakes = await page("own/mistakes.js");
const { beforeMoves, mistakesAt } = await page("own/collect.js");
const storage = await page("storage.js");
const LEVELS = ["beginner", "casual", "strong"];

beforeEach(() => {
  for (const { id } of storage.list()) storage.forget(id);
  localStorage.clear();
});

/** A table as an update shows it: seat 0 is mine, the others are bots. */
function tableOf(id, bots = ["strong"], yours = [0]) {
  const seats = [null, ...bots].map((bot, seat) => ({
    ...{ seat, name: null, kind: bot ? "bot" : "person", bot, yours: yours.includes(seat) },
  }));
  return { id, game: "azul", board: "coloured", players: seats.length, seats };
}

/** A result in which seat 0 has some points. */
function resultOf(points, other = 40) {
  const scores = [points, other];
  const best = Math.max(...scores);
  const winners = scores.flatMap((score, seat) => (score === best ? [seat] : []));
  return { scores, winners, sources: ["tiles"], breakdown: scores.map((score) => ({ tiles: score })), rounds: [] };
}

/** A stored result. */
function played(date, won, more = {}) {
  const winners = won ? [0] : [1];
  const sources = [{ tiles: 30, floor: -4 }, { tiles: 40, floor: -2 }];
  return {
    ...{ id: date, seat: 0, game: "azul", board: "coloured", players: 2, date, scores: [26, 38], winners },
    ...{ bots: [null, "strong"], sources, errorRate: null, accuracy: null, luck: null },
    ...more,
  };
}

test("the last update of a game leaves its result, once", () => {
  const state = { over: true, boards: [{ score: 50 }, { score: 40 }] };
  for (let n = 0; n < 2; n += 1) {
    storage.rememberUpdate({ table: tableOf("a"), state, result: resultOf(50) });
  }
  const [item, ...others] = own.results();
  assert.deepEqual(others, []);
  assert.deepEqual([item.id, item.seat, item.scores, item.winners, item.bots], ["a", 0, [50, 40], [0], [null, "strong"]]);
  assert.deepEqual(item.sources, [{ tiles: 50 }, { tiles: 40 }]);
});

test("neither a running game nor one of two people at this screen counts", () => {
  own.rememberResult(tableOf("a"), null);
  own.rememberResult(tableOf("b", ["strong"], [0, 1]), resultOf(50));
  own.rememberResult(tableOf("c", ["strong"], []), resultOf(50));
  assert.deepEqual(own.results(), []);
});

test("games that were finished before results were kept count, too", () => {
  storage.remember({
    ...{ id: "old", game: "azul", board: "grey", players: 2, tokens: { 1: "t" }, finished: true },
    ...{ scores: [30, 50], bots: ["casual", null], created: "2026-01-01T00:00:00Z" },
  });
  storage.remember({ id: "unseen", players: 0, tokens: { 0: "t" }, finished: true });
  storage.remember({ id: "running", players: 2, tokens: { 0: "t" }, scores: [1, 2] });
  own.rememberTables(storage.list());
  const [item, ...others] = own.results();
  assert.deepEqual(others, []);
  assert.deepEqual([item.id, item.seat, item.winners], ["old", 1, [1]]);
  assert.equal(own.opponentOf(item, LEVELS), "casual");
});

test("a review adds error rate and luck to the result of an own seat", () => {
  own.rememberResult(tableOf("a"), resultOf(50));
  const summaries = [{ error_rate: 0.04, accuracy: 88, luck: -0.06 }, { error_rate: 0.01, accuracy: 97, luck: 0.06 }];
  own.rememberReview("a", { summaries }, [0]);
  own.rememberReview("unknown", { summaries }, [0]);
  const [item] = own.results();
  assert.deepEqual([item.errorRate, item.accuracy, item.luck], [0.04, 88, -0.06]);
  own.rememberResult(tableOf("a"), resultOf(50));
  assert.equal(own.results()[0].errorRate, 0.04);
});

test("results are grouped by game, board, players and the strongest opponent", () => {
  const items = [
    played("1", true, { scores: [50, 40] }),
    played("2", false, { scores: [30, 40] }),
    played("3", true, { bots: [null, null] }),
    played("4", true, { winners: [0, 1], bots: ["master", "beginner"] }),
  ];
  const groups = own.groupsOf(items, LEVELS);
  assert.deepEqual(
    groups.map(({ level, games, won, average, best }) => [level, games, won, average, best]),
    [
      ["beginner", 1, 0.5, 26, 26],
      ["strong", 2, 1, 40, 50],
      [null, 1, 1, 26, 26],
    ],
  );
});

test("streaks count wins and days in a row; today may still be missing", () => {
  const day = (n) => new Date(2026, 4, n, 9).toISOString();
  const items = [played(day(1), true), played(day(3), true), played(day(4), false), played(day(5), true)];
  assert.deepEqual(own.streaksOf(items, new Date(2026, 4, 5, 20)), { won: 1, longest: 2, days: 3 });
  assert.deepEqual(own.streaksOf(items, new Date(2026, 4, 6, 20)), { won: 1, longest: 2, days: 3 });
  assert.equal(own.streaksOf(items, new Date(2026, 4, 7, 20)).days, 0);
});

test("error rates come with the mean of the last ones", () => {
  const items = [0.1, null, 0.2, 0.6].map((errorRate, n) => played(String(n), true, { errorRate }));
  const means = own.errorRates(items, 2).map(({ rate, mean }) => [rate, Math.round(100 * mean) / 100]);
  assert.deepEqual(means, [
    [0.1, 0.1],
    [0.2, 0.15],
    [0.6, 0.4],
  ]);
});

test("one's own points by source are means of the games that say them", () => {
  const other = played("2", true, { sources: [{ tiles: 10, rows: 2 }, {}] });
  const known = own.withSources([played("1", true), other, played("3", true, { sources: [] })]);
  assert.equal(known.length, 2);
  assert.deepEqual(own.ownPoints(known), { tiles: 20, floor: -2, rows: 1 });
});

// Our levels beside them

/** Levels of one configuration, with an error rate and points for tiles each. */
function levelsWith(rates, tiles) {
  return LEVELS.map((level, n) => ({ level, error_rate: rates[n], games: 24, points: { tiles: tiles[n], start: 0 } }));
}

const MEASURED = {
  configurations: {
    "azul-coloured-2": levelsWith([0.06, 0.04, 0.02], [20, 30, 40]),
    "azul-grey-4": levelsWith([0.03, 0.02, 0.005], [10, 12, 14]),
    "azul-grey-3": levelsWith([null, null, null], [1, 2, 3]),
  },
};
const GREY = { board: "grey", players: 4 };

test("levels are compared in the mixture of configurations that one has played", () => {
  const items = [0, 1, 2].map((n) => played(String(n), true, { errorRate: 0.05 }));
  const mixed = [...items, played("3", true, { errorRate: 0.05, ...GREY })];
  const rates = (of) => levels.levelRates(of, MEASURED).map(({ rate }) => Number(rate.toFixed(5)));
  assert.deepEqual(rates(items), [0.06, 0.04, 0.02]);
  assert.deepEqual(rates(mixed), [0.0525, 0.035, 0.01625]);
  assert.deepEqual(levels.levelPoints(mixed, MEASURED, "casual"), { tiles: 25.5, start: 0 });
});

test("only reviewed games of measured configurations count for the levels' error rates", () => {
  const unmeasured = [{ board: "grey", players: 3 }, { game: "other" }].map((more, n) =>
    played(String(n), true, { errorRate: 0.05, ...more }),
  );
  assert.deepEqual(levels.levelRates([...unmeasured, played("2", true)], MEASURED), []);
  assert.deepEqual(levels.levelRates(unmeasured, { configurations: {} }), []);
  assert.equal(levels.levelPoints([unmeasured[1]], MEASURED, "casual"), null);
});

test("the nearest level is that of one's last ten reviewed games", () => {
  const early = Array.from({ length: 10 }, (_none, n) => played(`a${n}`, true, { errorRate: 0.09 }));
  const late = Array.from({ length: 10 }, (_none, n) => played(`b${n}`, true, { errorRate: 0.024 }));
  assert.equal(levels.nearestLevel([played("0", true)], MEASURED), null);
  assert.equal(levels.nearestLevel(early, MEASURED), "beginner");
  assert.equal(levels.nearestLevel([...early, ...late], MEASURED), "strong");
});

test("names of levels whose lines are close do not overlap", () => {
  const rates = [0.06, 0.02, 0.02, 0.004, 0].map((rate, n) => ({ level: String(n), rate }));
  const lines = levelLines(rates, (rate) => 200 - 1000 * rate);
  const [first, ...others] = lines;
  assert.deepEqual([first.level, first.at, first.name], ["4", 200, 200]);
  others.forEach(({ name, at }, n) => assert.ok(name <= at && name <= lines[n].name - 15));
  assert.equal(lines[4].name, lines[4].at);
});

// Mistakes

const NOW = new Date("2026-05-01T12:00:00Z");
const DECISION = { ply: 1, player: 0, move: "1b2", best: "2r3", loss: 0.2, judgement: "blunder" };

/** A mistake found now. */
function found(ply = 1, loss = 0.2) {
  return mistakesAt("t", "azul", ["Ana", "Ben"], [{ ...DECISION, ply, loss }], ["p0", "p1", "p2"], NOW)[0];
}

test("a mistake has the position before its move, without the deals between", () => {
  const plies = [{ deal: "bbbb" }, { move: "1b1" }, { move: "2b2" }, { deal: "yyyy" }, { move: "1y1" }];
  assert.deepEqual(beforeMoves(plies, ["d0", "m0", "m1", "d1", "m2", "end"]), ["m0", "m1", "m2"]);
  assert.equal(found().position, "p1");
});

test("a mistake that is known is not collected again", () => {
  mistakes.collect([found(1), found(2)]);
  mistakes.rememberTry(mistakes.mistakes()[0], true);
  mistakes.collect([found(1)]);
  assert.deepEqual(
    mistakes.mistakes().map(({ ply, solved }) => [ply, solved]),
    [
      [1, 1],
      [2, 0],
    ],
  );
});

test("the gravest mistake that is due comes first", () => {
  const later = { ...found(0, 0.9), due: "2026-05-02T00:00:00Z" };
  const done = { ...found(2, 0.8), solved: mistakes.INTERVALS.length };
  const due = mistakes.dueAt([found(1, 0.1), later, done, found(2, 0.3)], NOW);
  assert.deepEqual(due.map(({ loss }) => loss), [0.3, 0.1]);
});

test("solved mistakes come back after growing intervals, and at last no more", () => {
  let [mistake, now] = [found(), NOW];
  const days = [];
  while (!mistakes.isDone(mistake)) {
    mistake = mistakes.after(mistake, true, now);
    days.push((new Date(mistake.due) - now) / 86_400_000);
    now = new Date(mistake.due);
  }
  assert.deepEqual(days, mistakes.INTERVALS);
  assert.deepEqual(mistakes.dueAt([mistake], now), []);
});

test("a mistake that is not solved at once starts again tomorrow", () => {
  const mistake = mistakes.after({ ...found(), solved: 3 }, false, NOW);
  assert.deepEqual([mistake.solved, mistake.due], [0, "2026-05-02T12:00:00.000Z"]);
});

test("a damaged result or mistake stops neither list, and keeps what fits", () => {
  const good = { id: "a", seat: 0, scores: [10, 5], winners: [0], date: "2026-03-01T10:00:00Z" };
  const odd = { ...good, id: "b", date: 5, winners: "me", errorRate: "low" };
  localStorage.setItem("azulejos.results", JSON.stringify([good, odd, { id: "c", scores: 4 }]));
  const found = own.results();
  assert.deepEqual(found.map(({ id }) => id).sort(), ["a", "b"]);
  assert.deepEqual(own.groupsOf(found, []).length, 1);
  assert.ok(localStorage.getItem("azulejos.results.damaged"));
});
