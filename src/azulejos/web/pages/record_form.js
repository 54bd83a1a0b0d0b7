/** Form for a game record, from a file or pasted. */
import { html, useState } from "../html.js";
import { ApiError, errorText } from "../api.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";

/** @typedef {{ text: string, details?: string }} Problem */

/** What to do first, then where the reader of records stopped. @param {unknown} problem @returns {Problem} */
function problemOf(problem) {
  if (!(problem instanceof ApiError) || !problem.code.startsWith("record/"))
    return { text: errorText(problem) };
  const text = _(
    "This isn't a saved game that can be shown. Save the game again from its last page, or choose another file.",
  );
  return { text, details: problem.text };
}

/**
 * @param {object} props
 * @param {number} props.largest   bytes of a file
 * @param {string} props.icon
 * @param {string} props.label     of the button
 * @param {(record: string) => Promise<void>} props.onRecord   opens another page, or throws
 */
export function RecordForm({ largest, icon, label, onRecord }) {
  const [text, setText] = useState("");
  const [error, setError] = useState(/** @type {Problem | null} */ (null));
  const [waiting, setWaiting] = useState(false);

  const open = async (/** @type {string} */ record) => {
    setError(null);
    setWaiting(true);
    try {
      await onRecord(record);
    } catch (problem) {
      setError(problemOf(problem));
      setWaiting(false);
    }
  };
  const choose = async (/** @type {import("../html.js").InputChange} */ event) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > largest) setError({ text: _("This file is too large for a game record.") });
    else await open(await file.text());
    // The same file may be chosen again after it was corrected.
    input.value = "";
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) void open(text);
  };

  return html`<form class="upload-form" onSubmit=${submit}>
    <label class="field">
      <span class="label">${_("Game record file")}</span>
      <input type="file" accept=".txt,.json,.azulejos,text/plain,application/json" onChange=${choose} />
    </label>
    <label class="field">
      <span class="label">${_("Or paste the game record here")}</span>
      <textarea
        spellcheck=${false}
        value=${text}
        onInput=${(/** @type {import("../html.js").InputChange} */ event) => setText(event.currentTarget.value)}
      ></textarea>
    </label>
    ${error &&
    html`<div role="alert">
      <p class="error-text">${error.text}</p>
      ${error.details && html`<p class="note">${error.details}</p>`}
    </div>`}
    <button type="submit" class="button" disabled=${waiting || !text.trim()}>
      <${Icon} name=${icon} />${label}
    </button>
  </form>`;
}
