/**
 * Local storage of this device's tables: seat tokens, invitations, and what the start page shows.
 * A token authorises moves at its seat, so tokens never leave this browser.
 */

/** @import { State, TableView } from "./types.d.ts" */

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
 */

const KEY = "azulejos.tables";
/** The oldest finished tables are dropped beyond this number. */
const MAX_TABLES = 100;

/** @returns {MyTable[]} newest first */
export function list() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((table) => table?.id).map(complete) : [];
  } catch {
    return [];
  }
}

/** @param {Partial<MyTable> & { id: string }} table @returns {MyTable} */
function complete(table) {
  const nothing = { game: "", board: "", players: 0, finished: false, created: "" };
  const empty = { tokens: {}, invitations: {}, unplaced: [], names: [], bots: [], scores: [] };
  return { ...nothing, ...empty, ...table };
}

/** @param {MyTable[]} tables */
function save(tables) {
  const kept = tables.slice();
  while (kept.length > MAX_TABLES) {
    const oldest = kept.findLastIndex((table) => table.finished);
    kept.splice(oldest >= 0 ? oldest : kept.length - 1, 1);
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The storage is full or forbidden: the game goes on without being remembered.
  }
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
  const others = tables.filter((table) => table.id !== news.id);
  const place = known ? tables.indexOf(known) : 0;
  save([...others.slice(0, place), merged, ...others.slice(place)]);
}

/** @param {string} id */
export function forget(id) {
  save(list().filter((table) => table.id !== id));
}

/**
 * The tokens of all seats that this device plays at a table.
 * @param {string} id
 * @returns {string[]}
 */
export function tokensOf(id) {
  const table = find(id);
  return table ? [...Object.values(table.tokens), ...table.unplaced] : [];
}

/**
 * The tokens of the seats for friends, by seat.
 * @param {string} id
 * @returns {Record<string, string>}
 */
export function invitationsOf(id) {
  return find(id)?.invitations ?? {};
}

/**
 * Store the token of an invitation that was opened on this device.
 * @param {string} id
 * @param {string} token
 */
export function acceptToken(id, token) {
  const table = find(id);
  if (tokensOf(id).includes(token)) return;
  const invited = Object.entries(table?.invitations ?? {}).find(([, known]) => known === token);
  if (invited) remember({ id, tokens: { [invited[0]]: token } });
  else remember({ id, unplaced: [...(table?.unplaced ?? []), token] });
}

/**
 * Store what an update says: names, scores, and to which seat a token from a link belongs.
 * @param {{ table: TableView, state: State }} update
 */
export function rememberUpdate({ table, state }) {
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
