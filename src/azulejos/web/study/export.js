/** Export of an analysis as the text of a record, with its variations and comments. */
import { errorText } from "../api.js";
import { Dialog } from "../dialog.js";
import { Failure } from "../failure.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { readRecord } from "./api.js";
import { recordOf } from "./tree.js";

/** @param {{ explorer: import("./explorer.js").Explorer, onClose: () => void }} props */
export function ExportDialog({ explorer, onClose }) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [copied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const load = async () => {
    setError("");
    try {
      await explorer.settle();
      const answer = await readRecord({ record: JSON.stringify(recordOf(explorer.view.tree)) });
      setText(answer.text);
    } catch (problem) {
      setError(errorText(problem));
    }
  };
  useEffect(() => void load(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No permission, or no secure origin: ready to be copied by hand.
      field.current?.select();
    }
  };
  return html`<${Dialog} title=${_("Export the analysis")} class="export-dialog" onClose=${onClose}>
    <p class="note">${_("A record with all variations and comments. It can be opened again here, or read by programs.")}</p>
    ${error && html`<${Failure} text=${error} onRetry=${() => void load()} />`}
    <textarea ref=${field} readonly rows="14" spellcheck=${false} aria-label=${_("Game record")} value=${text}></textarea>
    <div class="actions">
      <button type="button" class="button primary" disabled=${!text} onClick=${copy}>
        <${Icon} name="check" />${copied ? _("Copied") : _("Copy")}
      </button>
      <a class="button" download="analysis.txt" href=${`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
        <${Icon} name="download" />${_("Save as text")}
      </a>
    </div>
  </${Dialog}>`;
}
