/** What a link to a seat leads to: nothing changes until the person has confirmed it. */
import { html, useEffect, useState } from "../html.js";
import { errorStatus, get } from "../api.js";
import { factsOf } from "../games/facts.js";
import { boardName } from "../pages/labels.js";
import { LinkExpired, MissingTable, Unreachable } from "../pages/notices.js";
import { preferences, setPreference } from "../preferences.js";
import { useTitle } from "../router.js";
import { Icon } from "../tiles.js";
import { _, rich } from "../i18n.js";
import { optionsLine } from "../table_options.js";
import { isolated, Name, seatNames } from "./names.js";
import { typedName } from "../typed_name.js";

/** @import { SeatView, Update } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */
/** @typedef {import("../seat_links.js").SeatLink} SeatLink */
/** @typedef {{ tokens: Record<number, string>, seat: number, name: string | null }} Joined */

/** HTTP status at a table without spectators. */
const NOT_YOURS = 403;

/**
 * @param {object} props
 * @param {string} props.id
 * @param {SeatLink} props.link
 * @param {(joined: Joined) => void} props.onJoin
 */
export function JoinPage({ id, link, onJoin }) {
  const { found, problem } = useSeats(id, link.tokens);
  if (problem === NOT_YOURS) return html`<${LinkExpired} id=${id} watchable=${false} />`;
  if (problem !== null)
    return [404, 410, 422].includes(problem)
      ? html`<${MissingTable} id=${id} />`
      : html`<${Unreachable} />`;
  if (!found) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  if (!found.seats.length) return html`<${LinkExpired} id=${id} />`;
  return html`<${Invitation} id=${id} link=${link} ...${found} onJoin=${onJoin} />`;
}

/**
 * The table, and to which seats the tokens belong.
 * @param {string} id
 * @param {string[]} tokens
 */
function useSeats(id, tokens) {
  const [found, setFound] = useState(
    /** @type {{ update: Update, seats: SeatView[], tokens: Record<number, string> } | null} */ (null),
  );
  const [problem, setProblem] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    let here = true;
    const ask = (/** @type {string} */ token) =>
      get(`/api/games/${encodeURIComponent(id)}`, { token }).then((/** @type {Update} */ update) => ({
        token,
        update,
        mine: update.table.seats.filter((seat) => seat.yours),
      }));
    Promise.all(tokens.map(ask)).then(
      (answers) => {
        if (!here) return;
        const pairs = answers.flatMap(({ token, mine }) => mine.map((seat) => ({ token, seat })));
        setFound({
          update: answers[0].update,
          seats: pairs.map(({ seat }) => seat),
          tokens: Object.fromEntries(pairs.map(({ token, seat }) => [seat.seat, token])),
        });
      },
      (error) => here && setProblem(errorStatus(error)),
    );
    return () => {
      here = false;
    };
  }, [id, tokens.join()]);
  return { found, problem };
}

/**
 * @param {object} props
 * @param {string} props.id
 * @param {SeatLink} props.link
 * @param {Update} props.update
 * @param {SeatView[]} props.seats
 * @param {Record<number, string>} props.tokens
 * @param {(joined: Joined) => void} props.onJoin
 */
function Invitation({ id, link, update, seats, tokens, onJoin }) {
  const { table, state } = update;
  const [first] = seats;
  const [name, setName] = useState(first.name ?? preferences().name);
  const invited = link.kind === "invitation";
  const { title, Picture } = factsOf(table.game);
  useTitle(title());
  const join = (/** @type {Event} */ event) => {
    event.preventDefault();
    const called = typedName(name);
    if (invited && called) setPreference("name", called);
    const renamed = invited && called !== (first.name ?? "");
    onJoin({ tokens, seat: first.seat, name: renamed ? called : null });
  };
  return html`<section class="join card" aria-labelledby="join-title">
    <div class="join-head">
      <${Picture} />
      <h1 id="join-title">${invited ? invitationTitle(update) : _("Continue on this device?")}</h1>
    </div>
    <${TableFacts} update=${update} />
    <form onSubmit=${join}>
      ${invited
        ? html`<label class="field">
            <span class="label">${_("Your name")}</span>
            <input
              type="text"
              maxlength="24"
              autocomplete="nickname"
              placeholder=${_("Player {number}", { number: first.seat + 1 })}
              value=${name}
              onInput=${(/** @type {InputChange} */ event) => setName(event.currentTarget.value)}
            />
          </label>`
        : html`<p>
            ${_("You play as {name}. Your other devices keep the seat too.", {
              name: isolated(seatNames(table)[first.seat]),
            })}
          </p>`}
      ${invited &&
      first.present &&
      html`<p class="warning" role="note">
        <${Icon} name="warning" />
        ${_("Someone is playing this seat right now. If that isn't you, ask for a link of your own.")}
      </p>`}
      <div class="actions">
        <button type="submit" class="button primary big">
          <${Icon} name="play" />${invited && !state.over ? _("Join the game") : _("Continue")}
        </button>
        ${(table.options?.spectators ?? true) &&
        html`<a class="button" href=${`/table/${encodeURIComponent(id)}`}>
          <${Icon} name="eye" />${_("Just watch")}
        </a>`}
      </div>
    </form>
  </section>`;
}

/** @param {Update} update */
function invitationTitle({ table }) {
  const game = factsOf(table.game).title();
  const host = table.seats.find((seat) => seat.host && !seat.yours && seat.name);
  if (!host) return _("You're invited to a game of {game}", { game });
  return rich("{name} invites you to a game of {game}", {
    name: html`<${Name} name=${host.name ?? ""} />`,
    game,
  });
}

/** Which game, which board, who plays, how far it is. @param {{ update: Update }} props */
function TableFacts({ update }) {
  const { table, state } = update;
  const names = seatNames(table);
  return html`<dl class="join-facts">
    <dt>${_("Board")}</dt>
    <dd>${boardName(table.board)}</dd>
    <dt>${_("Players")}</dt>
    <dd>
      <ul>
        ${table.seats.map(
          (seat, n) => html`<li key=${n}>
            <${Icon} name=${seat.kind === "bot" ? "bot" : "person"} />
            ${seat.yours ? _("You") : html`<${Name} name=${names[n]} />`}
          </li>`,
        )}
      </ul>
    </dd>
    ${
      table.options &&
      html`<dt>${_("Table options")}</dt>
        <dd>${optionsLine(table.options)}</dd>`
    }
    <dt>${_("Progress")}</dt>
    <dd>${progress(update)}</dd>
  </dl>`;
}

/** @param {Update} update */
function progress({ state }) {
  if (state.over) return _("The game is over");
  if (state.ply === 0) return _("Not started yet");
  return _("Round {round}", { round: state.round });
}
