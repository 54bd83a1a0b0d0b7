/** End of a game: winner, boards, scores, and what to do next. */
import { html, useState } from "../html.js";
import { errorText, post } from "../api.js";
import { factsOf } from "../games/facts.js";
import { viewsOf } from "../games/views.js";
import { find, remember, tokensOf } from "../storage.js";
import { navigate } from "../router.js";
import { isolated, Name, seatNames } from "../table/names.js";
import { Icon } from "../tiles.js";
import { _, ngettext } from "../i18n.js";
import { Breakdown } from "./breakdown.js";
import { ScoreChart } from "./chart.js";
import { FairDealing } from "./fairness.js";
import { nameList } from "./labels.js";
import { SaveLinks } from "./save_links.js";
import { SharePicture } from "./share_picture.js";

/** @import { Catalogue, Result, State, TableView } from "../types.d.ts" */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {TableView} props.table
 * @param {State} props.state
 * @param {Result | null} props.result
 * @param {number[]} [props.mySeats]
 * @param {boolean} [props.replaying]    without a link to the replay
 */
export function EndPanel({ config, table, state, result, mySeats = [], replaying }) {
  if (!result) return null;
  const names = seatNames(table);
  const order = ranking(result);
  return html`<section class="end-panel card" aria-labelledby="end-title">
    <div class="end-picture">
      <${Verdict} table=${table} state=${state} result=${result} names=${names} mySeats=${mySeats} />
      <${NextSteps} table=${table} mySeats=${mySeats} />
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
      <${Breakdown} result=${result} names=${names} order=${order} />
      <${ScoreChart} result=${result} names=${names} order=${order} />
    </div>
    <${EndActions}
      table=${table}
      replaying=${replaying}
      picture=${html`<${SharePicture}
        table=${table}
        names=${names}
        headline=${headline(result, names, [])}
      />`}
    />
    <${FairDealing} table=${table} />
  </section>`;
}

/** The seats from first to last; winners first even where points are equal. @param {Result} result */
function ranking({ scores, winners }) {
  const rank = (/** @type {number} */ seat) => [winners.includes(seat) ? 0 : 1, -scores[seat]];
  return scores
    .map((_score, seat) => seat)
    .sort((one, other) => {
      const [wonOne, pointsOne] = rank(one);
      const [wonOther, pointsOther] = rank(other);
      return wonOne - wonOther || pointsOne - pointsOther || one - other;
    });
}

/**
 * Who won, and why.
 * @param {object} props
 * @param {TableView} props.table
 * @param {State} props.state
 * @param {Result} props.result
 * @param {string[]} props.names
 * @param {number[]} props.mySeats
 */
function Verdict({ table, state, result, names, mySeats }) {
  const lines = [reasonOf(state), marginOf(table, result)].filter(Boolean);
  return html`<div class="verdict">
    <svg class="icon trophy" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-trophy" /></svg>
    <h2 id="end-title">${headline(result, names, mySeats)}</h2>
    ${lines.map((line) => html`<p key=${line}>${line}</p>`)}
  </div>`;
}

/** @param {Result} result @param {string[]} names @param {number[]} mySeats */
function headline({ winners, scores }, names, mySeats) {
  const points = scores[winners[0]];
  if (winners.length > 1) {
    const people = nameList(winners.map((seat) => isolated(names[seat])));
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
  const name = isolated(names[winners[0]]);
  return ngettext("{name} wins with {n} point", "{name} wins with {n} points", points, { name });
}

/** @param {State} state */
function reasonOf(state) {
  switch (state.end_reason) {
    case "row":
      return _("A player completed a row.");
    case "empty":
      return _("There were no tiles left.");
    case "stalemate":
      return _("No one placed a tile for a long time.");
    case "rounds":
      return _("All six rounds have been played.");
    default:
      return "";
  }
}

/** The margin of the winner as a sentence. @param {TableView} table @param {Result} result */
function marginOf(table, { scores, winners }) {
  if (winners.length > 1) return "";
  const others = scores.toSpliced(winners[0], 1);
  const margin = scores[winners[0]] - Math.max(...others);
  if (margin > 0) return ngettext("{n} point ahead.", "{n} points ahead.", margin);
  return factsOf(table.game).tieBreak();
}

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {State} props.state
 * @param {number} props.seat
 * @param {string} props.name
 * @param {number} props.score
 * @param {boolean} props.winner
 */
function EndBoard({ config, state, seat, name, score, winner }) {
  const { Board } = viewsOf(state.game);
  return html`<li class=${winner ? "end-board winner" : "end-board"}>
    <p class="end-board-head">
      ${winner && html`<${Icon} name="trophy" label=${_("Winner")} />`}
      <span class="end-name"><${Name} name=${name} /></span>
      <span class="end-score numbers">${score}</span>
    </p>
    <${Board} config=${config} state=${state} seat=${seat} />
  </li>`;
}

/** What most people do next, in sight below the verdict. @param {{ table: TableView, mySeats: number[] }} props */
function NextSteps({ table, mySeats }) {
  const [error, setError] = useState("");
  const [waiting, setWaiting] = useState(false);
  const mayRematch = mySeats.length > 0 && !table.uploaded;
  const token = tokensOf(table.id).join(".");

  const go = (/** @type {string} */ id) => {
    rememberRematch(table, id);
    navigate(`/table/${id}`);
  };
  const rematch = async () => {
    setWaiting(true);
    setError("");
    try {
      const { id } = await post(`/api/games/${table.id}/rematch`, {}, { token });
      go(id);
    } catch (problem) {
      setError(errorText(problem));
      setWaiting(false);
    }
  };

  return html`<div class="end-actions next-steps">
    ${table.rematch
      ? html`<button type="button" class="button primary" onClick=${() => table.rematch && go(table.rematch)}>
          <${Icon} name="play" />${mayRematch ? _("Join the rematch") : _("Watch the rematch")}
        </button>`
      : mayRematch &&
        token &&
        html`<button type="button" class="button primary" disabled=${waiting} onClick=${rematch}>
          <${Icon} name="replay" />${_("Play again")}
        </button>`}
    <a class="button" href=${`/review/${table.id}`}><${Icon} name="chart" />${_("Review the game")}</a>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
  </div>`;
}

/** @param {{ table: TableView, replaying?: boolean, picture: import("../html.js").View }} props */
function EndActions({ table, replaying, picture }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const link = new URL(`/replay/${table.id}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // No permission, or no secure origin: show it instead, ready to be copied by hand.
      prompt(_("Link to this game"), link);
    }
  };

  return html`<div class="end-actions">
    ${!replaying &&
    html`<a class="button" href=${`/replay/${table.id}`}>
      <${Icon} name="replay" />${_("Watch the replay")}
    </a>`}
    <button type="button" class="button" onClick=${copy}>
      <${Icon} name=${copied ? "check" : "link"} />${copied ? _("Link copied") : _("Copy the link")}
    </button>
    ${picture}
    <${SaveLinks} id=${table.id} />
    <p class="visually-hidden" role="status">${copied ? _("Link copied") : ""}</p>
  </div>`;
}

/**
 * Store a rematch, which has the same seats, tokens and invitations.
 * @param {TableView} table
 * @param {string} id
 */
function rememberRematch(table, id) {
  const known = find(table.id);
  if (!known) return;
  const { game, board, players, names, bots, tokens, unplaced, invitations } = known;
  remember({ id, game, board, players, names, bots, tokens, unplaced, invitations });
}
