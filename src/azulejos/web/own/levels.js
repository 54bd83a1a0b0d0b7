/**
 * Our levels beside one's own play. Boards and numbers of players differ in points and error rates;
 * so a level's numbers are means over the configurations of one's own games, each as often as it was played.
 */
import { get } from "../api.js";
import { useEffect, useState } from "../html.js";
import { errorRates } from "./results.js";

/** @import { MeasuredLevel, MeasuredLevels } from "../types.d.ts" */
/** @typedef {import("./results.js").OwnResult} OwnResult */
/** @typedef {{ level: string, rate: number }} LevelRate */

/** What is compared with while nothing is known. @type {MeasuredLevels} */
const NOTHING = { configurations: {} };

/** The levels' measured play; nothing until it has arrived. @returns {MeasuredLevels} */
export function useMeasuredLevels() {
  const [measured, setMeasured] = useState(NOTHING);
  useEffect(() => {
    get("/api/levels").then(setMeasured, () => {});
  }, []);
  return measured;
}

/** @param {MeasuredLevels} measured @param {OwnResult} item @returns {MeasuredLevel[]} */
function levelsAt({ configurations }, { game, board, players }) {
  return configurations[`${game}-${board}-${players}`] ?? [];
}

/**
 * Error rates of the levels, the weakest first, in games like the reviewed ones.
 * @param {OwnResult[]} items
 * @param {MeasuredLevels} measured
 * @returns {LevelRate[]}
 */
export function levelRates(items, measured) {
  const rows = items
    .filter(({ errorRate }) => errorRate !== null)
    .map((item) => levelsAt(measured, item))
    .filter((levels) => levels.length && levels.every(({ error_rate }) => error_rate !== null));
  const names = rows[0]?.map(({ level }) => level) ?? [];
  return names.map((level, n) => ({ level, rate: mean(rows.map((levels) => levels[n].error_rate ?? 0)) }));
}

/**
 * The level whose error rate is nearest to that of the last games; null if none was reviewed.
 * @param {OwnResult[]} items    oldest first
 * @param {MeasuredLevels} measured
 */
export function nearestLevel(items, measured) {
  const own = errorRates(items).at(-1)?.mean;
  if (own === undefined) return null;
  const distance = (/** @type {LevelRate} */ { rate }) => Math.abs(rate - own);
  const [nearest] = levelRates(items, measured).sort((one, other) => distance(one) - distance(other));
  return nearest?.level ?? null;
}

/**
 * Mean points of a level by source in games like these; null if there are no such games.
 * @param {OwnResult[]} items
 * @param {MeasuredLevels} measured
 * @param {string} level
 * @returns {Record<string, number> | null}
 */
export function levelPoints(items, measured, level) {
  const rows = items.flatMap((item) => levelsAt(measured, item).filter((each) => each.level === level));
  if (rows.length === 0) return null;
  const sources = Object.keys(Object.assign({}, ...rows.map(({ points }) => points)));
  return Object.fromEntries(
    sources.map((source) => [source, mean(rows.map(({ points }) => points[source] ?? 0))]),
  );
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((total, number) => total + number, 0) / numbers.length;
}
