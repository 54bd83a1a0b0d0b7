/** Page of a live table. */
import { html, useEffect, useRef, useState } from "../html.js";
import { useConfig } from "../api.js";
import { useTable } from "../connection.js";
import { factsOf } from "../games/facts.js";
import { readSeatLink } from "../seat_links.js";
import { invitationsOf, keepInHistory, remember, tokensOf } from "../storage.js";
import { useKeys } from "../keys.js";
import { GuideTip, useGuide } from "../learn/guide.js";
import { EndPanel } from "../pages/end.js";
import { ConnectionBanner, MissingTable, NoConnection, PrivateTable } from "../pages/notices.js";
import { usePreferences } from "../preferences.js";
import { PreparationBar } from "../preparation.js";
import { NAVIGATED, useTitle } from "../router.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";
import { cancelOutside, useActing } from "./acting.js";
import { Banner, LastRound } from "./banner.js";
import { Announcer, LogPanel, Ticker } from "./log.js";
import { JoinPage } from "./join.js";
import { MySeatDialog } from "./my_seat.js";
import { botAt, seatNames } from "./names.js";
import { ChatMenu, useBubbles } from "./chat.js";
import { TimeWarning } from "./clock.js";
import { OpenSeats } from "./open_seat.js";
import { RoundSummary } from "./round_summary.js";
import { Scene } from "./scene.js";
import { SeatNotice } from "./seat_notice.js";
import { Invitations, SeatTools } from "./seat_tools.js";
import { OptionsMenu } from "./options_menu.js";
import { useTelling } from "./telling.js";
import { Tray } from "./tray.js";
import { NotifyOffer, useTurnAlert } from "./turn_alert.js";

/** @import { Catalogue, Entry, ErrorBody, SeatView, State, Update } from "../types.d.ts" */
/** @typedef {import("../connection.js").Live} Live */

/** A link to a seat is confirmed first. @param {{id: string}} props */
export function TablePage({ id }) {
  const [link, setLink] = useState(() => newLink(id));
  const [joined, setJoined] = useState(/** @type {import("./join.js").Joined | null} */ (null));
  useEffect(() => {
    const follow = () => setLink(newLink(id));
    addEventListener("hashchange", follow);
    addEventListener(NAVIGATED, follow);
    return () => {
      removeEventListener("hashchange", follow);
      removeEventListener(NAVIGATED, follow);
    };
  }, [id]);
  if (!link) return html`<${LivePage} id=${id} joined=${joined} />`;
  const onJoin = (/** @type {import("./join.js").Joined} */ news) => {
    remember({ id, tokens: news.tokens });
    hideLink();
    setJoined(news);
    setLink(null);
  };
  return html`<${JoinPage} key=${link.tokens.join()} id=${id} link=${link} onJoin=${onJoin} />`;
}

/** The link in the address, if it brings a seat that this device does not have yet. @param {string} id */
function newLink(id) {
  const link = readSeatLink(location.hash);
  const known = tokensOf(id);
  if (!link?.tokens.every((token) => known.includes(token))) return link;
  hideLink();
  return null;
}

