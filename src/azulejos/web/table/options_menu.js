/** Options of this table, for all who are at it. */
import { html } from "../html.js";
import { _ } from "../i18n.js";
import { optionTexts } from "../table_options.js";
import { Menu } from "./menu.js";

/** @param {{ options: import("../types.d.ts").TableOptions | undefined }} props */
export function OptionsMenu({ options = {} }) {
  const lines = optionTexts(options);
  return html`<${Menu} icon="info" label=${_("Table options")} heading=${_("Table options")}>
    <ul class="menu-lines">
      ${lines.map((line) => html`<li key=${line}>${line}</li>`)}
    </ul>
  </${Menu}>`;
}
