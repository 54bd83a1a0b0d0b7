/** Clocks of a table with a time limit: they count down from what the service has said. */
import { html, useEffect, useState } from "../html.js";
import { _ } from "../i18n.js";

/** @import { ClockView, TableOptions } from "../types.d.ts" */
/** @typedef {ClockView & { heard: number }} HeardClock   `heard`: this device's time, in milliseconds */

/** Seconds below which time is short, where it is for a whole game and where it is for each move. */
const SHORT = { player: 60, move: 3600 };
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock of an update, with the time of this device. @param {ClockView | null | undefined} clock */
export function heardClock(clock) {
  return clock ? { ...clock, heard: Date.now() } : null;
}

/**
 * Seconds that a seat has left; null where a bot plays.
 * @param {HeardClock} clock
 * @param {number} seat
 * @param {number} now   milliseconds
 */
export function secondsLeft(clock, seat, now) {
  const left = clock.left[seat] ?? null;
  if (left === null || clock.running !== seat) return left;
  return Math.max(0, left - Math.max(0, now - clock.heard) / 1000);
}

/** "9:05", "1:00:00" or "2 d 3 h". @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  if (whole >= DAY) {
    return _("{days} d {hours} h", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
  }
  const padded = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
  const rest = `${padded((whole % HOUR) / MINUTE)}:${padded(whole % MINUTE)}`;
  return whole >= HOUR ? `${Math.floor(whole / HOUR)}:${rest}` : rest.replace(/^0/, "");
}

/** Whether this is little time. @param {number | null} seconds @param {TableOptions["time"]} time */
export function isShort(seconds, time) {
  return seconds !== null && Boolean(time) && seconds < SHORT[time?.kind ?? "player"];
}

/**
 * The clock of a seat. A timer is not read out while it runs: see `TimeWarning`.
 * @param {{ clock: HeardClock | null, time: TableOptions["time"], seat: number }} props
 */
export function Clock({ clock, time, seat }) {
  const seconds = useSeconds(clock, seat);
  if (seconds === null) return null;
  const running = clock?.running === seat;
  const classes = ["clock", running ? "running" : "", isShort(seconds, time) ? "short" : ""];
  return html`<span class=${classes.filter(Boolean).join(" ")} role="timer" data-clock=${seat} title=${_("Time left")}>
    <span class="visually-hidden">${_("Time left:")} </span>${clockText(seconds)}
  </span>`;
}

/**
 * Says once that my time is short.
 * @param {{ clock: HeardClock | null, time: TableOptions["time"], seats: number[] }} props   `seats`: mine
 */
export function TimeWarning({ clock, time, seats }) {
  const mine = clock?.running != null && seats.includes(clock.running) ? clock.running : -1;
  const seconds = useSeconds(clock, mine);
  const warned = isShort(seconds, time);
  return html`<p class="visually-hidden" role="status">
    ${warned && (time?.kind === "move" ? _("Less than an hour left for your move") : _("Less than a minute left"))}
  </p>`;
}

/**
 * The seconds of a seat, followed while its clock runs.
 * @param {HeardClock | null} clock
 * @param {number} seat
 */
function useSeconds(clock, seat) {
  const [now, setNow] = useState(Date.now);
  const seconds = clock && secondsLeft(clock, seat, Math.max(now, clock.heard));
  const runs = clock?.running === seat && seconds !== null && seconds > 0;
  useEffect(() => {
    if (!runs) return undefined;
    // Up to where the next whole second begins.
    const until = seconds % 1 || 1;
    const timer = setTimeout(() => setNow(Date.now()), until * 1000 + 5);
    return () => clearTimeout(timer);
  }, [runs, seconds]);
  return seconds;
}
