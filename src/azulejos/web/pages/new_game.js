/** A new game: everything is chosen as last time, so one click is enough. */
import { html, useState } from "../html.js";
import { post } from "../api.js";
import { factsOf } from "../games/facts.js";
import { remember } from "../storage.js";
import { preferences, setPreference } from "../preferences.js";
import { navigate } from "../router.js";
import { botName } from "../table/names.js";
import { Icon } from "../tiles.js";
import { _, ngettext } from "../i18n.js";
import { boardName } from "./labels.js";
import { lastSetup, rememberSetup, requestOf, tableOf, withPlayers, withSeat } from "./setup.js";

/** @typedef {import("./setup.js").Setup} Setup */

/** @param {{ config: any }} props */
export function NewGame({ config }) {
  const [setup, setSetup] = useState(() => lastSetup(config));
  const [myName, setMyName] = useState(preferences().name);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState("");
  const change = (/** @type {Partial<Setup>} */ news) => setSetup({ ...setup, ...news });

  const play = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setWaiting(true);
    setError("");
    rememberSetup(setup);
    setPreference("name", myName.trim());
    const request = requestOf(setup, myName);
    try {
      const answer = await post("/api/games", request);
      remember(tableOf(setup, request, answer));
      navigate(`/table/${answer.id}`);
    } catch (problem) {
      setError(/** @type {any} */ (problem).text ?? String(problem));
      setWaiting(false);
    }
  };

  return html`<form class="new-game card" onSubmit=${play} aria-labelledby="new-game-title">
    <h2 id="new-game-title">${_("New game")}</h2>
    <${GameChoice} games=${Object.keys(config.games)} setup=${setup} onChange=${change} />
    <div class="board-and-players">
      <${Segments}
        legend=${_("Board")}
        name="board"
        options=${config.games[setup.game].boards.map((board) => [board, boardName(board)])}
        value=${setup.board}
        note=${boardNote(setup)}
        onChange=${(board) => change({ board })}
      />
      <${Segments}
        legend=${_("Players")}
        name="players"
        options=${[2, 3, 4].map((n) => [n, String(n)])}
        value=${setup.players}
        onChange=${(players) => setSetup(withPlayers(setup, players))}
      />
    </div>
    <fieldset class="field">
      <legend class="label">${_("Who sits where")}</legend>
      <ol class="seat-choices">
        ${setup.seats.slice(0, setup.players).map(
          (seat, n) => html`<${SeatRow}
            key=${n}
            n=${n}
            seat=${seat}
            bots=${config.bots}
            myName=${myName}
            onMyName=${setMyName}
            onChange=${(news) => setSetup(withSeat(setup, n, news))}
          />`,
        )}
      </ol>
      <p class="note" role="status">${seatsNote(setup)}</p>
    </fieldset>
    <${FirstChoice} setup=${setup} myName=${myName} onChange=${change} />
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
    <div class="play-bar">
      <button type="submit" class="button primary big" disabled=${waiting}>
        <${Icon} name="play" />${_("Play")}
      </button>
    </div>
  </form>`;
}

/** The games, as pictures to choose from. */
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

/** A choice among few. */
function Segments({ legend, name, options, value, note, onChange }) {
  return html`<fieldset class="field">
    <legend class="label">${legend}</legend>
    <div class="segments">
      ${options.map(
        ([key, text]) => html`<label key=${key}>
          <input
            type="radio"
            name=${name}
            value=${key}
            checked=${key === value}
            aria-describedby=${note ? `${name}-note` : undefined}
            onChange=${() => onChange(key)}
          />
          <span>${text}</span>
        </label>`,
      )}
    </div>
    ${note && html`<p class="note" id=${`${name}-note`}>${note}</p>`}
  </fieldset>`;
}

