/** Start of the analysis board: a new game, a position, a real table, a record, kept analyses. */
import { factsOf } from "../games/facts.js";
import { html, useRef, useState } from "../html.js";
import { _, ngettext } from "../i18n.js";
import { boardName, shortDate } from "../pages/labels.js";
import { RecordForm } from "../pages/record_form.js";
import { Segments } from "../pages/segments.js";
import { boardsOf, lastSetup } from "../pages/setup.js";
import { navigate } from "../router.js";
import { Icon } from "../tiles.js";
import { readRecord } from "./api.js";
import { forgetDamaged, forgetKept, keep, listKept, newId } from "./kept.js";
import { sizeOf, treeOf } from "./tree.js";

/** @import { Catalogue } from "../types.d.ts" */
/** @typedef {import("./api.js").RecordJson} RecordJson */
/** @typedef {import("./kept.js").KeptStudy} KeptStudy */

/** Largest file in bytes; the service reads no longer records for analysis. */
const LARGEST = 120_000;

/**
 * Keep a new analysis and open it.
 * @param {RecordJson} record
 * @param {{ manual?: boolean, title?: string }} [options]
 */
export function openAnalysis(record, { manual = false, title = "" } = {}) {
  const id = newId();
  keep({ id, title, record, route: [], manual });
  navigate(`/analysis/${id}`);
}

/**
 * The record of a game before its first deal, or from a position on.
 * @param {{ game: string, board: string, players: number, first?: number, position?: string | null }} start
 * @returns {RecordJson}
 */
export function newRecord({ game, board, players, first = 0, position = null }) {
  return {
    azulejos: 1,
    game,
    board,
    players,
    first_player: first,
    options: {},
    headers: {},
    position,
    comment: null,
    plies: [],
    scores: null,
    winners: [],
  };
}

/** @param {{ config: Catalogue }} props */
export function AnalysisHome({ config }) {
  return html`<div class="analysis-home">
    <header class="analysis-intro">
      <h1>${_("Analysis board")}</h1>
      <p>${_("Play any move, try other deals, and see what the strongest bot thinks of them. Nothing here changes a game.")}</p>
    </header>
    <div class="analysis-doors">
      <${NewAnalysis} config=${config} />
      <${OpenRecord} />
    </div>
    <${KeptAnalyses} />
  </div>`;
}

/** @param {{ config: Catalogue }} props */
function NewAnalysis({ config }) {
  const [start, setStart] = useState(() => {
    const { game, board, players } = lastSetup(config);
    return { game, board, players };
  });
  const change = (/** @type {Partial<typeof start>} */ news) => setStart({ ...start, ...news });
  const query = new URLSearchParams({ ...start, players: String(start.players) });
  return html`<section class="card analysis-new">
    <h2>${_("Start from")}</h2>
    <${Segments}
      legend=${_("Game")}
      name="game"
      options=${Object.keys(config.games).map((game) => [game, factsOf(game).title()])}
      value=${start.game}
      onChange=${(/** @type {string} */ game) => change({ game })}
    />
    <${Segments}
      legend=${_("Board")}
      name="board"
      options=${boardsOf(config, start.game).map((board) => [board, boardName(board)])}
      value=${start.board}
      onChange=${(/** @type {string} */ board) => change({ board })}
    />
    <${Segments}
      legend=${_("Number of players")}
      name="players"
      options=${[2, 3, 4].map((n) => [n, String(n)])}
      value=${start.players}
      onChange=${(/** @type {number} */ players) => change({ players })}
    />
    <ul class="doors analysis-ways">
      <li>
        <button type="button" class="door" onClick=${() => openAnalysis(newRecord(start))}>
          <${Icon} name="play" />
          <span class="door-words">
            <span class="door-name">${_("A new game")}</span>
            <span class="note">${_("Tiles are drawn at random, or you choose them.")}</span>
          </span>
        </button>
      </li>
      <li>
        <a class="door" href=${`/analysis/editor?${query}`}>
          <${Icon} name="settings" />
          <span class="door-words">
            <span class="door-name">${_("A position")}</span>
            <span class="note">${_("Set up any position by hand.")}</span>
          </span>
        </a>
      </li>
      <li>
        <button type="button" class="door" onClick=${() => openAnalysis(newRecord(start), { manual: true })}>
          <${Icon} name="person" />
          <span class="door-words">
            <span class="door-name">${_("A real table")}</span>
            <span class="note">${_("Enter the tiles and moves of a game you play at home.")}</span>
          </span>
        </button>
      </li>
    </ul>
  </section>`;
}

/** @param {string} record */
async function analyse(record) {
  openAnalysis((await readRecord({ record })).record);
}

function OpenRecord() {
  return html`<section class="card analysis-open">
    <h2>${_("Open a record")}</h2>
    <${RecordForm} largest=${LARGEST} icon="eye" label=${_("Analyse")} onRecord=${analyse} />
  </section>`;
}

function KeptAnalyses() {
  const [{ studies, damaged }, setKept] = useState(listKept);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const change = (/** @type {() => void} */ how) => {
    how();
    setKept(listKept());
    heading.current?.focus();
  };
  return html`<section class="card analysis-kept" aria-labelledby="kept-title">
    <h2 id="kept-title" ref=${heading} tabindex="-1">${_("My analyses")}</h2>
    ${studies.length === 0 &&
    html`<p class="nothing-yet">${_("No analyses yet. They are kept on this device as soon as you play a move.")}</p>`}
    <ul class="kept-list">
      ${studies.map(
        (study) => html`<li key=${study.id} class="kept-study">
          <a href=${`/analysis/${encodeURIComponent(study.id)}`}>
            <strong>${titleOf(study)}</strong>
            <span class="note">${detailsOf(study)}</span>
          </a>
          <button
            type="button"
            class="quiet icon-only"
            aria-label=${_("Delete this analysis")}
            title=${_("Delete this analysis")}
            onClick=${() => change(() => forgetKept(study.id))}
          >
            <${Icon} name="close" />
          </button>
        </li>`,
      )}
    </ul>
    ${damaged > 0 &&
    html`<p class="note" role="status">
      ${ngettext("{n} analysis is damaged and can't be opened.", "{n} analyses are damaged and can't be opened.", damaged)}
      ${" "}<button type="button" class="button quiet" onClick=${() => change(forgetDamaged)}>${_("Remove")}</button>
    </p>`}
  </section>`;
}

/** @param {KeptStudy} study */
function titleOf({ title, record }) {
  return title || factsOf(record.game).title();
}

/** @param {KeptStudy} study */
function detailsOf({ record, changed }) {
  const moves = ngettext("{n} step", "{n} steps", sizeOf(treeOf(record)));
  return [boardName(record.board), ngettext("{n} player", "{n} players", record.players), moves, shortDate(changed)].join(" · ");
}
