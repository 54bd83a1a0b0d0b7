/** Actions on a seat: invite a friend, let a bot play, take the seat back. */
import { html } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { invitationLink } from "../seat_links.js";
import { LinkBox } from "./link_box.js";
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
  if (seat.out_of_time) return null;
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
          link=${invitationLink(table.id, invitations[seat.seat])}
        />`,
    )}
  </section>`;
}

/** @param {{ name: string, link: string }} props */
function Invitation({ name, link }) {
  return html`<div class="invitation">
    <p>${_("Send this link to {name}. Anyone who opens it can join in this seat.", { name })}</p>
    <${LinkBox}
      link=${link}
      label=${_("Link for {name}", { name })}
      message=${_("Play with me!")}
      scan=${_("QR code of the link for {name}", { name })}
      folded=${true}
    />
  </div>`;
}
