/** Keyboard shortcuts of the page, inactive in text fields and dialogs. */
import { useEffect, useRef } from "./html.js";

/**
 * @param {Record<string, ((event: KeyboardEvent) => void) | false | null | undefined>} bindings
 *   by key, letters in lower case
 * @param {string} [ignored]   selector of elements that use the keys themselves
 */
export function useKeys(bindings, ignored = "input, textarea, select, dialog[open]") {
  const current = useRef(bindings);
  current.current = bindings;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.closest?.(ignored)) return;
      // Space presses the button that has the focus.
      if (event.key === " " && target.closest?.("button, summary, a, [role=button]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const action = current.current[key];
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
