/** Chat: a menu of preset messages; and bubbles, which tell of hints too. */
import { html, useEffect, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Menu } from "./menu.js";
import { presetText } from "./names.js";

/** @import { Catalogue, Entry, HintEntry, Say, SayEntry } from "../types.d.ts" */
/** @typedef {SayEntry | HintEntry} Remark */

/** Milliseconds for which a bubble is shown. */
const BUBBLE_LASTS = 6000;

/** @param {{ config: Catalogue, seat: number, live: import("../connection.js").Live }} props */
export function ChatMenu({ config, seat, live }) {
  const items = config.presets.map((preset) => ({ value: preset, text: presetText(preset) }));
  const say = (/** @type {string} */ preset) => live.say(seat, /** @type {Say["preset"]} */ (preset));
  return html`<${Menu} icon="chat" label=${_("Send a message")} items=${items} onChoose=${say} />`;
}

/**
 * The text of a seat's bubble, while it is shown.
 * @param {Entry[]} fresh   the newest entries
 * @returns {(seat: number) => string|null}
 */
export function useBubbles(fresh) {
  const [said, setSaid] = useState(/** @type {Record<string, Remark>} */ ({}));
  const timers = useRef(/** @type {Set<ReturnType<typeof setTimeout>>} */ (new Set()));
  useEffect(() => {
    const news = fresh.filter((entry) => entry.kind === "say" || entry.kind === "hint");
    if (news.length === 0) return;
    setSaid((before) => ({
      ...before,
      ...Object.fromEntries(news.map((entry) => [entry.seat, entry])),
    }));
    // Later entries must not stop the timers of earlier ones: only leaving the table does.
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setSaid((now) => {
        const left = Object.entries(now).filter(([, entry]) => !news.includes(entry));
        return Object.fromEntries(left);
      });
    }, BUBBLE_LASTS);
    timers.current.add(timer);
  }, [fresh]);
  useEffect(() => () => timers.current.forEach((timer) => clearTimeout(timer)), []);
  return (seat) => (said[seat] ? remarkText(said[seat]) : null);
}

/** @param {Remark} entry */
function remarkText(entry) {
  return entry.kind === "hint" ? _("Got a hint") : presetText(entry.preset);
}
