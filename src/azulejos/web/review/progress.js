/** The review of a game on the service: started once, asked for until it is done. */
import { html, useEffect, useState } from "../html.js";
import { ApiError } from "../api.js";
import { _ } from "../i18n.js";
import { findReview, startReview } from "./api.js";

/** @import { ReviewStatus } from "../types.d.ts" */
/** @typedef {ReviewStatus["effort"]} Effort */

/** Milliseconds between two questions. */
const PAUSE = 1000;

/**
 * The state of a game's review as a hook; a review is started if there is none.
 * @param {string} id
 */
export function useReview(id) {
  const [status, setStatus] = useState(/** @type {ReviewStatus | null} */ (null));
  const [error, setError] = useState(/** @type {ApiError | null} */ (null));
  const [wanted, setWanted] = useState(/** @type {{ effort: Effort | null }} */ ({ effort: null }));
  useEffect(() => {
    const { effort } = wanted;
    const look = () => findReview(id, effort);
    const start = () => startReview(id, effort ?? "quick");
    let timer = 0;
    let here = true;
    const follow = async (/** @type {() => Promise<ReviewStatus>} */ ask) => {
      try {
        const found = await ask();
        if (!here) return;
        setError(null);
        if (found.state === "none") return void follow(start);
        setStatus(found);
        if (found.state === "done" || found.state === "failed") return;
      } catch (problem) {
        if (!here || !(problem instanceof ApiError)) return;
        setError(problem);
        // Without an answer the connection is lost, not the review.
        if (problem.status !== 0) return;
      }
      timer = window.setTimeout(() => void follow(look), PAUSE);
    };
    void follow(effort ? start : look);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [id, wanted]);
  return { status, error, begin: (/** @type {Effort} */ effort) => setWanted({ effort }) };
}

/** @param {{ status: ReviewStatus }} props */
export function ReviewProgress({ status }) {
  const { state, place, done, steps } = status;
  const waiting = state === "queued" && place;
  const text = waiting
    ? _("Number {n} in the queue …", { n: place })
    : _("Reviewing the game …");
  return html`<section class="review-progress card">
    <p role="status">${text}</p>
    <progress max=${steps || 1} value=${steps ? done : undefined} aria-label=${text}></progress>
    <p class="note">${_("You can leave this page. The review goes on without you.")}</p>
  </section>`;
}