/** A copied address must not give a seat away. */
function hideLink() {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** @param {{ id: string, joined: import("./join.js").Joined | null }} props */
function LivePage({ id, joined }) {
  const config = useConfig();
  const live = useTable(id);
  const arrived = live.update !== null;
  useEffect(() => {
    if (!arrived) return;
    if (joined?.name !== null && joined) live.rename(joined.seat, joined.name);
    keepInHistory(id);
  }, [arrived]);
  if (live.status === "missing") return html`<${MissingTable} id=${id} />`;
  if (live.status === "private") return html`<${PrivateTable} />`;
  if (!live.update && live.status === "lost")
    return html`<${NoConnection} onRetry=${live.retry} />`;
  if (!config || !live.update)
    return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  return html`<${Table} key=${id} config=${config} live=${live} latest=${live.update} />`;
}

/** @param {{ config: Catalogue, live: Live, latest: Update }} props */
function Table({ config, live, latest }) {
  const { table } = latest;
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const watching = !table.seats.some((seat) => seat.yours);
  const { shown, skip } = useTelling(root, { update: latest, entries: live.entries }, watching);
  // Who is here is said at once; what lies on the table when it is told.
  const update = /** @type {Update} */ ({ ...shown.update, table });
  const entries = /** @type {Entry[]} */ (shown.entries);
  const { state } = update;
  const preferences = usePreferences();
  const [logOpen, setLogOpen] = useState(false);
  const [seatOpen, setSeatOpen] = useState(false);
  const names = seatNames(table);
  const mine = table.seats.filter((seat) => seat.yours);
  const focusSeat = useFocusSeat(state, mine);
  const act = useActing({ update, live, preferences });
  const offersHints = preferences.hints && table.options?.hints !== false;
  const { asking, onHint } = useHint(live, state.ply, offersHints);
  const guided = useGuide({ update, live, telling: shown.telling !== "" });
  const bubbleOf = useBubbles(live.fresh);
  const ended = state.over && !shown.telling;
  const called = useTurnAlert({
    table,
    latest,
    shown: state,
    telling: shown.telling !== "",
  });
  useTitle(called ? `● ${_("Your turn")}` : factsOf(state.game).title());

  const botThinks =
    state.to_play !== null && Boolean(botAt(table.seats[state.to_play])) && mine.length > 0;
  useKeys({
    Escape:
      act.isChoosing || live.hint || live.error ? () => (live.clearError(), act.cancel()) : null,
    u: update.can_undo && live.undo,
    h: Boolean(update.options?.length) && onHint,
    s: botThinks && live.hurry,
    " ": botThinks && live.hurry,
    l: () => setLogOpen((open) => !open),
  });

  const toggleLog = () => setLogOpen((open) => !open);
  const ticker = html`<${Ticker}
    game=${state.game}
    entries=${entries}
    names=${names}
    onOpen=${toggleLog}
  />`;
  const waits = !watching && preferences.roundEnd === "stop";
  const tray = html`<${Tray}
    update=${update}
    telling=${shown.telling}
    asking=${asking}
    onHint=${onHint}
    onSkip=${skip}
    summary=${shown.summary ? (waits ? "waits" : "shown") : "no"}
    names=${names}
    act=${act}
    live=${live}
  />`;
  return html`<div
    class=${`table-page ${logOpen ? "with-log" : ""} ${ended ? "ended" : ""}`}
    onClick=${(/** @type {Event} */ event) => cancelOutside(event, act)}
  >
    <h1 class="visually-hidden">${_("Table")}</h1>
    <${ConnectionBanner} status=${live.status} />
    <${Banner}
      config=${config}
      update=${update}
      names=${names}
      clock=${live.clock}
      ending=${shown.telling === "round"}
      news=${ticker}
    >
      ${mine.length > 0 &&
      !state.over &&
      html`<${ChatMenu} config=${config} seat=${focusSeat} live=${live} />`}
      ${mine.length > 0 &&
      html`<button
        type="button"
        class="quiet icon-only"
        aria-haspopup="dialog"
        aria-label=${_("My seat")}
        title=${_("My seat: name, other devices")}
        onClick=${() => setSeatOpen(true)}
      >
        <${Icon} name="person" />
      </button>`}
      <${OptionsMenu} options=${table.options} />
      <button
        type="button"
        class="quiet icon-only"
        aria-expanded=${logOpen}
        aria-label=${_("Game log")}
        title=${_("Game log (key L)")}
        onClick=${toggleLog}
      >
        <${Icon} name="log" />
      </button>
    </${Banner}>
    ${ticker}
    <${LastRound} state=${state} />
    ${guided && html`<${GuideTip} update=${update} entries=${entries} live=${live} />`}
    ${!state.over &&
    table.seats.some(botAt) &&
    html`<${PreparationBar} game=${state.game} players=${state.players} bots=${true} />`}
    <${SeatNotice}
      table=${table}
      mine=${mine}
      over=${state.over}
      onMySeat=${() => setSeatOpen(true)}
    />
    ${seatOpen &&
    mine.length > 0 &&
    html`<${MySeatDialog}
      table=${table}
      mine=${mine}
      names=${names}
      live=${live}
      onClose=${() => setSeatOpen(false)}
    />`}
    ${!state.over &&
    html`<${Invitations} table=${table} names=${names} invitations=${invitationsOf(table.id)} />`}
    ${!state.over && html`<${NotifyOffer} table=${table} />`}
    ${!state.over && html`<${OpenSeats} table=${table} onJoined=${live.retry} />`}
    ${ended && html`<${End} config=${config} update=${update} mine=${mine} />`}
    <div class="table-main">
      ${!ended &&
      html`<${Scene}
        config=${config}
        table=${table}
        state=${state}
        names=${names}
        focusSeat=${focusSeat}
        root=${root}
        lit=${shown.lit}
        summary=${shown.summary &&
        html`<${RoundSummary}
          state=${state}
          table=${table}
          names=${names}
          summary=${shown.summary}
          onContinue=${watching ? skip : null}
        />`}
        act=${act}
        bubbleOf=${bubbleOf}
        seatTools=${(/** @type {number} */ seat) =>
          html`<${SeatTools}
            config=${config}
            seat=${table.seats[seat]}
            name=${names[seat]}
            over=${state.over}
            live=${live}
          />`}
        tray=${tray}
      />`}
      ${logOpen &&
      html`<${LogPanel}
        game=${state.game}
        entries=${entries}
        names=${names}
        onClose=${toggleLog}
      />`}
    </div>
    <${Announcer} game=${state.game} fresh=${shown.fresh} names=${names} />
    <${TimeWarning}
      clock=${state.over ? null : live.clock}
      time=${table.options?.time}
      seats=${mine.map((seat) => seat.seat)}
    />
    ${live.error && html`<${ErrorToast} error=${live.error} onClose=${live.clearError} />`}
  </div>`;
}

/**
 * The seat whose board is large: of mine the one to play, else the one that played last.
 * @param {State} state
 * @param {SeatView[]} mine
 */
function useFocusSeat(state, mine) {
  const last = useRef(mine[0]?.seat ?? 0);
  const toPlay = mine.find((seat) => seat.seat === state.to_play);
  if (toPlay) last.current = toPlay.seat;
  else if (mine.length && !mine.some((seat) => seat.seat === last.current))
    last.current = mine[0].seat;
  return last.current;
}

/**
 * Whether a hint is being computed, and how to ask for one.
 * @param {Live} live
 * @param {number} ply    the position; the log grows by the hint itself
 * @param {boolean} offered
 */
function useHint(live, ply, offered) {
  const [asked, setAsked] = useState(/** @type {number | null} */ (null));
  const onHint = () => {
    if (live.hint) return; // it is on the page until the position changes, or Escape
    live.clearError();
    setAsked(ply);
    live.askHint();
  };
  const asking = asked === ply && !live.hint && !live.error;
  useEffect(() => {
    if (!asking) setAsked(null);
  }, [asking]);
  return { asking, onHint: offered ? onHint : null };
}

/** @param {{ config: Catalogue, update: Update, mine: SeatView[] }} props */
function End({ config, update, mine }) {
  const { table, state, result } = update;
  const panel = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => panel.current?.scrollIntoView({ block: "start" }), []);
  return html`<div class="end" ref=${panel}>
    <${EndPanel}
      config=${config}
      table=${table}
      state=${state}
      result=${result}
      mySeats=${mine.map((seat) => seat.seat)}
    />
  </div>`;
}

/** @param {{ error: ErrorBody, onClose: () => void }} props */
function ErrorToast({ error, onClose }) {
  useEffect(() => {
    const timer = setTimeout(onClose, 7000);
    return () => clearTimeout(timer);
  }, [error]);
  return html`<div class="toast" role="alert">
    <${Icon} name="warning" /> <span>${error.text}</span>
    <button type="button" class="quiet icon-only" aria-label=${_("Close")} onClick=${onClose}>
      <${Icon} name="close" />
    </button>
  </div>`;
}
