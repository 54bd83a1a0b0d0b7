/** A person's own seat: its name, the link to go on elsewhere, and a new one if it leaked. */
import { Dialog } from "../dialog.js";
import { html, useState } from "../html.js";
import { continueLink } from "../seat_links.js";
import { tokensBySeat } from "../storage.js";
import { setPreference } from "../preferences.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";
import { LinkBox } from "./link_box.js";
import { typedName } from "../typed_name.js";

/** @import { SeatView, TableView } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */
/** @typedef {import("../connection.js").Live} Live */

/**
 * @param {object} props
 * @param {TableView} props.table
 * @param {SeatView[]} props.mine
 * @param {string[]} props.names
 * @param {Live} props.live
 * @param {() => void} props.onClose
 */
export function MySeatDialog({ table, mine, names, live, onClose }) {
  return html`<${Dialog} title=${_("My seat")} class="my-seat" onClose=${onClose}>
    ${mine.map(
      (seat) => html`<${NameForm}
        key=${seat.seat}
        seat=${seat}
        shown=${names[seat.seat]}
        several=${mine.length > 1}
        live=${live}
      />`,
    )}
    <${Elsewhere} table=${table} mine=${mine} live=${live} />
  </${Dialog}>`;
}

/** @param {{ seat: SeatView, shown: string, several: boolean, live: Live }} props */
function NameForm({ seat, shown, several, live }) {
  const [name, setName] = useState(seat.name ?? "");
  const called = typedName(name);
  const changed = called !== (seat.name ?? "");
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!changed) return;
    live.rename(seat.seat, called);
    if (!several) setPreference("name", called);
  };
  return html`<form class="name-form" onSubmit=${save}>
    <label class="field">
      <span class="label">
        ${several ? _("Name at seat {number}", { number: seat.seat + 1 }) : _("Your name")}
      </span>
      <input
        type="text"
        maxlength="24"
        autocomplete="nickname"
        placeholder=${shown}
        value=${name}
        onInput=${(/** @type {InputChange} */ event) => setName(event.currentTarget.value)}
      />
    </label>
    <button type="submit" class="button" disabled=${!changed}>
      <${Icon} name="check" />${_("Save")}
    </button>
  </form>`;
}

/** @param {{ table: TableView, mine: SeatView[], live: Live }} props */
function Elsewhere({ table, mine, live }) {
  const [asking, setAsking] = useState(false);
  const known = tokensBySeat(table.id);
  const tokens = mine.flatMap(({ seat }) => known[seat] ?? []);
  if (tokens.length === 0) return null;
  const replace = () => {
    setAsking(false);
    for (const { seat } of mine) live.replaceToken(seat);
  };
  return html`<section class="elsewhere" aria-labelledby="elsewhere-title">
    <h3 id="elsewhere-title">${_("Continue on another device")}</h3>
    <p class="note">${_("Open this link or scan the code there. Keep it to yourself: it lets anyone play your seat.")}</p>
    <${LinkBox}
      link=${continueLink(table.id, tokens)}
      label=${_("Link to my seat")}
      message=${_("My seat at the table")}
      scan=${_("QR code of the link to my seat")}
    />
    ${asking
      ? html`<div class="confirmation-line" role="group">
          <p>${_("The old link stops working on every device but this one.")}</p>
          <button type="button" class="button danger" onClick=${replace}>${_("Make a new link")}</button>
          <button type="button" class="button" onClick=${() => setAsking(false)}>${_("Cancel")}</button>
        </div>`
      : html`<button type="button" class="button quiet" onClick=${() => setAsking(true)}>
          <${Icon} name="replay" /> ${_("Someone else has my link")}
        </button>`}
  </section>`;
}
