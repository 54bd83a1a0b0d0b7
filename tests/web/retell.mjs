/** Retells whole games: each state, changed by the events of the next moment, is the next state. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { page } from "./page.js";

const { viewsOf } = await page("games/views.js");

/** What lies on the table: all that events change. Turns and previews come from the service. */
function onTheTable(state) {
  const { centre, factories, bag, discards, supply, marker, marker_in_centre, start_player } = state;
  const boards = state.boards.map(({ penalty, passed, ...board }) =>
    // In the last round of all nothing is prepared for a next one.
    ({ ...board, ...(passed === undefined ? {} : { passed }) }),
  );
  const piles = [centre, bag, discards, supply ?? {}, ...factories].map(sorted);
  return { piles, boards: boards.map(sorted), marker, marker_in_centre, start_player };
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

const games = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for (const moments of games) {
  for (let n = 1; n < moments.length; n += 1) {
    const before = moments[n - 1].state;
    const copy = structuredClone(before);
    const { retell } = viewsOf(before.game);
    const told = moments[n].events.reduce(retell, before);
    assert.deepEqual(onTheTable(told), onTheTable(moments[n].state), `${before.game}, move ${n}`);
    assert.deepEqual(before, copy, "the state before is left as it is");
  }
}
