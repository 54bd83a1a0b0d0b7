/** Links that download the record of a game. */
import { html } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";

/** @param {{ id: string }} props */
export function SaveLinks({ id }) {
  return html`<a class="button" href=${`/api/games/${id}/record?format=text`} download>
      <${Icon} name="download" />${_("Save as text")}
    </a>
    <a class="button" href=${`/api/games/${id}/record?format=json`} download>
      <${Icon} name="download" />${_("Save as JSON")}
    </a>`;
}
