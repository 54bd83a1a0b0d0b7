/** The open seats of a table: a note for its players, and a way in for others. */
import { errorText } from "../api.js";
import { html, useState } from "../html.js";
import { _, ngettext } from "../i18n.js";
import { joinTable } from "../join.js";
import { preferences } from "../preferences.js";
import { Icon } from "../tiles.js";

/** @import { TableView } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */

/** @param {{ table: TableView, onJoined: () => void }} props */
export function OpenSeats({ table, onJoined }) {
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  if (open === 0) return null;
  if (!table.seats.some((seat) => seat.yours)) return html`<${JoinForm} id=${table.id} onJoined=${onJoined} />`;
  return html`<p class="open-seats">
    <${Icon} name="person" />
    ${ngettext(
      "{n} seat is open: anyone can join on the start page.",
      "{n} seats are open: anyone can join on the start page.",
      open,
    )}
  </p>`;
}

/** @param {{ id: string, onJoined: () => void }} props */
function JoinForm({ id, onJoined }) {
  const [name, setName] = useState(preferences().name);
  const [error, setError] = useState("");
  const [joining, setJoining] = useState(false);
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setJoining(true);
    setError("");
    try {
      await joinTable(id, name);
      onJoined();
    } catch (problem) {
      setError(errorText(problem));
      setJoining(false);
    }
  };
  return html`<form class="open-seats" onSubmit=${join}>
    <p>${_("A seat at this table is free.")}</p>
    <input
      type="text"
      maxlength="24"
      autocomplete="nickname"
      aria-label=${_("Your name")}
      placeholder=${_("Name (optional)")}
      value=${name}
      onInput=${(/** @type {InputChange} */ event) => setName(event.currentTarget.value)}
    />
    <button type="submit" class="button primary" disabled=${joining}>${_("Join")}</button>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
  </form>`;
}
