/** The teller as a hook: what is shown of a live table, or of a replay. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { preferences } from "../preferences.js";
import { playSound } from "../sound.js";
import { Stage } from "./stage.js";
import { still, Teller } from "./teller.js";

/** @import { Entry, GameEvent, State, Update } from "../types.d.ts" */
/** @typedef {import("../html.js").ElementRef} ElementRef */
/** @typedef {import("./sentences.js").AnyEntry} AnyEntry */
/** @typedef {import("./teller.js").Shown} Shown */
/** @typedef {import("./teller.js").Theatre} Theatre */

/** Milliseconds for which the summary of a round is shown, by preference. */
const PAUSES = { stop: Infinity, short: 5000, none: 0 };
/** Keys that ask for nothing by themselves. */
const IDLE_KEYS = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

/**
 * A live table as far as it is told.
 * @param {ElementRef} root   the scene
 * @param {{ update: Update, entries: Entry[] }} live
 * @param {boolean} watching  spectators do not hold the table up
 */
export function useTelling(root, { update, entries }, watching) {
  const [shown, setShown] = useState(() => still(update, entries));
  const patience = useRef(watching);
  patience.current = watching;
  const teller = useTeller(root, shown, setShown, () => {
    const { roundEnd } = preferences();
    return PAUSES[patience.current && roundEnd === "stop" ? "short" : roundEnd];
  });
  useLayoutEffect(() => teller.hear(update, entries), [update]);
  useSkipping(teller);
  return { shown, skip: () => teller.skip() };
}

/**
 * A moment of a replay; steps forward are told, without pauses.
 * @param {ElementRef} root
 * @param {State} state
 * @param {AnyEntry[]} fresh   the entries of a step forward
 * @param {boolean} [skippable]   whether any key or click ends what is moving
 */
export function useRetelling(root, state, fresh, skippable = false) {
  const [shown, setShown] = useState(() => still({ state }, []));
  const teller = useTeller(root, shown, setShown, () => 0);
  useSkipping(teller, skippable);
  useLayoutEffect(() => {
    if (teller.shown.update.state !== state) teller.turnTo(state, fresh);
  }, [state]);
  return shown;
}

/**
 * @param {ElementRef} root
 * @param {Shown} first
 * @param {(shown: Shown) => void} onChange
 * @param {() => number} pause
 */
function useTeller(root, first, onChange, pause) {
  const stage = useMemo(() => new Stage(root), []);
  const teller = useMemo(() => {
    const manner = () => ({
      time: document.hidden ? 0 : preferences().animation,
      moves: stage.moves,
      pause: pause(),
    });
    return new Teller(first, { theatre: theatreOf(stage), manner, onChange });
  }, []);
  useEffect(
    () => () => {
      teller.stop();
      stage.remove();
    },
    [],
  );
  return teller;
}

/** @param {Stage} stage @returns {Theatre} */
function theatreOf(stage) {
  return {
    fly: ({ flights }, game, time) => stage.fly(flights, game, time),
    arrive: ({ points }, time) => stage.float(points, time),
    clear: () => stage.clear(),
    sound,
  };
}

/** @param {GameEvent[]} events */
function sound(events) {
  const kinds = new Set(events.map((event) => event.kind));
  if (kinds.has("game-ended")) playSound("end");
  else if (kinds.has("tiled")) playSound("score");
  else if (kinds.has("placed")) playSound("place");
  else if (kinds.has("taken")) playSound("take");
}

/**
 * Any key goes on; a click ends what is moving, but not the summary, beside which one may look around.
 * @param {Teller} teller
 * @param {boolean} [active]
 */
function useSkipping(teller, active = true) {
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const inside = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      if (event.repeat || IDLE_KEYS.has(event.key) || inside) return;
      // The key that goes on means nothing else.
      if (teller.shown.summary) {
        event.preventDefault();
        event.stopPropagation();
      }
      teller.skip();
    };
    const onPointer = () => {
      if (!teller.shown.summary) teller.skip();
    };
    const onHidden = () => {
      if (document.hidden && !teller.shown.summary) teller.skip();
    };
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, []);
}
