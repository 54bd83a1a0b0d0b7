/** The end of a game: who won and why, in one picture; then what to do next. */
import { html, useState } from "../html.js";
import { post } from "../api.js";
import { factsOf } from "../games/facts.js";
import { viewsOf } from "../games/views.js";
import { find, remember, tokensOf } from "../storage.js";
import { navigate } from "../router.js";
import { seatNames } from "../table/names.js";
import { Icon } from "../tiles.js";
import { _, ngettext } from "../i18n.js";
import { Breakdown } from "./breakdown.js";
import { ScoreChart } from "./chart.js";
import { FairDealing } from "./fairness.js";
import { nameList } from "./labels.js";

/**
 * @param {object} props
 * @param {any} props.config
 * @param {any} props.table
 * @param {any} props.state
 * @param {any} props.result
 * @param {number[]} [props.mySeats]
 * @param {boolean} [props.replaying]    the replay is where we are: no need to lead there
 */
export function EndPanel({ config, table, state, result, mySeats = [], replaying }) {
  if (!result) return null;
  const names = seatNames(table);
  const order = ranking(result);
  return html`<section class="end-panel card" aria-labelledby="end-title">
    <div class="end-picture">
      <${Verdict} table=${table} state=${state} result=${result} names=${names} mySeats=${mySeats} />
      <ol class="end-boards" data-players=${table.players}>
        ${order.map(
          (seat) => html`<${EndBoard}
            key=${seat}
            config=${config}
            state=${state}
            seat=${seat}
            name=${names[seat]}
            score=${result.scores[seat]}
            winner=${result.winners.includes(seat)}
          />`,
        )}
      </ol>
    </div>
    <div class="end-details">
      <${Breakdown} game=${table.game} result=${result} names=${names} order=${order} />
      <${ScoreChart} result=${result} names=${names} order=${order} />
    </div>
    <${EndActions}
      table=${table}
      mySeats=${mySeats}
      replaying=${replaying}
    />
    <${FairDealing} table=${table} />
  </section>`;
}

/** The seats from first to last; winners first even where points are equal. @param {any} result */
function ranking({ scores, winners }) {
  const rank = (/** @type {number} */ seat) => [winners.includes(seat) ? 0 : 1, -scores[seat]];
  return scores
    .map((/** @type {number} */ _score, /** @type {number} */ seat) => seat)
    .sort((/** @type {number} */ one, /** @type {number} */ other) => {
      const [wonOne, pointsOne] = rank(one);
      const [wonOther, pointsOther] = rank(other);
      return wonOne - wonOther || pointsOne - pointsOther || one - other;
    });
}

/** Who won, and by what. */
function Verdict({ table, state, result, names, mySeats }) {
  const lines = [reasonOf(state), marginOf(table, result)].filter(Boolean);
  return html`<div class="verdict">
    <svg class="icon trophy" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-trophy" /></svg>
    <h2 id="end-title">${headline(result, names, mySeats)}</h2>
    ${lines.map((line) => html`<p key=${line}>${line}</p>`)}
  </div>`;
}

function headline({ winners, scores }, names, mySeats) {
  const points = scores[winners[0]];
  if (winners.length > 1) {
    const people = nameList(winners.map((/** @type {number} */ seat) => names[seat]));
    return ngettext(
      "{people} share the victory with {n} point",
      "{people} share the victory with {n} points",
      points,
      { people },
    );
  }
  if (mySeats.length === 1 && mySeats[0] === winners[0]) {
    return ngettext("You win with {n} point", "You win with {n} points", points);
  }
  const name = names[winners[0]];
  return ngettext("{name} wins with {n} point", "{name} wins with {n} points", points, { name });
}

function reasonOf(state) {
  switch (state.end_reason) {
    case "row":
      return _("A row of a wall is complete.");
    case "empty":
      return _("There were no tiles left to play with.");
    case "stalemate":
      return _("Nobody placed a tile for a long time.");
    case "rounds":
      return _("All six rounds are played.");
    default:
      return "";
  }
}

/** What decided, in a sentence. */
function marginOf(table, { scores, winners }) {
  if (winners.length > 1) return "";
  const others = scores.toSpliced(winners[0], 1);
  const margin = scores[winners[0]] - Math.max(...others);
  if (margin > 0) return ngettext("{n} point ahead.", "{n} points ahead.", margin);
  return factsOf(table.game).tieBreak();
}

function EndBoard({ config, state, seat, name, score, winner }) {
  const { Board } = viewsOf(state.game);
  return html`<li class=${winner ? "end-board winner" : "end-board"}>
    <p class="end-board-head">
      ${winner && html`<${Icon} name="trophy" label=${_("Winner")} />`}
      <span class="end-name">${name}</span>
      <span class="end-score numbers">${score}</span>
    </p>
    <${Board} config=${config} state=${state} seat=${seat} size="small" />
  </li>`;
}

function EndActions({ table, mySeats, replaying }) {
  const [error, setError] = useState("");
  const [waiting, setWaiting] = useState(false);
  const [copied, setCopied] = useState(false);
  const mayRematch = mySeats.length > 0 && !table.uploaded;
  const token = tokensOf(table.id)[0];

  const go = (/** @type {string} */ id) => {
    takeSeatsAlong(table, id);
    navigate(`/table/${id}`);
  };
  const rematch = async () => {
    setWaiting(true);
    setError("");
    try {
      const { id } = await post(`/api/games/${table.id}/rematch`, {}, { token });
      go(id);
    } catch (problem) {
      setError(/** @type {any} */ (problem).text ?? String(problem));
      setWaiting(false);
    }
  };
  const copy = async () => {
    const link = new URL(`/replay/${table.id}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // No permission, or no secure origin: show it instead, ready to be copied by hand.
      prompt(_("The link to this game"), link);
    }
  };

  return html`<div class="end-actions">
    ${table.rematch
      ? html`<button type="button" class="button primary" onClick=${() => go(table.rematch)}>
          <${Icon} name="play" />${mayRematch ? _("Join the rematch") : _("Watch the rematch")}
        </button>`
      : mayRematch &&
        token &&
        html`<button type="button" class="button primary" disabled=${waiting} onClick=${rematch}>
          <${Icon} name="replay" />${_("Play again")}
        </button>`}
    ${!replaying &&
    html`<a class="button" href=${`/replay/${table.id}`}>
      <${Icon} name="replay" />${_("Watch the replay")}
    </a>`}
    <button type="button" class="button" onClick=${copy}>
      <${Icon} name=${copied ? "check" : "link"} />${copied ? _("Link copied") : _("Copy the link")}
    </button>
    <a class="button" href=${`/api/games/${table.id}/record?format=text`} download>
      <${Icon} name="download" />${_("Save as text")}
    </a>
    <a class="button" href=${`/api/games/${table.id}/record?format=json`} download>
      <${Icon} name="download" />${_("Save as JSON")}
    </a>
    <p class="visually-hidden" role="status">${copied ? _("Link copied") : ""}</p>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
  </div>`;
}

/**
 * A rematch has the same seats and tokens: this device takes its own along, and its invitations.
 * @param {any} table
 * @param {string} id
 */
function takeSeatsAlong(table, id) {
  const known = find(table.id);
  if (!known) return;
  const { game, board, players, names, bots, tokens, unplaced, invitations } = known;
  remember({ id, game, board, players, names, bots, tokens, unplaced, invitations });
}
