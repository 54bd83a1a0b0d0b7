/** Page to try again the mistakes of one game. */
import { html, useEffect, useState } from "../html.js";
import { errorText, get } from "../api.js";
import { _ } from "../i18n.js";
import { useTitle } from "../router.js";
import { readRecord } from "../study/api.js";
import { find } from "../storage.js";
import { seatNames } from "../table/names.js";
import { beforeMoves, mistakesAt } from "../own/collect.js";
import { rememberTry } from "../own/mistakes.js";
import { findReview } from "./api.js";
import { Session } from "./session.js";
import { mistakesOf } from "./shares.js";

/** @import { Catalogue, Update } from "../types.d.ts" */
/** @typedef {import("../own/mistakes.js").Mistake} Mistake */

/** @param {{ config: Catalogue, id: string }} props */
export function RetryPage({ config, id }) {
  const [found, setFound] = useState(/** @type {Mistake[] | null} */ (null));
  const [error, setError] = useState("");
  useTitle(_("Retry your mistakes"));
  const ask = () => {
    setError("");
    load(id).then(setFound, (problem) => setError(errorText(problem)));
  };
  useEffect(ask, [id]);
  if (error) {
    return html`<section class="notice card">
      <h1>${_("Retry your mistakes")}</h1>
      <p role="alert">${error}</p>
      <div class="actions">
        <button type="button" class="button primary" onClick=${ask}>${_("Try again")}</button>
        <a class="button" href=${`/review/${id}`}>${_("To the review")}</a>
      </div>
    </section>`;
  }
  if (!found) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  return html`<${Session}
    config=${config}
    title=${_("Retry your mistakes")}
    mistakes=${found}
    onEnd=${rememberTry}
    empty=${_("No mistakes to try again in this game.")}
    back=${html`<a class="button" href=${`/review/${id}`}>${_("To the review")}</a>`}
  />`;
}

/** The mistakes of the own seats; for spectators those of the seat in the address. @param {string} id @returns {Promise<Mistake[]>} */
async function load(id) {
  const [status, { record, positions }, update] = await Promise.all([
    findReview(id),
    readRecord({ game: id }),
    /** @type {Promise<Update>} */ (get(`/api/games/${encodeURIComponent(id)}`)),
  ]);
  if (!status.review) throw new Error(_("This game has no review yet."));
  const own = Object.keys(find(id)?.tokens ?? {}).map(Number);
  const chosen = Number.parseInt(new URLSearchParams(location.search).get("seat") ?? "", 10);
  const seats = Number.isNaN(chosen) ? own : [chosen];
  const decisions = mistakesOf(status.review, seats);
  const names = seatNames(update.table);
  const before = beforeMoves(record.plies, positions);
  return mistakesAt(id, status.review.game, names, decisions, before, new Date());
}
