/** The games of this device, running ones first. */
import { html, useEffect, useRef, useState } from "../html.js";
import { errorStatus, get } from "../api.js";
import { factsOf } from "../games/facts.js";
import { forget, list, rememberUpdate, tokensOf } from "../storage.js";
import { dueAt, mistakes } from "../own/mistakes.js";
import { seatNames } from "../table/names.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";
import { boardName, nameList, shortDate } from "./labels.js";

/** @import { SeatView, Update } from "../types.d.ts" */
/** @typedef {import("../storage.js").MyTable} MyTable */
/** @typedef {Record<string, "mine" | "gone">} News   by table */

/** Number of running games whose state is fetched. */
const MAX_FETCHED = 6;

export function MyGames() {
  const [tables, setTables] = useState(list);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const news = useNews(tables, () => setTables(list()));
  const running = tables.filter((table) => !table.finished);
  const finished = tables.filter((table) => table.finished);
  const remove = (/** @type {string} */ id) => {
    forget(id);
    setTables(list());
    // The pressed button is gone: move the focus to the heading.
    heading.current?.focus();
  };
  return html`<section class="my-games card" aria-labelledby="my-games-title">
    <h2 id="my-games-title" ref=${heading} tabindex="-1">${_("My games")}</h2>
    ${tables.length === 0 &&
    html`<p class="nothing-yet">${_("No games yet. Start one and it will show up here.")}</p>`}
    ${running.length > 0 &&
    html`<h3>${_("In progress")}</h3>
      <${GameList} tables=${running} news=${news} onRemove=${remove} />`}
    ${finished.length > 0 &&
    html`<h3>${_("Finished")}</h3>
      <${GameList} tables=${finished} news=${news} onRemove=${remove} />`}
    <${OwnPlay} />
  </section>`;
}

/** The ways to statistics and mistakes, once there is something to see. */
function OwnPlay() {
  const due = dueAt(mistakes(), new Date()).length;
  return html`<nav class="own-links" aria-label=${_("My play")}>
    <a class="button quiet" href="/statistics"><${Icon} name="chart" />${_("Statistics")}</a>
    <a class="button quiet" href="/mistakes">
      <${Icon} name="replay" />${_("My mistakes")}
      ${due > 0 && html`<span class="turn-badge numbers">${due}</span>`}
    </a>
  </nav>`;
}

/**
 * The state of the running games as a hook: my turn, or gone.
 * @param {MyTable[]} tables
 * @param {() => void} onLearned
 */
function useNews(tables, onLearned) {
  const [news, setNews] = useState(/** @type {News} */ ({}));
  useEffect(() => {
    let here = true;
    const ask = async (/** @type {MyTable} */ table) => {
      try {
        const token = tokensOf(table.id).join(".");
        /** @type {Update} */
        const update = await get(`/api/games/${encodeURIComponent(table.id)}`, { token });
        if (!here) return;
        rememberUpdate(update);
        onLearned();
        const mine = update.state.to_play !== null && table.tokens[update.state.to_play];
        if (mine) setNews((known) => ({ ...known, [table.id]: "mine" }));
      } catch (problem) {
        if (!here || errorStatus(problem) !== 404) return;
        setNews((known) => ({ ...known, [table.id]: "gone" }));
      }
    };
    const running = tables.filter((table) => !table.finished).slice(0, MAX_FETCHED);
    running.forEach((table) => void ask(table));
    return () => {
      here = false;
    };
  }, []);
  return news;
}

/** @param {{ tables: MyTable[], news: News, onRemove: (id: string) => void }} props */
function GameList({ tables, news, onRemove }) {
  return html`<ul class="game-list">
    ${tables.map(
      (table) => html`<${GameItem}
        key=${table.id}
        table=${table}
        news=${news[table.id]}
        onRemove=${onRemove}
      />`,
    )}
  </ul>`;
}

/** @param {{ table: MyTable, news?: "mine" | "gone", onRemove: (id: string) => void }} props */
function GameItem({ table, news, onRemove }) {
  const [asking, setAsking] = useState(false);
  const { id, finished } = table;
  const mine = Object.keys(table.tokens).length + table.unplaced.length > 0;
  const { title, Picture } = factsOf(table.game);
  const what = _("{game}, {date}", { game: title(), date: shortDate(table.created) });
  // Forgetting a running game gives up the seat, so ask first.
  const remove = () => (finished || !mine || news === "gone" ? onRemove(id) : setAsking(true));
  return html`<li class="game-item">
    <${Picture} />
    <div class="game-item-words">
      <p class="game-item-title">
        ${title()}
        ${news === "mine" && html`<span class="turn-badge">${_("Your turn")}</span>`}
      </p>
      <p class="note">${people(table)}</p>
      <p class="note">
        ${news === "gone"
          ? _("This game is no longer on the server.")
          : _("{board} · {date}", { board: boardName(table.board), date: shortDate(table.created) })}
      </p>
    </div>
    <button
      type="button"
      class="quiet icon-only game-item-remove"
      aria-label=${_("Remove: {what}", { what })}
      title=${_("Remove")}
      onClick=${remove}
    >
      <${Icon} name="close" />
    </button>
    ${asking
      ? html`<div class="game-item-actions" role="group">
          <p class="note">${_("This device will forget your seat.")}</p>
          <button type="button" class="button danger" onClick=${() => onRemove(id)}>
            ${_("Remove")}
          </button>
          <button type="button" class="button" onClick=${() => setAsking(false)}>${_("Keep")}</button>
        </div>`
      : html`<div class="game-item-actions">
          ${!finished &&
          news !== "gone" &&
          html`<a
            class="button"
            href=${`/table/${id}`}
            aria-label=${mine ? _("Continue: {what}", { what }) : _("Watch: {what}", { what })}
          >
            ${mine ? _("Continue") : _("Watch")}
          </a>`}
          ${finished &&
          html`<a class="button" href=${`/table/${id}`} aria-label=${_("Result: {what}", { what })}>
              ${_("Result")}
            </a>
            <a class="button" href=${`/replay/${id}`} aria-label=${_("Replay: {what}", { what })}>
              ${_("Replay")}
            </a>
            <a class="button" href=${`/review/${id}`} aria-label=${_("Review: {what}", { what })}>
              ${_("Review")}
            </a>`}
        </div>`}
  </li>`;
}

/** The players, with the scores of a finished game. @param {MyTable} table */
function people(table) {
  const seats = Array.from({ length: table.players }, (_seat, seat) => {
    const bot = table.bots[seat] ?? null;
    /** @type {SeatView["kind"]} */
    const kind = bot ? "bot" : "person";
    return { seat, name: table.names[seat] ?? null, kind, bot };
  });
  const names = seatNames({ seats });
  if (!table.finished || table.scores.length === 0) return nameList(names);
  return nameList(
    names.map((name, n) => _("{name} {points}", { name, points: table.scores[n] })),
  );
}
