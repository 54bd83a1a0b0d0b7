/** Form for a new game, filled in with the choices of the last one. */
import { html, useEffect, useRef, useState } from "../html.js";
import { errorText } from "../api.js";
import { botChoice, botName, Face, levelNote } from "../bots.js";
import { factsOf } from "../games/facts.js";
import { preferences, setPreference } from "../preferences.js";
import { PreparationBar } from "../preparation.js";
import { Icon } from "../tiles.js";
import { _, ngettext } from "../i18n.js";
import { boardName } from "./labels.js";
import { OptionFields } from "./option_fields.js";
import { Segments } from "./segments.js";
import { openTable } from "./open_table.js";
import { boardsOf, lastSetup, rememberSetup, withFriend, withPlayers, withSeat } from "./setup.js";
import { typedName } from "../typed_name.js";

/** @import { Catalogue } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */
/** @typedef {import("../html.js").SelectChange} SelectChange */
/** @typedef {import("./setup.js").SeatChoice} SeatChoice */
/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {(news: Partial<Setup>) => void} OnChange */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {number} props.friends    how often a game with friends was asked for elsewhere on the page
 */
export function NewGame({ config, friends }) {
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const [setup, setSetup] = useState(() => lastSetup(config));
  const [myName, setMyName] = useState(preferences().name);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState("");
  /** @type {OnChange} */
  const change = (news) => setSetup({ ...setup, ...news });

  const play = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setWaiting(true);
    setError("");
    rememberSetup(setup);
    setPreference("name", typedName(myName));
    try {
      await openTable(setup, myName);
    } catch (problem) {
      setError(errorText(problem));
      setWaiting(false);
    }
  };

  useEffect(() => {
    if (!friends) return;
    setSetup(withFriend);
    form.current?.scrollIntoView({ block: "start" });
    form.current?.querySelector("h2")?.focus({ preventScroll: true });
  }, [friends]);

  return html`<form ref=${form} class="new-game card" onSubmit=${play} aria-labelledby="new-game-title">
    <h2 id="new-game-title" tabindex="-1">${_("New game")}</h2>
    <${GameChoice} games=${Object.keys(config.games)} setup=${setup} onChange=${change} />
    <div class="board-and-players">
      <${Segments}
        legend=${_("Board")}
        name="board"
        options=${boardsOf(config, setup.game).map((board) => [board, boardName(board)])}
        value=${setup.board}
        note=${boardNote(setup)}
        onChange=${(/** @type {string} */ board) => change({ board })}
      />
      <${Segments}
        legend=${_("Number of players")}
        name="players"
        options=${[2, 3, 4].map((n) => [n, String(n)])}
        value=${setup.players}
        onChange=${(/** @type {number} */ players) => setSetup(withPlayers(setup, players))}
      />
    </div>
    <fieldset class="field">
      <legend class="label">${_("Players")}</legend>
      <ol class="seat-choices">
        ${setup.seats.slice(0, setup.players).map(
          (seat, n) => html`<${SeatRow}
            key=${n}
            n=${n}
            seat=${seat}
            bots=${config.bots}
            myName=${myName}
            onMyName=${setMyName}
            onChange=${(/** @type {Partial<SeatChoice>} */ news) => setSetup(withSeat(setup, n, news))}
          />`,
        )}
      </ol>
      <p class="note" role="status">${seatsNote(setup)}</p>
    </fieldset>
    <${FirstChoice} setup=${setup} myName=${myName} onChange=${change} />
    <${OptionFields}
      options=${setup.options}
      onChange=${(/** @type {Partial<Setup["options"]>} */ news) =>
        change({ options: { ...setup.options, ...news } })}
    />
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
    <div class="play-bar">
      <${PreparationBar}
        game=${setup.game}
        players=${setup.players}
        bots=${setup.seats.slice(0, setup.players).some((seat) => seat.kind === "bot")}
      />
      <button type="submit" class="button primary big" disabled=${waiting}>
        <${Icon} name="play" />${_("Play")}
      </button>
    </div>
  </form>`;
}

