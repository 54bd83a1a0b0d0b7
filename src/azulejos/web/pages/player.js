/** Playback of a replay: its state, controls and keys. */
import { html, useCallback, useEffect, useMemo, useState } from "../html.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";
import { useKeys } from "../keys.js";
import { Sentences } from "./move_list.js";

/** @import { Moment } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */
/** @typedef {import("../html.js").SelectChange} SelectChange */
/** @typedef {import("../table/sentences.js").ReplayEntry} ReplayEntry */
/** @typedef {ReturnType<typeof usePlayer>} Player */

/** Milliseconds between two moments, by speed. @type {[number, number][]} */
const SPEEDS = [
  [0.5, 3000],
  [1, 1500],
  [2, 750],
  [4, 375],
];

/**
 * The state of the playback as a hook.
 * @param {number} count    number of moments
 * @param {number | null} start    the first moment to show; 0 by default
 */
export function usePlayer(count, start) {
  const [place, setPlace] = useState({ at: clamp(start ?? 0, count), stepped: false });
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  // Steps are relative to the latest state: keys may come faster than the page renders.
  const move = useCallback(
    (/** @type {(at: number) => number} */ where) => {
      setPlace((now) => {
        const at = clamp(where(now.at), count);
        if (at === now.at) return now;
        // Only a single step forward is animated.
        return { at, stepped: at === now.at + 1 };
      });
    },
    [count],
  );
  useEffect(() => {
    if (!playing) return;
    if (place.at >= count - 1) {
      setPlaying(false);
      return;
    }
    const wait = SPEEDS.find(([factor]) => factor === speed)?.[1] ?? 1500;
    const timer = setTimeout(() => move((at) => at + 1), wait);
    return () => clearTimeout(timer);
  }, [playing, place, speed, count]);
  const toggle = () => {
    // At the end, "play" means from the beginning.
    if (!playing && place.at >= count - 1) move(() => 0);
    setPlaying(!playing);
  };
  const go = (/** @type {number} */ to) => {
    setPlaying(false);
    move(() => to);
  };
  const step = (/** @type {number} */ by) => {
    setPlaying(false);
    move((at) => at + by);
  };
  return { ...place, count, playing, speed, setSpeed, toggle, go, step };
}

/** @param {number} at @param {number} count */
function clamp(at, count) {
  return Math.max(0, Math.min(count - 1, at));
}

/**
 * The first moment of every round.
 * @param {Moment[]} moments
 * @returns {{ round: number, at: number }[]}
 */
function roundsOf(moments) {
  /** @type {{ round: number, at: number }[]} */
  const rounds = [];
  moments.forEach(({ events }, at) => {
    for (const event of events ?? []) {
      if (event.kind === "round-started") rounds.push({ round: event.round, at });
    }
  });
  return rounds;
}

/**
 * @param {object} props
 * @param {Player} props.player
 * @param {Moment[]} props.moments
 * @param {ReplayEntry} props.entry
 * @param {string[]} props.names
 * @param {string} props.game
 */
export function Controls({ player, moments, entry, names, game }) {
  const { at, count, playing } = player;
  const first = at === 0;
  const last = at === count - 1;
  const rounds = useMemo(() => roundsOf(moments), [moments]);
  const current = rounds.findLast((round) => round.at <= at);
  useKeys(
    {
      ArrowLeft: () => player.step(-1),
      ArrowRight: () => player.step(1),
      Home: () => player.go(0),
      End: () => player.go(count - 1),
      " ": player.toggle,
    },
    "input, select, textarea, dialog, [role=region]",
  );
  const position = _("Move {at} of {count}", { at, count: count - 1 });
  return html`<div class="controls card">
    <input
      type="range"
      min="0"
      max=${count - 1}
      value=${at}
      aria-label=${_("Position in the game")}
      aria-valuetext=${position}
      onInput=${(/** @type {InputChange} */ event) => player.go(Number(event.currentTarget.value))}
    />
    <div class="controls-row">
      <div class="controls-buttons" role="group" aria-label=${_("Replay")}>
        <${Step} icon="first" label=${_("To the beginning")} disabled=${first} onClick=${() => player.go(0)} />
        <${Step} icon="prev" label=${_("Previous move")} disabled=${first} onClick=${() => player.step(-1)} />
        <${Step}
          icon=${playing ? "pause" : "play"}
          label=${playing ? _("Pause") : _("Play back")}
          main
          onClick=${player.toggle}
        />
        <${Step} icon="next" label=${_("Next move")} disabled=${last} onClick=${() => player.step(1)} />
        <${Step} icon="last" label=${_("To the end")} disabled=${last} onClick=${() => player.go(count - 1)} />
      </div>
      <span class="position numbers" aria-hidden="true">${`${at} / ${count - 1}`}</span>
      <label class="inline-field">
        <span>${_("Round")}</span>
        <select
          value=${current?.round ?? ""}
          onChange=${(/** @type {SelectChange} */ event) => {
            const round = Number(event.currentTarget.value);
            player.go(rounds.find((known) => known.round === round)?.at ?? at);
          }}
        >
          ${rounds.map(
            ({ round }) =>
              html`<option key=${round} value=${round} selected=${round === current?.round}>${round}</option>`,
          )}
        </select>
      </label>
      <label class="inline-field">
        <span>${_("Speed")}</span>
        <select
          value=${player.speed}
          onChange=${(/** @type {SelectChange} */ event) => player.setSpeed(Number(event.currentTarget.value))}
        >
          ${SPEEDS.map(
            ([factor]) =>
              html`<option key=${factor} value=${factor} selected=${factor === player.speed}>
                ${_("{factor}×", { factor })}
              </option>`,
          )}
        </select>
      </label>
    </div>
    <p class="moment" role="status">
      <${Sentences} game=${game} entry=${entry} names=${names} most=${3} />
    </p>
  </div>`;
}

/**
 * @param {object} props
 * @param {string} props.icon
 * @param {string} props.label
 * @param {boolean} [props.disabled]
 * @param {boolean} [props.main]
 * @param {() => void} props.onClick
 */
function Step({ icon, label, disabled = false, main = false, onClick }) {
  return html`<button
    type="button"
    class=${main ? "button primary icon-only" : "button icon-only"}
    aria-label=${label}
    title=${label}
    aria-disabled=${disabled ? "true" : undefined}
    onClick=${disabled ? undefined : onClick}
  >
    <${Icon} name=${icon} />
  </button>`;
}
