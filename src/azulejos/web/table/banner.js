/** Status bar of the table: turn, round, wild colour, scores. */
import { factsOf } from "../games/facts.js";
import { html, useRef } from "../html.js";
import { _, rich } from "../i18n.js";
import { Icon, Tile } from "../tiles.js";
import { Clock } from "./clock.js";
import { useBarHeight } from "./heights.js";
import { Name } from "./names.js";
import { Score } from "./seat.js";

/** @import { Catalogue, State, TableView, Update } from "../types.d.ts" */
/** @typedef {import("../html.js").View} View */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {Update} props.update
 * @param {string[]} props.names
 * @param {import("./clock.js").HeardClock | null} props.clock
 * @param {boolean} props.ending  the end of a round is being told
 * @param {View} [props.turn]     in place of whose turn it is at a live table
 * @param {View} props.news       the newest sentence
 * @param {View} props.children   buttons at the end of the bar
 */
export function Banner({ config, update, names, clock, ending, turn, news, children }) {
  const { state, table } = update;
  const bar = useRef(/** @type {HTMLElement|null} */ (null));
  useBarHeight(bar);
  return html`<header class="table-bar" ref=${bar}>
    <div class="bar-turn">
      <p class="turn" role="status">${
        ending ? _("Round {round} is over", { round: state.round }) : (turn ?? turnText(state, table, names))
      }</p>
      <p class="round">
        ${roundText(config, state)}
        ${
          state.wild &&
          !state.over &&
          html`<span class="wild-colour">
            ${_("Wild:")} <${Tile} game=${state.game} colour=${state.wild} label=${true} />
          </span>`
        }
      </p>
    </div>
    ${news}
    <ul class="scores" aria-label=${_("Scores")}>
      ${names.map(
        (name, seat) =>
          html`<li key=${seat} class=${state.to_play === seat ? "to-play" : ""}>
            <span class="scores-name" title=${name}><${Name} name=${name} /></span>
            ${state.marker === seat &&
            html`<${Tile} game=${state.game} colour="marker" label=${true} />`}
            <${Clock} clock=${state.over ? null : clock} time=${table.options?.time} seat=${seat} />
            <${Score} state=${state} seat=${seat} />
          </li>`,
      )}
    </ul>
    <div class="bar-tools">${children}</div>
  </header>`;
}

/** @param {State} state @param {TableView} table @param {string[]} names */
function turnText(state, table, names) {
  if (state.over) return _("The game is over");
  if (state.to_play === null) return _("Dealing tiles …");
  if (table.seats[state.to_play].kind === "open") return _("Waiting for a player");
  const name = html`<${Name} name=${names[state.to_play]} />`;
  const mine = table.seats.filter((seat) => seat.yours);
  const isMine = mine.some((seat) => seat.seat === state.to_play && !seat.stand_in);
  if (!isMine) return rich("{name}'s turn", { name });
  return mine.length > 1 ? rich("{name}, it's your turn", { name }) : _("Your turn");
}

/** @param {Catalogue} config @param {State} state */
function roundText(config, state) {
  const game = config.games[state.game];
  return "rounds" in game
    ? _("Round {round} of {rounds}", { round: state.round, rounds: game.rounds })
    : _("Round {round}", { round: state.round });
}

/** Announcement of the last round. @param {{ state: State }} props */
export function LastRound({ state }) {
  if (!state.last_round || state.over) return null;
  return html`<p class="last-round" role="status">
    <${Icon} name="warning" /> ${factsOf(state.game).lastRound()}
  </p>`;
}
