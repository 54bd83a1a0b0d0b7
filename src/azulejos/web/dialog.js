/** Modal dialog with a heading; closes with Escape, its button, or a click beside it. */
import { html, useEffect, useRef } from "./html.js";
import { Icon } from "./tiles.js";
import { _ } from "./i18n.js";

/**
 * @param {object} props
 * @param {string} props.title
 * @param {string} [props.class]
 * @param {() => void} props.onClose
 * @param {import("./html.js").View} props.children
 */
export function Dialog({ title, class: name = "", onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const onBackdrop = (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog.current) close();
  };
  return html`<dialog
    ref=${dialog}
    class=${name}
    aria-label=${title}
    onClose=${onClose}
    onClick=${onBackdrop}
  >
    <div class="dialog-head">
      <h2>${title}</h2>
      <button type="button" class="quiet icon-only" aria-label=${_("Close")} onClick=${close}>
        <${Icon} name="close" />
      </button>
    </div>
    ${children}
  </dialog>`;
}
