/** Upload of a record, from a file or pasted, to be shown as a replay. */
import { html, useState } from "../html.js";
import { errorText, post } from "../api.js";
import { navigate } from "../router.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";

/** Largest file in bytes; the record of a long game has some 20 kB. */
const LARGEST = 1_000_000;

export function UploadRecord() {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [waiting, setWaiting] = useState(false);

  const open = async (/** @type {string} */ record) => {
    setError("");
    setWaiting(true);
    try {
      const { id } = await post("/api/records", { record });
      navigate(`/replay/${id}`);
    } catch (problem) {
      setError(errorText(problem));
      setWaiting(false);
    }
  };
  const choose = async (/** @type {import("../html.js").InputChange} */ event) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > LARGEST) {
      setError(_("This file is too large for a game record."));
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
      ${error && html`<p class="error-text" role="alert">${error}</p>`}
      <button type="submit" class="button" disabled=${waiting || !text.trim()}>
        <${Icon} name="replay" />${_("Watch the replay")}
      </button>
    </form>
  </details>`;
}
