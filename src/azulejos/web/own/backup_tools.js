/** Export and import of everything that this device keeps. */
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { backup, restore } from "./backup.js";

/** @typedef {import("../html.js").InputChange} InputChange */

export function BackupTools() {
  const [error, setError] = useState("");
  const save = () => {
    const now = new Date();
    const file = new Blob([JSON.stringify(backup(now), null, 1)], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `azulejos-${now.toISOString().slice(0, 10)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const read = async (/** @type {InputChange} */ event) => {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    try {
      restore(await file.text());
      // Everything on the page may depend on what was read.
      location.reload();
    } catch (problem) {
      setError(
        problem instanceof TypeError
          ? _("This file wasn't exported from here. Choose a file that you exported earlier.")
          : _("This browser has no room for it: nothing more can be stored."),
      );
    }
  };
  return html`<section class="card own-intro" aria-labelledby="backup-title">
    <h2 id="backup-title">${_("Your data")}</h2>
    <p>
      ${_("Everything is kept on this device only: games, results, mistakes, settings. Export it to move to another device or browser.")}
    </p>
    <p class="note">
      ${_("The file holds the keys to your seats in running games, so don't share it.")}
    </p>
    <div class="actions">
      <button type="button" class="button" onClick=${save}>
        <${Icon} name="download" />${_("Export")}
      </button>
      <label class="button file-button">
        <${Icon} name="share" />${_("Import")}
        <input type="file" accept="application/json,.json" class="visually-hidden" onChange=${read} />
      </label>
    </div>
    <p class="note">
      ${_("An import adds games, results and mistakes to those here; settings are replaced by those of the file.")}
    </p>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
  </section>`;
}
