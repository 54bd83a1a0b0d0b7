/** Results of the games that were played on this device, one for each own seat; and their statistics. */
import { fitted, readList, writeList } from "../kept.js";

/** @import { Result as GameResult, TableView } from "../types.d.ts" */
/** @import { ReviewView } from "../types.d.ts" */

/**
 * @typedef {object} OwnResult
 * @property {string} id           of the table
 * @property {number} seat
 * @property {string} game
 * @property {string} board
 * @property {number} players
 * @property {string} date         ISO time at which the device saw it
 * @property {number[]} scores     of all seats
 * @property {number[]} winners
 * @property {(string | null)[]} bots   levels, by seat
 * @property {Record<string, number>[]} sources   points by source, of all seats; may be empty
 * @property {number | null} errorRate  from a review
 * @property {number | null} accuracy
 * @property {number | null} luck
 */

export const KEY = "azulejos.results";
const MAX_RESULTS = 2000;

/** @returns {OwnResult[]} oldest first */
export function results() {
  const known = readList(KEY, isResult).map(complete);
  return known.sort((one, other) => one.date.localeCompare(other.date));
}

/** @param {any} item */
function isResult(item) {
  return typeof item.id === "string" && Number.isFinite(item.scores?.[item.seat]);
}

/** @param {Partial<OwnResult>} item @returns {OwnResult} */
function complete(item) {
  const nothing = { id: "", seat: 0, game: "", board: "", players: 0, date: "" };
  const empty = { scores: [], winners: [], bots: [], sources: [] };
  return fitted(item, { ...nothing, ...empty, errorRate: null, accuracy: null, luck: null });
}

/** Add or complete results; those known keep what the new ones do not say. @param {OwnResult[]} news */
function add(news) {
  if (news.length === 0) return;
  const known = results();
  for (const item of news) {
    const at = known.findIndex(({ id, seat }) => id === item.id && seat === item.seat);
    if (at < 0) known.push(item);
    else known[at] = { ...item, ...said(known[at]), date: known[at].date };
  }
  writeList(KEY, known.slice(-MAX_RESULTS));
}

/** The fields of a result that hold something. @param {OwnResult} item */
function said(item) {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length)),
  );
}

/**
 * Store the result of a finished table. Several own seats are several people at one screen, whose
 * results are not told apart: they do not count.
 * @param {TableView} table
 * @param {GameResult | null | undefined} result
 */
export function rememberResult(table, result) {
  const own = table.seats.filter((each) => each.yours);
  if (!result || own.length !== 1) return;
  const { id, game, board, players } = table;
  add([
    complete({
      ...{ id, seat: own[0].seat, game, board, players },
      date: new Date().toISOString(),
      scores: result.scores,
      winners: result.winners,
      bots: table.seats.map((each) => (each.kind === "bot" ? each.bot : null)),
      sources: result.breakdown,
    }),
  ]);
}

/**
 * Store the results of tables that were finished before results were kept.
 * @param {import("../storage.js").MyTable[]} tables
 */
export function rememberTables(tables) {
  const known = new Set(results().map(({ id }) => id));
  const news = tables.flatMap((table) => {
    const [seat, ...others] = Object.keys(table.tokens).map(Number);
    const { id, game, board, players, scores, bots, finished } = table;
    if (!finished || seat === undefined || others.length || known.has(id)) return [];
    if (scores.length !== players || !(seat in scores)) return [];
    const best = Math.max(...scores);
    const winners = scores.flatMap((score, n) => (score === best ? [n] : []));
    return [complete({ id, seat, game, board, players, date: table.created, scores, winners, bots })];
  });
  add(news);
}

/**
 * Store what a review says about own seats of a game whose result is known.
 * @param {string} id
 * @param {ReviewView} review
 * @param {number[]} seats
 */
