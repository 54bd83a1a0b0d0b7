/** Actions on a seat: invite a friend, let a bot play, take the seat back. */
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { Menu } from "./menu.js";
import { botChoice } from "../bots.js";

/** @import { Catalogue, SeatView, TableView } from "../types.d.ts" */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {SeatView} props.seat
 * @param {string} props.name
 * @param {boolean} props.over
 * @param {import("../connection.js").Live} props.live
 */
export function SeatTools({ config, seat, name, over, live }) {
  if (over || seat.kind === "bot") return null;
  if (seat.yours && seat.stand_in) {
    return html`<button type="button" class="tool" onClick=${() => live.takeBack(seat.seat)}>
      <${Icon} name="person" /> ${_("Take my seat back")}
    </button>`;
  }
  if (seat.stand_in || !(seat.yours || seat.replaceable)) return null;
  const title = seat.yours ? _("Let a bot play for me") : _("Replace {name} with a bot", { name });
  const items = [...config.bots].reverse().map((bot) => ({ value: bot, text: botChoice(bot) }));
  return html`<${Menu}
    icon="bot"
    label=${title}
    heading=${title}
    items=${items}
    onChoose=${(/** @type {string} */ bot) => live.standIn(seat.seat, bot)}
  />`;
}

/**
 * Links for friends who have not joined yet.
 * @param {{table: TableView, names: string[], invitations: Record<string, string>}} props
 */
export function Invitations({ table, names, invitations }) {
  const open = table.seats.filter(
    (seat) => invitations[seat.seat] && !seat.present && !seat.yours && !seat.stand_in,
  );
  if (open.length === 0) return null;
  return html`<section class="invitations" aria-label=${_("Invitations")}>
    ${open.map(
      (seat) =>
        html`<${Invitation}
          key=${seat.seat}
          name=${names[seat.seat]}
          link=${`${location.origin}/table/${table.id}#${invitations[seat.seat]}`}
        />`,
    )}
  </section>`;
}

/** @param {{ name: string, link: string }} props */
function Invitation({ name, link }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      // Without a clipboard the link can still be selected and copied by hand.
      setCopied(false);
    }
  };
  return html`<div class="invitation">
    <p>${_("Send this link to {name}. Anyone who opens it plays this seat.", { name })}</p>
    <div class="invitation-link">
      <input
        type="text"
        readonly
        value=${link}
        aria-label=${_("Link for {name}", { name })}
        onFocus=${(/** @type {import("../html.js").InputChange} */ event) => event.currentTarget.select()}
      />
      <button type="button" class="primary" onClick=${copy}>
        <${Icon} name=${copied ? "check" : "link"} /> ${copied ? _("Copied") : _("Copy")}
      </button>
    </div>
  </div>`;
}
