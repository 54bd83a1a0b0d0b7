/**
 * How a person acts: what is chosen so far, what waits for a confirmation, and the move that is
 * played in the end. Everything chosen is forgotten when the position changes.
 */
import { useEffect, useState } from "../html.js";

/**
 * @typedef {object} Choice
 * @property {number|null} source   tiles picked from here …
 * @property {string|null} colour   … of this colour
 * @property {string|null} hand     a colour of the hand that the board is looked at with
 * @property {number|null} space    a space that can be paid for in several ways
 * @property {Record<string, number>|null} picked   bonus tiles so far, or tiles to keep
 * @property {boolean} passing      choosing what to keep
 * @property {any} pending          an option that waits for a confirmation
 * @property {number|null} sent     the version at which the move was sent
 */

/** @typedef {ReturnType<typeof useActing>} Acting */

const NOTHING = Object.freeze({
  source: null,
  colour: null,
  hand: null,
  space: null,
  picked: null,
  passing: false,
  pending: null,
  sent: null,
});

/** How long a forced move is shown before it is played by itself. */
const PAUSE_BEFORE_FORCED_MOVE = 900;

/**
 * @param {object} given
 * @param {any} given.update       the latest update of the table
 * @param {any} given.live         the connection: play, error, clearError, hint, clearHint
 * @param {any} given.preferences
 */
export function useActing({ update, live, preferences }) {
  const { state, options } = update;
  // Talk at the table raises the version too; only a new position makes a choice out of date.
  const key = `${state.ply}/${state.phase}/${state.to_play}`;
  const [kept, keep] = useState({ key, choice: NOTHING });
  // A move sent at an older version was overtaken, or taken back since: choose again.
  const current = (one) =>
    one.key === key && [null, update.version].includes(one.choice.sent) ? one.choice : NOTHING;
  const choice = current(kept);

  const choose = (news) =>
    keep((before) => ({ key, choice: { ...current(before), ...news } }));
  const cancel = () => {
    keep({ key, choice: NOTHING });
    live.clearHint();
  };
  const send = (option) => {
    keep({ key, choice: { ...NOTHING, sent: update.version } });
    live.play(option.move);
  };
  const commit = (option) => {
    const warned = preferences.warnings && option.warnings?.length > 0;
    if (warned || preferences.confirm) choose({ pending: option });
    else send(option);
  };

  // A refused move gives the choice back; the toast says why.
  const refused = Boolean(live.error);
  useEffect(() => {
    if (refused) keep({ key, choice: NOTHING });
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
    isChoosing: choice !== NOTHING && choice.sent === null,
  };
}

/** Whether a click came from a finger: fingers cannot hover, so they get a step more. */
export function isTouch(event) {
  return event?.pointerType === "touch";
}
