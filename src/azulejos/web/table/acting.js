/**
 * State of a person's move: what is chosen so far, what waits for a confirmation, what was sent.
 * A change of the position clears it.
 */
import { useEffect, useState } from "../html.js";

/** @import { Option, Update } from "../types.d.ts" */
/** @typedef {import("../connection.js").Live} Live */
/**
 * @typedef {Pick<Live, "hint" | "error" | "clearHint"> & {
 *   play: (move: string) => unknown, why?: (move: string) => Promise<string>,
 * }} Player   carries moves out, and says why one is not legal
 */
/** @typedef {import("../preferences.js").Preferences} Preferences */

/**
 * @typedef {object} Choice
 * @property {number|null} source   tiles picked from here …
 * @property {string|null} colour   … of this colour
 * @property {string|null} hand     the colour of the hand whose spaces are shown
 * @property {number|null} space    a space that can be paid for in several ways
 * @property {Record<string, number>|null} picked   bonus tiles so far, or tiles to keep
 * @property {boolean} passing      choosing what to keep
 * @property {Option|null} pending  an option that waits for a confirmation
 * @property {number|null} sent     the version at which the move was sent
 * @property {string} reason        why a place is closed that was asked about
 */

/** @typedef {ReturnType<typeof useActing>} Acting */

/** @type {Readonly<Choice>} */
const NOTHING = Object.freeze({
  source: null,
  colour: null,
  hand: null,
  space: null,
  picked: null,
  passing: false,
  pending: null,
  sent: null,
  reason: "",
});

/** Milliseconds for which a forced move is shown before it is played. */
const PAUSE_BEFORE_FORCED_MOVE = 900;

/**
 * @param {object} given
 * @param {Pick<Update, "state" | "options" | "version">} given.update
 * @param {Player} given.live
 * @param {Pick<Preferences, "warnings" | "confirm" | "autoplay">} given.preferences
 * @param {string} [given.identity]   of the position, where moves can be taken back and replaced
 */
export function useActing({ update, live, preferences, identity }) {
  const { state } = update;
  /** @type {Option[] | null} */
  const options = update.options;
  // Chat raises the version too; only a new position makes a choice out of date.
  const key = identity ?? `${state.ply}/${state.phase}/${state.to_play}`;
  const [stored, store] = useState({ key, choice: NOTHING });
  // A move sent at an older version was overtaken, or taken back since: choose again.
  const current = (/** @type {{ key: string, choice: Choice }} */ one) =>
    one.key === key && [null, update.version].includes(one.choice.sent) ? one.choice : NOTHING;
  const choice = current(stored);

  const choose = (/** @type {Partial<Choice>} */ news) =>
    store((before) => ({ key, choice: { ...current(before), reason: "", ...news } }));
  const cancel = () => {
    store({ key, choice: NOTHING });
    live.clearHint();
  };
  const send = (/** @type {Option} */ option) => {
    store({ key, choice: { ...NOTHING, sent: update.version } });
    live.play(option.move);
  };
  const commit = (/** @type {Option} */ option) => {
    const warned = preferences.warnings && (option.warnings?.length ?? 0) > 0;
    if (warned || preferences.confirm) choose({ pending: option });
    else send(option);
  };

  const { why } = live;
  const explain = why && (async (/** @type {string} */ move) => choose({ reason: await why(move) }));

  // A refused move can be chosen again; the toast says why.
  const refused = Boolean(live.error);
  useEffect(() => {
    if (refused) store({ key, choice: NOTHING });
  }, [refused, key]);

  const forced = preferences.autoplay && options?.length === 1 ? options[0] : null;
  useEffect(() => {
    if (!forced) return undefined;
    const timer = setTimeout(() => send(forced), PAUSE_BEFORE_FORCED_MOVE);
    return () => clearTimeout(timer);
    // The move, not the object: every update brings a new object for the same move.
  }, [forced?.move, key]);

  return {
    options: options && choice.sent === null ? options : [],
    choice,
    forced,
    hinted: live.hint?.option ?? null,
    choose,
    cancel,
    commit,
    send,
    explain,
    isChoosing: choice !== NOTHING && choice.sent === null,
  };
}

/** Whether a click came from touch, which cannot hover and gets one step more. @param {Event} event */
export function isTouch(event) {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

/** A click outside of all controls cancels the choice. @param {Event} event @param {Acting} act */
export function cancelOutside(event, act) {
  if (!act.isChoosing) return;
  const target = /** @type {Element} */ (event.target);
  if (!target.closest("button, a, summary, input, .tray, .log-panel, .pickable, [role=button]"))
    act.cancel();
}