/** The games as cards. @param {{ games: string[], setup: Setup, onChange: OnChange }} props */
function GameChoice({ games, setup, onChange }) {
  return html`<fieldset class="field">
    <legend class="visually-hidden">${_("Game")}</legend>
    <div class="game-cards">
      ${games.map(
        (game) => html`<label class="game-card" key=${game}>
          <input
            type="radio"
            name="game"
            value=${game}
            checked=${game === setup.game}
            onChange=${() => onChange({ game })}
          />
          <${factsOf(game).Picture} />
          <span class="game-card-words">
            <span class="game-card-name">${factsOf(game).title()}</span>
            <span class="note">${factsOf(game).summary()}</span>
          </span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {Setup} setup */
function boardNote({ game, board }) {
  if (board === "coloured") return _("The board shows where each colour goes.");
  return factsOf(game).greySide();
}

/**
 * The choices for one seat.
 * @param {object} props
 * @param {number} props.n
 * @param {SeatChoice} props.seat
 * @param {string[]} props.bots
 * @param {string} props.myName
 * @param {(name: string) => void} props.onMyName
 * @param {(news: Partial<SeatChoice>) => void} props.onChange
 */
function SeatRow({ n, seat, bots, myName, onMyName, onChange }) {
  const label = _("Seat {number}", { number: n + 1 });
  const nameLabel = _("Name at seat {number}", { number: n + 1 });
  const choose = (/** @type {SelectChange} */ event) => {
    const [kind, bot] = event.currentTarget.value.split(/:(.*)/s);
    if (kind === "bot") onChange({ kind, bot });
    else onChange({ kind: /** @type {SeatChoice["kind"]} */ (kind) });
  };
  const chosen = seat.kind === "bot" ? `bot:${seat.bot}` : seat.kind;
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    html`<option value=${value} selected=${value === chosen}>${text}</option>`;
  return html`<li class="seat-choice">
    <span class="seat-icon" data-kind=${seat.kind}>
      ${seat.kind === "bot"
        ? html`<${Face} level=${seat.bot} />`
        : html`<${Icon} name=${seatIcon(seat.kind)} />`}
    </span>
    <select aria-label=${label} value=${chosen} onChange=${choose}>
      ${option("me", _("You"))}
      ${option("here", _("Player on this screen"))}
      ${option("friend", _("Friend (by link)"))}
      ${option("open", _("Open seat (anyone can join)"))}
      <optgroup label=${_("Bots")}>
        ${bots.map((bot) => option(`bot:${bot}`, botChoice(bot)))}
      </optgroup>
    </select>
    ${!["bot", "open"].includes(seat.kind) &&
    html`<input
      type="text"
      maxlength="24"
      aria-label=${nameLabel}
      placeholder=${_("Name (optional)")}
      autocomplete=${seat.kind === "me" ? "nickname" : "off"}
      value=${seat.kind === "me" ? myName : seat.name}
      onInput=${(/** @type {InputChange} */ event) =>
        seat.kind === "me"
          ? onMyName(event.currentTarget.value)
          : onChange({ name: event.currentTarget.value })}
    />`}
  </li>`;
}

/** @param {SeatChoice["kind"]} kind */
function seatIcon(kind) {
  return kind === "friend" ? "link" : "person";
}

/** @param {{ setup: Setup, myName: string, onChange: OnChange }} props */
function FirstChoice({ setup, myName, onChange }) {
  const choose = (/** @type {SelectChange} */ event) => {
    const { value } = event.currentTarget;
    onChange({ first: value === "random" ? "random" : Number(value) });
  };
  const called = (/** @type {SeatChoice} */ seat, /** @type {number} */ n) => {
    const name = typedName(seat.kind === "me" ? myName : seat.name);
    const number = n + 1;
    if (seat.kind === "bot") return _("Seat {number}: {name}", { number, name: botName(seat.bot) });
    if (seat.kind === "open") return _("Seat {number}", { number });
    if (name) return _("Seat {number}: {name}", { number, name });
    return seat.kind === "me" ? _("Seat {number}: you", { number }) : _("Seat {number}", { number });
  };
  return html`<label class="field first-choice">
    <span class="label">${_("Starting player")}</span>
    <select value=${String(setup.first)} onChange=${choose}>
      <option value="random" selected=${setup.first === "random"}>${_("Random")}</option>
      ${setup.seats
        .slice(0, setup.players)
        .map(
          (seat, n) =>
            html`<option value=${String(n)} selected=${setup.first === n}>${called(seat, n)}</option>`,
        )}
    </select>
  </label>`;
}

/** Consequence of the seats as a sentence. @param {Setup} setup */
function seatsNote(setup) {
  const seats = setup.seats.slice(0, setup.players);
  const friends = seats.filter((seat) => seat.kind === "friend").length;
  if (seats.some((seat) => seat.kind === "open")) {
    return _("Your table is listed on the start page until its open seats are taken.");
  }
  if (friends > 0) {
    return ngettext(
      "You get a link to send to your friend.",
      "You get {n} links, one for each friend.",
      friends,
    );
  }
  if (seats.every((seat) => seat.kind === "bot")) return _("You watch the bots play.");
  if (seats.some((seat) => seat.kind === "here")) return _("You take turns on this screen.");
  const levels = new Set(seats.filter((seat) => seat.kind === "bot").map((seat) => seat.bot));
  return levels.size === 1 ? levelNote([...levels][0]) : "";
}
