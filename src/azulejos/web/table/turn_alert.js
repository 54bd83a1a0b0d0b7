/**
 * Calls the player whose turn it is: a sound, a notification while the page is in the background,
 * and a badge on the installed app.
 */
import { html, useEffect, useRef, useState } from "../html.js";
import { factsOf } from "../games/facts.js";
import { _ } from "../i18n.js";
import { askToNotify, canAskToNotify, notify, withdraw } from "../notifications.js";
import { setPreference, usePreferences } from "../preferences.js";
import { playSound } from "../sound.js";
import { Icon } from "../tiles.js";
import { botAt } from "./names.js";

/** @import { State, TableView, Update } from "../types.d.ts" */

/** Whether a seat of this device is to play. @param {State} state @param {TableView} table */
export function isMyTurn(state, table) {
  if (state.over || state.to_play === null) return false;
  const seat = table.seats[state.to_play];
  return seat.yours && !seat.stand_in;
}

/** Whether a seat of this device is asked to let a move be taken back. @param {Update} update */
function isAsked({ undo_request: request, table }) {
  return Boolean(request?.waiting.some((seat) => table.seats[seat].yours));
}

/**
 * Call when it becomes my turn, once; returns whether it is. Someone who looks at the table hears of
 * it when the moves before it are told, someone who is away at once.
 * @param {object} given
 * @param {TableView} given.table
 * @param {Update} given.latest  as the service tells it
 * @param {State} given.shown    as far as it is told
 * @param {boolean} given.telling
 */
export function useTurnAlert({ table, latest, shown, telling }) {
  const away = useAway();
  const mine = isMyTurn(away ? latest.state : shown, table);
  const ready = away || !telling;
  const called = useRef(mine);
  // Those who share a screen call each other.
  const others = table.seats.some((seat) => !seat.yours);
  useEffect(() => {
    if (!mine) called.current = false;
    else if (ready && !called.current) {
      called.current = true;
      if (others) playSound("turn");
      if (others && away) void notify(table.id, _("Your turn"), factsOf(shown.game).title());
    }
  }, [mine, ready]);
  const asked = isAsked(latest);
  useEffect(() => {
    if (asked && away) void notify(table.id, _("Take back a move?"), factsOf(shown.game).title());
  }, [asked]);
  const waiting = away && (mine || asked);
  useEffect(() => {
    if (!waiting) return undefined;
    void navigator.setAppBadge?.(1).catch(() => {});
    return () => {
      void navigator.clearAppBadge?.().catch(() => {});
      void withdraw(table.id);
    };
  }, [waiting]);
  return mine;
}

/** Whether the page is in the background. */
function useAway() {
  const [away, setAway] = useState(document.hidden);
  useEffect(() => {
    const look = () => setAway(document.hidden);
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return away;
}

/** Offers notifications at a table with other people, until it is answered. @param {{ table: TableView }} props */
export function NotifyOffer({ table }) {
  const { notifyAsked } = usePreferences();
  const people = table.seats.some((seat) => !seat.yours && !botAt(seat));
  const mine = table.seats.some((seat) => seat.yours);
  if (notifyAsked || !people || !mine || !canAskToNotify()) return null;
  const answer = (/** @type {boolean} */ wanted) => {
    setPreference("notifyAsked", true);
    if (wanted) void askToNotify();
  };
  return html`<div class="notify-offer">
    <p><${Icon} name="bell" /> ${_("Do you want a notification when it's your turn?")}</p>
    <div class="actions">
      <button type="button" class="button" onClick=${() => answer(true)}>${_("Notify me")}</button>
      <button type="button" class="quiet" onClick=${() => answer(false)}>${_("No thanks")}</button>
    </div>
  </div>`;
}
