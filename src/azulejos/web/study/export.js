/** Export of an analysis as the text of a record, with its variations and comments. */
import { errorText } from "../api.js";
import { Dialog } from "../dialog.js";
import { html, useEffect, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { readRecord } from "./api.js";
import { recordOf } from "./tree.js";

/** @param {{ explorer: import("./explorer.js").Explorer, onClose: () => void }} props */
export function ExportDialog({ explorer, onClose }) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const load = async () => {
      await explorer.settle();
      const answer = await readRecord({ record: JSON.stringify(recordOf(explorer.view.tree)) });
      setText(answer.text);
    };
    load().catch((problem) => setError(errorText(problem)));
  }, []);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), () => {});
  return html`<${Dialog} title=${_("Export the analysis")} class="export-dialog" onClose=${onClose}>
    <p class="note">${_("A record with all variations and comments. It can be opened again here, or read by programs.")}</p>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
    <textarea readonly rows="14" spellcheck=${false} aria-label=${_("Game record")} value=${text}></textarea>
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
