/** A link to copy, to share with the system's share sheet, or to scan. */
import { Dialog } from "../dialog.js";
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { QrCode } from "./qr.js";

/** Milliseconds for which a copied link says so. */
const COPIED = 2500;

/**
 * @param {object} props
 * @param {string} props.link
 * @param {string} props.label     of the field
 * @param {string} props.message   what is shared with the link
 * @param {string} props.scan      what the code is for
 * @param {boolean} [props.folded]   the code is shown in a dialog
 */
export function LinkBox({ link, label, message, scan, folded }) {
  const [shown, setShown] = useState(false);
  const code = html`<${QrCode} text=${link} label=${scan} />`;
  return html`<div class="link-box">
    <div class="invitation-link">
      <input
        type="text"
        readonly
        value=${link}
        aria-label=${label}
        onFocus=${(/** @type {import("../html.js").InputChange} */ event) => event.currentTarget.select()}
      />
      ${folded &&
      html`<button
        type="button"
        class="button icon-only"
        aria-haspopup="dialog"
        aria-label=${_("QR code")}
        title=${_("QR code")}
        onClick=${() => setShown(true)}
      >
        <${Icon} name="qr" />
      </button>`}
      <${ShareButton} link=${link} message=${message} />
      <${CopyButton} link=${link} />
    </div>
    ${!folded && code}
    ${shown &&
    html`<${Dialog} title=${_("QR code")} class="code-dialog" onClose=${() => setShown(false)}>
      ${code}
    </${Dialog}>`}
  </div>`;
}

/** @param {{ link: string }} props */
function CopyButton({ link }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED);
    } catch {
      // Without a clipboard the link can still be selected and copied by hand.
      setCopied(false);
    }
  };
  return html`<button type="button" class="button primary" onClick=${copy}>
      <${Icon} name=${copied ? "check" : "link"} /> ${copied ? _("Copied") : _("Copy")}
    </button>
    <span class="visually-hidden" role="status">${copied ? _("Link copied") : ""}</span>`;
}

/** The system's share sheet, where there is one. @param {{ link: string, message: string }} props */
function ShareButton({ link, message }) {
  if (!("share" in navigator)) return null;
  const share = () => {
    // A person who changes their mind closes the sheet: that is no error.
    navigator.share({ title: "Azulejos", text: message, url: link }).catch(() => {});
  };
  return html`<button type="button" class="button" onClick=${share}>
    <${Icon} name="share" /> ${_("Share")}
  </button>`;
}
