/** Menu behind an icon; closes with Escape and when the focus leaves it. */
import { html } from "../html.js";
import { Icon } from "../tiles.js";

/** @typedef {{ currentTarget: HTMLDetailsElement }} OnMenu */

/**
 * @param {object} props
 * @param {string} props.icon
 * @param {string} props.label
 * @param {string} [props.heading]
 * @param {{ value: string, text: string }[]} [props.items]
 * @param {(value: string) => void} [props.onChoose]
 * @param {import("../html.js").View} [props.children]   what is only read
 */
export function Menu({ icon, label, heading, items = [], onChoose, children }) {
  return html`<details class="menu" onKeyDown=${closeOnEscape} onFocusOut=${closeWhenLeft}>
    <summary class="button quiet icon-only" aria-label=${label} title=${label}>
      <${Icon} name=${icon} />
    </summary>
    <div class="menu-list">
      ${heading && html`<p>${heading}</p>`}
      ${items.map(
        ({ value, text }) =>
          html`<button
            type="button"
            key=${value}
            onClick=${(/** @type {Event & { currentTarget: HTMLElement }} */ event) => {
              const menu = event.currentTarget.closest("details");
              if (menu) menu.open = false;
              onChoose?.(value);
            }}
          >
            ${text}
          </button>`,
      )}
      ${children}
    </div>
  </details>`;
}

/** @param {FocusEvent & OnMenu} event */
function closeWhenLeft(event) {
  const target = /** @type {Node | null} */ (event.relatedTarget);
  if (!event.currentTarget.contains(target)) event.currentTarget.open = false;
}

/** Escape closes an open menu, and then means nothing else. @param {KeyboardEvent & OnMenu} event */
function closeOnEscape(event) {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.stopPropagation();
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary")?.focus();
}
