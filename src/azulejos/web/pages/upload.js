/** Upload of a record, from a file or pasted, to be shown as a replay. */
import { html, useState } from "../html.js";
import { ApiError, errorText, post } from "../api.js";
import { navigate } from "../router.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";

/** Largest file in bytes; the record of a long game has some 20 kB. */
const LARGEST = 1_000_000;

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

export function UploadRecord() {
  const [text, setText] = useState("");
  const [error, setError] = useState(/** @type {Problem | null} */ (null));
  const [waiting, setWaiting] = useState(false);

  const open = async (/** @type {string} */ record) => {
    setError(null);
    setWaiting(true);
    try {
      const { id } = await post("/api/records", { record });
      navigate(`/replay/${id}`);
    } catch (problem) {
      setError(problemOf(problem));
      setWaiting(false);
    }
  };
  const choose = async (/** @type {import("../html.js").InputChange} */ event) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > LARGEST) {
      setError({ text: _("This file is too large for a game record.") });
    } else {
      await open(await file.text());
    }
    // The same file may be chosen again after it was corrected.
    input.value = "";
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) void open(text);
  };

  return html`<details class="upload card">
    <summary><h2>${_("Watch a saved game")}</h2></summary>
    <form class="upload-form" onSubmit=${submit}>
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
        <${Icon} name="replay" />${_("Watch the replay")}
      </button>
    </form>
  </details>`;
}
