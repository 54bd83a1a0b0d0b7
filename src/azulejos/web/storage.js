/**
 * Local storage of this device's tables: seat tokens, invitations, and what the start page shows.
 * A token authorises moves at its seat, so tokens leave this browser only in links that a person
 * copies. Where the browser keeps nothing, they are in memory, and in the history's entry of the
 * table, which survives a reload.
 */

import { fitted, readList, writeList } from "./kept.js";
import { rememberResult } from "./own/results.js";

/** @import { Entry, Result, State, TableView } from "./types.d.ts" */

/**
 * @typedef {object} MyTable
 * @property {string} id
 * @property {string} game
 * @property {string} board
 * @property {number} players
 * @property {Record<string, string>} tokens        by seat: the seats played here
 * @property {Record<string, string>} invitations   by seat: the links for friends
 * @property {string[]} unplaced    tokens from a link, until the server says whose they are
 * @property {(string | null)[]} names
 * @property {(string | null)[]} bots    by seat: the level, where a bot plays
 * @property {string} created       ISO time
 * @property {boolean} finished
 * @property {number[]} scores      the last ones seen
 * @property {boolean} [guided]     a first game: good moves are lit, with tips
 */

const KEY = "azulejos.tables";
/** The oldest finished tables are dropped beyond this number. */
const MAX_TABLES = 100;
/** As many as the server reads. */
const MAX_TOKENS = 8;

/** The tables of this page, also where the storage is blocked or was cleared. @type {Map<string, MyTable>} */
const session = new Map();
let kept = true;
restoreFromHistory();

/** @returns {MyTable[]} newest first */
export function list() {
  const tables = stored();
  const known = new Set(tables.map((table) => table.id));
  return [...[...session.values()].filter((table) => !known.has(table.id)), ...tables];
}

/** @returns {MyTable[]} */
function stored() {
  return readList(KEY, ({ id }) => id && typeof id === "string").map(complete);
}

/** Whether this browser keeps what is stored. */
export function isKept() {
  return kept && canStore();
}

function canStore() {
  try {
    localStorage.setItem(`${KEY}.probe`, "1");
    localStorage.removeItem(`${KEY}.probe`);
    return true;
  } catch {
    return false;
  }
}

/** Where nothing is kept, the history's entry keeps the table across a reload. @param {string} id */
export function keepInHistory(id) {
  const table = find(id);
  if (table && !isKept()) history.replaceState({ ...history.state, table }, "");
}

function restoreFromHistory() {
  const table = globalThis.history?.state?.table;
  if (table?.id) session.set(table.id, complete(table));
}

/** @param {Partial<MyTable> & { id: string }} table @returns {MyTable} */
function complete(table) {
  const nothing = { game: "", board: "", players: 0, finished: false, created: "" };
  const empty = { tokens: {}, invitations: {}, unplaced: [], names: [], bots: [], scores: [] };
  return fitted(table, { id: table.id, ...nothing, ...empty });
}

/** @param {MyTable[]} tables */
function save(tables) {
  const chosen = tables.slice();
  while (chosen.length > MAX_TABLES) {
    const oldest = chosen.findLastIndex((table) => table.finished);
    const [dropped] = chosen.splice(oldest >= 0 ? oldest : chosen.length - 1, 1);
    session.delete(dropped.id);
  }
  // If the storage is full or forbidden, the game goes on, and the table says so.
  kept = writeList(KEY, chosen);
}

/** @param {string} id @returns {MyTable | undefined} */
export function find(id) {
  return list().find((table) => table.id === id);
}

/**
 * Store a table or update one: fields replace those stored, tokens are added.
 * @param {Partial<MyTable> & { id: string }} news
 */
export function remember(news) {
  const tables = list();
  const known = tables.find((table) => table.id === news.id);
  const created = known?.created || news.created || new Date().toISOString();
  const merged = complete({
    ...known,
    ...news,
    created,
    tokens: { ...known?.tokens, ...news.tokens },
    invitations: { ...known?.invitations, ...news.invitations },
  });
  session.set(merged.id, merged);
  const others = tables.filter((table) => table.id !== news.id);
  const place = known ? tables.indexOf(known) : 0;
  save([...others.slice(0, place), merged, ...others.slice(place)]);
}

/** @param {string} id */
export function forget(id) {
  session.delete(id);
  save(list().filter((table) => table.id !== id));
}

/**
 * The tokens of all seats that this device plays at a table.
 * @param {string} id
 * @returns {string[]}
 */
export function tokensOf(id) {
  const table = find(id);
  return table ? [...Object.values(table.tokens), ...table.unplaced].slice(-MAX_TOKENS) : [];
}

/** The tokens of this device's seats, by seat. @param {string} id @returns {Record<string, string>} */
export function tokensBySeat(id) {
  return find(id)?.tokens ?? {};
}

/**
 * Store a token before its seat has it: from then on either one may be the right one.
 * @param {string} id
 * @param {string} token
 */
export function expectToken(id, token) {
  remember({ id, unplaced: [...(find(id)?.unplaced ?? []), token] });
}

/**
 * The server has given a seat the expected token, or refused to.
 * @param {string} id
 * @param {number} seat
 * @param {string} token
 * @param {boolean} given
 */
export function settleToken(id, seat, token, given) {
  const unplaced = (find(id)?.unplaced ?? []).filter((known) => known !== token);
  remember(given ? { id, unplaced, tokens: { [seat]: token } } : { id, unplaced });
}

/**
 * The tokens of the seats for friends, by seat.
 * @param {string} id
 * @returns {Record<string, string>}
 */
export function invitationsOf(id) {
  return find(id)?.invitations ?? {};
}

/** Forget the invitations to seats that have a new token. @param {string} id @param {number[]} seats */
function dropInvitations(id, seats) {
  const invitations = invitationsOf(id);
  if (!seats.some((seat) => invitations[seat])) return;
  for (const seat of seats) delete invitations[seat];
  const tables = list().map((table) => (table.id === id ? { ...table, invitations } : table));
  for (const table of tables) if (session.has(table.id)) session.set(table.id, table);
  save(tables);
}

/**
 * Store what an update says: names, scores, and to which seat a token from a link belongs.
 * @param {{ table: TableView, state: State, entries?: Entry[], result?: Result | null }} update
 */
export function rememberUpdate({ table, state, entries = [], result }) {
  rememberResult(table, result);
  const renewed = entries.flatMap((entry) => (entry.kind === "new-token" ? [entry.seat] : []));
  dropInvitations(table.id, renewed);
  const known = find(table.id);
  const mine = table.seats.filter((seat) => seat.yours);
  const news = {
    id: table.id,
    game: table.game,
    board: table.board,
    players: table.players,
    names: table.seats.map((seat) => seat.name),
    bots: table.seats.map((seat) => seat.bot),
    finished: state.over,
    scores: state.boards.map((board) => board.score),
  };
  const unplaced = known?.unplaced ?? [];
  const free = mine.filter((seat) => !known?.tokens[seat.seat]);
  if (unplaced.length === 1 && free.length === 1) {
    remember({ ...news, tokens: { [free[0].seat]: unplaced[0] }, unplaced: [] });
  } else {
    remember(news);
  }
}
