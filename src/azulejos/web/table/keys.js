/** Keys that work anywhere on the table page, unless one is typing or a dialogue is open. */
import { useEffect, useRef } from "../html.js";

/**
 * @param {Record<string, ((event: KeyboardEvent) => void) | false | null | undefined>} bindings
 *   by key, letters in lower case
 */
export function useKeys(bindings) {
  const current = useRef(bindings);
  current.current = bindings;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.closest?.("input, textarea, select, dialog[open]")) return;
      // Space belongs to the button that has the focus.
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
