/** A seat at the table: its name, score and board, large or small. */
import { viewsOf } from "../games/views.js";
import { html } from "../html.js";
import { _, ngettext } from "../i18n.js";
import { Icon, Tile } from "../tiles.js";
import { botName, Face, levelName } from "../bots.js";
import { botAt, isolated, Name } from "./names.js";

/** @import { Catalogue, SeatView, State, TableView } from "../types.d.ts" */
/** @typedef {import("../html.js").View} View */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {TableView} props.table
 * @param {State} props.state
 * @param {string[]} props.names
 * @param {number} props.seat
 * @param {ReadonlySet<string>} [props.lit]   places whose tiles are counted now
 * @param {boolean} [props.large]
 * @param {boolean} [props.live]     whether presence is shown
 * @param {(seat: number) => void} [props.onEnlarge]   for a small board
 * @param {object} [props.boardProps]   what can be done on this board now
 * @param {object} [props.handProps]
 * @param {View} [props.tools]       actions on this seat
 * @param {string|null} [props.bubble]   a chat message
 */
export function SeatPanel({
  config,
  table,
  state,
  names,
  seat,
  lit,
  large = false,
  boardProps,
  handProps,
  tools,
  bubble,
  onEnlarge,
  live = true,
}) {
  const toPlay = state.to_play === seat;
  const { Board, Hand } = viewsOf(state.game);
  return html`<article
    class=${`seat ${large ? "large" : "small"} ${toPlay ? "to-play" : ""}`}
    aria-label=${names[seat]}
    data-seat=${seat}
  >
    <header class="seat-head">
      <${SeatName} seat=${table.seats[seat]} name=${names[seat]} state=${state} live=${live} />
      ${tools}
      ${onEnlarge &&
      html`<button
        type="button"
        class="quiet icon-only enlarge"
        aria-label=${_("Enlarge {name}'s board", { name: isolated(names[seat]) })}
        title=${_("Enlarge (key {key})", { key: seat + 1 })}
        aria-keyshortcuts=${seat + 1}
        onClick=${() => onEnlarge(seat)}
      >
        <${Icon} name="eye" />
      </button>`}
      <${Score} state=${state} seat=${seat} />
    </header>
    ${bubble && html`<p class="bubble">${bubble}</p>`}
    <div class="board-place" onClick=${onEnlarge && (() => onEnlarge(seat))}>
      <${Board} config=${config} state=${state} seat=${seat} lit=${lit} ...${boardProps} />
    </div>
    ${Hand && html`<${Hand} state=${state} seat=${seat} ...${handProps} />`}
  </article>`;
}

/** @param {{ seat: SeatView, name: string, state: State, live: boolean }} props */
function SeatName({ seat, name, state, live }) {
  // A bot without a name given at the table is called by its own.
  const bot = seat.stand_in ?? (seat.name ? seat.bot : null);
  const board = state.boards[seat.seat];
  const holdsMarker = state.marker === seat.seat;
  return html`<div class="seat-name">
    ${live && html`<${Presence} seat=${seat} />`}
    <strong><${Name} name=${name} /></strong>
    ${bot && html`<span class="seat-level">${botName(bot)}</span>`}
    ${holdsMarker &&
    html`<${Tile} game=${state.game} colour="marker" label=${true} class="seat-marker" />`}
    ${"passed" in board && board.passed && !state.over && html`<span class="seat-passed">${_("passed")}</span>`}
  </div>`;
}

/** Whether a seat's owner is connected. @param {{ seat: SeatView }} props */
function Presence({ seat }) {
  const bot = botAt(seat);
  if (bot) {
    const label = _("Bot: {level}", { level: levelName(bot) });
    return html`<${Face} level=${bot} class="presence" label=${label} />`;
  }
  const text = seat.present ? _("online") : _("away");
  return html`<span
    class=${`presence dot ${seat.present ? "on" : "off"}`}
    role="img"
    aria-label=${text}
    title=${text}
  ></span>`;
}

/** @param {{ state: State, seat: number }} props */
export function Score({ state, seat }) {
  const { score } = state.boards[seat];
  return html`<span class="score" data-place=${`score-${seat}`}>
    <span aria-hidden="true">${score}</span>
    <span class="visually-hidden">${ngettext("{n} point", "{n} points", score)}</span>
  </span>`;
}
