/** The first game: a good move is lit on every turn, and tips come when they are needed. */
import { viewsOf } from "../games/views.js";
import { html, useEffect, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { find } from "../storage.js";
import { Icon } from "../tiles.js";
import { progress, tipShown, useProgress } from "./progress.js";

/** @import { Entry, GameEvent, Update } from "../types.d.ts" */
/** @typedef {import("../connection.js").Live} Live */
/** @typedef {import("../games/views.js").Tip} Tip */

/** Milliseconds before a hint that has not come is asked for again; not while it is computed. */
const AGAIN = 500;

/**
 * Asks for a hint whenever it is the learner's turn.
 * @param {{ update: Update, live: Live, telling: boolean }} given
 * @returns {boolean} whether this table is a guided first game
 */
export function useGuide({ update, live, telling }) {
  const guided = Boolean(find(update.table.id)?.guided) && !update.state.over;
  const wanted = guided && !telling && !live.hint && Boolean(update.options?.length);
  useEffect(() => {
    if (!wanted) return undefined;
    live.askHint();
    // Again after an error, for the service may have been busy, and after a question that came too late.
    const timer = setInterval(() => live.askHint(), AGAIN);
    return () => clearInterval(timer);
  }, [wanted, update.state.ply]);
  return guided;
}

/**
 * @param {object} props
 * @param {Update} props.update
 * @param {Entry[]} props.entries
 * @param {Live} props.live
 */
export function GuideTip({ update, entries, live }) {
  const { state, table } = update;
  const { tips } = useProgress();
  const current = useRef(/** @type {{ tip: Tip, ply: number } | null} */ (null));
  const seat = table.seats.findIndex((one) => one.yours);
  const events = entries.flatMap((entry) =>
    "events" in entry ? /** @type {GameEvent[]} */ (entry.events ?? []) : [],
  );
  const given = {
    state,
    events,
    mine: events.filter((event) => "player" in event && event.player === seat),
    board: state.boards[seat],
    hinted: live.hint?.option ?? null,
  };
  if (current.current && state.to_play === seat && state.ply > current.current.ply) current.current = null;
  if (!current.current && state.to_play === seat) {
    const seen = progress().tips;
    const tip = viewsOf(state.game).tips.find((one) => !seen.includes(one.id) && one.when(given));
    if (tip) current.current = { tip, ply: state.ply };
  }
  const shown = current.current?.tip;
  useEffect(() => {
    if (shown) tipShown(shown.id);
  }, [shown, tips.length]);
  return html`<div class="guide" role="status">
    ${shown &&
    html`<p class="guide-tip" key=${shown.id} data-tip=${shown.id}>
      <${Icon} name="learn" label=${_("Tip")} /> <span>${shown.text()}</span>
    </p>`}
  </div>`;
}
