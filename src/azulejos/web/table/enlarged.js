/** A board in a dialog, as large as the screen allows. */
import { html, useEffect, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";

/** @param {{ onClose: () => void, children?: import("../html.js").View }} props */
export function Enlarged({ onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const onBackdrop = (/** @type {MouseEvent} */ event) => {
    event.stopPropagation();
    if (event.target === dialog.current) close();
  };
  return html`<dialog
    ref=${dialog}
    class="enlarged"
    aria-label=${_("A player's board")}
    onClose=${onClose}
    onClick=${onBackdrop}
  >
    ${children}
    <button type="button" class="quiet icon-only" aria-label=${_("Close")} onClick=${close}>
      <${Icon} name="close" />
    </button>
  </dialog>`;
}