/** Who sits at one seat. */
function SeatRow({ n, seat, bots, myName, onMyName, onChange }) {
  const label = _("Seat {number}", { number: n + 1 });
  const nameLabel = _("Name at seat {number}", { number: n + 1 });
  const choose = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => {
    const [kind, bot] = event.currentTarget.value.split(/:(.*)/s);
    onChange(kind === "bot" ? { kind, bot } : { kind });
  };
  const chosen = seat.kind === "bot" ? `bot:${seat.bot}` : seat.kind;
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    html`<option value=${value} selected=${value === chosen}>${text}</option>`;
  return html`<li class="seat-choice">
    <span class="seat-icon" data-kind=${seat.kind}><${Icon} name=${seatIcon(seat.kind)} /></span>
    <select aria-label=${label} value=${chosen} onChange=${choose}>
      ${option("me", _("You"))}
      ${option("here", _("Someone on this screen"))}
      ${option("friend", _("A friend, by link"))}
      <optgroup label=${_("Bots")}>
        ${bots.map((bot) => option(`bot:${bot}`, _("Bot: {level}", { level: botName(bot) })))}
      </optgroup>
    </select>
    ${seat.kind !== "bot" &&
    html`<input
      type="text"
      maxlength="24"
      aria-label=${nameLabel}
      placeholder=${_("Name (optional)")}
      autocomplete=${seat.kind === "me" ? "nickname" : "off"}
      value=${seat.kind === "me" ? myName : seat.name}
      onInput=${(event) =>
        seat.kind === "me"
          ? onMyName(event.currentTarget.value)
          : onChange({ name: event.currentTarget.value })}
    />`}
  </li>`;
}

/** @param {string} kind */
function seatIcon(kind) {
  return { me: "person", here: "person", friend: "link", bot: "bot" }[kind] ?? "person";
}

function FirstChoice({ setup, myName, onChange }) {
  const choose = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => {
    const { value } = event.currentTarget;
    onChange({ first: value === "random" ? "random" : Number(value) });
  };
  const called = (/** @type {any} */ seat, /** @type {number} */ n) => {
    const name = (seat.kind === "me" ? myName : seat.name).trim();
    const number = n + 1;
    if (seat.kind === "bot") return _("Seat {number}: {name}", { number, name: botName(seat.bot) });
    if (name) return _("Seat {number}: {name}", { number, name });
    return seat.kind === "me" ? _("Seat {number}: you", { number }) : _("Seat {number}", { number });
  };
  return html`<label class="field first-choice">
    <span class="label">${_("Who starts")}</span>
    <select value=${String(setup.first)} onChange=${choose}>
      <option value="random" selected=${setup.first === "random"}>${_("Chance decides")}</option>
      ${setup.seats
        .slice(0, setup.players)
        .map(
          (seat, n) =>
            html`<option value=${String(n)} selected=${setup.first === n}>${called(seat, n)}</option>`,
        )}
    </select>
  </label>`;
}

/** What follows from the seats, in a sentence. @param {Setup} setup */
function seatsNote(setup) {
  const seats = setup.seats.slice(0, setup.players);
  const friends = seats.filter((seat) => seat.kind === "friend").length;
  if (friends > 0) {
    return ngettext(
      "You get a link to send to your friend.",
      "You get {n} links, one for each friend.",
      friends,
    );
  }
  if (seats.every((seat) => seat.kind === "bot")) return _("You watch the bots play.");
  if (seats.some((seat) => seat.kind === "here")) return _("You pass the screen around.");
  const levels = new Set(seats.filter((seat) => seat.kind === "bot").map((seat) => seat.bot));
  return levels.size === 1 ? levelNote([...levels][0]) : "";
}

/** How bots of a level play. @param {string} level */
function levelNote(level) {
  switch (level) {
    case "beginner":
      return _("Sees what a move brings, more or less. A child can win.");
    case "casual":
      return _("Knows what is good, and is often content with second best.");
    case "strong":
      return _("Looks ahead, and makes few mistakes.");
    case "expert":
      return _("Thinks for a moment, and sees far.");
    case "master":
      return _("Takes its time, and forgives nothing.");
    default:
      return "";
  }
}
