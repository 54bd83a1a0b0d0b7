/** What a person should know about their seat: that they only watch, or that nothing keeps it. */
import { Dialog } from "../dialog.js";
import { html, useState } from "../html.js";
import { pastedLink } from "../seat_links.js";
import { isKept, tokensBySeat } from "../storage.js";
import { navigate } from "../router.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";

/** @import { SeatView, TableView } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */

/**
 * @param {object} props
 * @param {TableView} props.table
 * @param {SeatView[]} props.mine
 * @param {boolean} props.over
 * @param {() => void} props.onMySeat   opens the dialog with the seat's link
 */
export function SeatNotice({ table, mine, over, onMySeat }) {
  const [asking, setAsking] = useState(false);
  if (over || table.uploaded) return null;
  if (mine.length > 0) {
    return isKept()
      ? null
      : html`<p class="watching unkept" role="status">
          <span>
            <${Icon} name="warning" />
            ${_("This browser won't remember your seat. Save the link to it now.")}
          </span>
          <button type="button" class="tool" onClick=${onMySeat}>${_("Show the link")}</button>
        </p>`;
  }
  const lost = Object.keys(tokensBySeat(table.id)).length > 0;
  const people = table.seats.some((seat) => seat.kind !== "bot");
  return html`<p class="watching">
      <span>
        <${Icon} name="eye" />
        ${lost ? _("Your seat has a new link, so you're watching.") : _("You're watching")}
      </span>
      ${people &&
      html`<button type="button" class="tool" onClick=${() => setAsking(true)}>
        ${_("Is one of the seats yours?")}
      </button>`}
    </p>
    ${asking && html`<${WayBack} lost=${lost} onClose=${() => setAsking(false)} />`}`;
}

/** How to get one's seat back. @param {{ lost: boolean, onClose: () => void }} props */
function WayBack({ lost, onClose }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    const link = pastedLink(text);
    setWrong(!link);
    if (!link) return;
    onClose();
    navigate(link);
  };
  return html`<${Dialog} title=${_("Back to your seat")} class="way-back" onClose=${onClose}>
    <p>
      ${lost
        ? _("Someone made a new link for your seat, and the one on this device stopped working.")
        : _("This browser has no seat at this table. Maybe its data was cleared, or you opened the table in another browser or a private window.")}
    </p>
    <form class="name-form" onSubmit=${open}>
      <label class="field">
        <span class="label">${_("Paste the link to your seat")}</span>
        <input
          type="text"
          inputmode="url"
          autocomplete="off"
          aria-invalid=${wrong}
          value=${text}
          onInput=${(/** @type {InputChange} */ event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary">${_("Open")}</button>
    </form>
    ${wrong && html`<p class="error-text" role="alert">${_("That isn't a link to a seat here.")}</p>`}
    <h3>${_("No link?")}</h3>
    <ul class="note-list">
      <li>${_("Where you played before: open the table and choose “My seat”. It shows the link and a QR code.")}</li>
      <li>${_("If a friend invited you, ask for the invitation again.")}</li>
    </ul>
  </${Dialog}>`;
}