export function rememberReview(id, review, seats) {
  const known = results();
  const changed = known.map((item) => {
    if (item.id !== id || !seats.includes(item.seat)) return item;
    const { error_rate: errorRate, accuracy, luck } = review.summaries[item.seat];
    return { ...item, errorRate, accuracy, luck };
  });
  if (JSON.stringify(changed) !== JSON.stringify(known)) writeList(KEY, changed);
}

/** The share of the victory. @param {OwnResult} item */
export function victory({ seat, winners }) {
  return winners.includes(seat) ? 1 / winners.length : 0;
}

/** The strongest level among the others; null against people only. @param {OwnResult} item @param {string[]} levels */
export function opponentOf({ bots, seat }, levels) {
  const others = bots.filter((bot, n) => n !== seat && bot !== null);
  const known = levels.filter((level) => others.includes(level));
  return known.at(-1) ?? others[0] ?? null;
}

/**
 * @typedef {object} Group
 * @property {string} game
 * @property {string} board
 * @property {number} players
 * @property {string | null} level   of the strongest bot; null for people only
 * @property {number} games
 * @property {number} won            shares of victories
 * @property {number} average        points
 * @property {number} best
 */

/**
 * Results by game, board, number of players and strongest opponent.
 * @param {OwnResult[]} items
 * @param {string[]} levels    the weakest first
 * @returns {Group[]}
 */
export function groupsOf(items, levels) {
  /** @type {Map<string, OwnResult[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = JSON.stringify([item.game, item.board, item.players, opponentOf(item, levels)]);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const place = (/** @type {string | null} */ level) => (level === null ? 99 : levels.indexOf(level));
  return [...groups.entries()]
    .map(([key, members]) => {
      const [game, board, players, level] = JSON.parse(key);
      const points = members.map(({ scores, seat }) => scores[seat]);
      return {
        ...{ game, board, players, level },
        games: members.length,
        won: sum(members.map(victory)),
        average: sum(points) / members.length,
        best: Math.max(...points),
      };
    })
    .sort(
      (one, other) =>
        one.game.localeCompare(other.game) ||
        one.board.localeCompare(other.board) ||
        one.players - other.players ||
        place(one.level) - place(other.level),
    );
}

/**
 * Won games in a row: now, and the most ever; and days in a row with a game.
 * @param {OwnResult[]} items    oldest first
 * @param {Date} today
 */
export function streaksOf(items, today) {
  let [run, longest] = [0, 0];
  for (const item of items) {
    run = victory(item) > 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  const played = new Set(items.map(({ date }) => dayOf(new Date(date))));
  let days = 0;
  // A streak that has not been continued today is not broken before tomorrow.
  const first = played.has(dayOf(today)) ? 0 : 1;
  while (played.has(dayOf(daysBefore(today, first + days)))) days += 1;
  return { won: run, longest, days };
}

/** @param {Date} date */
function dayOf(date) {
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** @param {Date} date @param {number} days */
function daysBefore(date, days) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days, 12);
}

/**
 * Error rates in order of time, each with the mean of the last ones.
 * @param {OwnResult[]} items    oldest first
 * @param {number} [window]
 */
export function errorRates(items, window = 10) {
  const rated = items.flatMap((item) => (item.errorRate === null ? [] : [{ ...item, rate: item.errorRate }]));
  return rated.map(({ id, date, rate }, n) => {
    const last = rated.slice(Math.max(0, n + 1 - window), n + 1).map((item) => item.rate);
    return { id, date, rate, mean: sum(last) / last.length };
  });
}

/** The results that say where points come from. @param {OwnResult[]} items */
export function withSources(items) {
  return items.filter(({ sources, scores }) => sources.length === scores.length && sources.length > 0);
}

/** One's own mean points by source. @param {OwnResult[]} items    with sources @returns {Record<string, number>} */
export function ownPoints(items) {
  const rows = items.map(({ sources, seat }) => sources[seat]);
  const sources = Object.keys(Object.assign({}, ...rows));
  return Object.fromEntries(
    sources.map((source) => [source, sum(rows.map((row) => row[source] ?? 0)) / rows.length]),
  );
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
