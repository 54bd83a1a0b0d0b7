/** Upload of a record, to be shown as a replay. */
import { html } from "../html.js";
import { post } from "../api.js";
import { navigate } from "../router.js";
import { _ } from "../i18n.js";
import { RecordForm } from "./record_form.js";

/** Largest file in bytes; the record of a long game has some 20 kB. */
const LARGEST = 1_000_000;

/** @param {string} record */
async function watch(record) {
  const { id } = await post("/api/records", { record });
  navigate(`/replay/${id}`);
}

export function UploadRecord() {
  return html`<details class="upload card">
    <summary><h2>${_("Watch a saved game")}</h2></summary>
    <${RecordForm} largest=${LARGEST} icon="replay" label=${_("Watch the replay")} onRecord=${watch} />
  </details>`;
}
