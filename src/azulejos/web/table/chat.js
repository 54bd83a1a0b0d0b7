/** Short messages at the table: a menu of presets, and the bubbles they make. */
import { html, useEffect, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { presetText } from "./names.js";
import { closeOnEscape, closeWhenLeft } from "./seat_tools.js";

/** How long a bubble stays, in milliseconds. */
const BUBBLE_LASTS = 6000;

/** @param {{config: any, seat: number, live: any}} props */
export function ChatMenu({ config, seat, live }) {
  return html`<details class="menu" onKeyDown=${closeOnEscape} onFocusOut=${closeWhenLeft}>
    <summary
      class="button quiet icon-only"
      aria-label=${_("Say something")}
      title=${_("Say something")}
    >
      <${Icon} name="chat" />
    </summary>
    <div class="menu-list">
      ${config.presets.map(
        (preset) =>
          html`<button
            type="button"
            key=${preset}
            onClick=${(event) => {
              event.currentTarget.closest("details").open = false;
              live.say(seat, preset);
            }}
          >
            ${presetText(preset)}
          </button>`,
      )}
    </div>
  </details>`;
}

/**
 * What each seat has just said, for as long as a bubble stays.
 * @param {any[]} fresh   the newest entries
 * @returns {(seat: number) => string|null}
 */
export function useBubbles(fresh) {
  const [said, setSaid] = useState(/** @type {Record<number, any>} */ ({}));
  useEffect(() => {
    const news = (fresh ?? []).filter((entry) => entry.kind === "say");
    if (news.length === 0) return undefined;
    setSaid((before) => ({
      ...before,
      ...Object.fromEntries(news.map((entry) => [entry.seat, entry])),
    }));
    const timer = setTimeout(() => {
      setSaid((now) => {
        const left = Object.entries(now).filter(([, entry]) => !news.includes(entry));
        return Object.fromEntries(left);
      });
    }, BUBBLE_LASTS);
    return () => clearTimeout(timer);
  }, [fresh]);
  return (seat) => (said[seat] ? presetText(said[seat].preset) : null);
}
