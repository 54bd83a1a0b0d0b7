/** Sheet of signs and keys, opened with the key ? or from the header. */
import { Dialog } from "../dialog.js";
import { factsOf } from "../games/facts.js";
import { html, useEffect, useState } from "../html.js";
import { _ } from "../i18n.js";
import { keyRows } from "../rules/playing.js";

/** @typedef {import("../html.js").View} View */
/** @typedef {[sign: View, meaning: View]} Sign   `sign` is a picture; `meaning` says all of it */

/** @param {{ game: string, onClose: () => void }} props */
export function HelpSheet({ game, onClose }) {
  const facts = factsOf(game);
  const [signs, setSigns] = useState(/** @type {Sign[]} */ ([]));
  useEffect(() => void facts.loadSigns().then(setSigns), [game]);
  return html`<${Dialog} title=${_("Symbols and keys")} class="help-sheet" onClose=${onClose}>
    <p>${_("Press a dark place on the board to see why it's closed.")}</p>
    <h3>${_("Symbols")}</h3>
    <dl class="signs">
      ${signs.map(
        ([sign, meaning], index) =>
          html`<div key=${index}>
            <dt aria-hidden="true">${sign}</dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <h3>${_("Keys")}</h3>
    <dl class="signs keys">
      ${keyRows().map(
        ([key, action], index) =>
          html`<div key=${index}>
            <dt>${key}</dt>
            <dd>${action}</dd>
          </div>`,
      )}
    </dl>
    <p class="help-links">
      <a href=${`/rules/${game}`} target="_blank">${facts.rulesLink()}</a>
      <a href="/learn" target="_blank">${_("All lessons")}</a>
    </p>
  </${Dialog}>`;
}
