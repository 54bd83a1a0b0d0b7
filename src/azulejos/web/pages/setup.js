/** What a new game is made of, remembered from the last time. Knows no views. */

/**
 * @typedef {object} SeatChoice
 * @property {"me" | "here" | "friend" | "bot"} kind
 * @property {string} bot     the level, when a bot sits here
 * @property {string} name    may be empty
 *
 * @typedef {object} Setup
 * @property {string} game
 * @property {string} board
 * @property {number} players
 * @property {SeatChoice[]} seats    always four; the first `players` count
 * @property {"random" | number} first
 */

const KEY = "azulejos.newgame";
export const MOST_SEATS = 4;

/**
 * The last choices on this device, as far as this server still offers them.
 * @param {any} config
 * @returns {Setup}
 */
export function lastSetup(config) {
  const stored = read();
  const game = stored.game in config.games ? stored.game : Object.keys(config.games)[0];
  const boards = config.games[game].boards;
  const players = [2, 3, 4].includes(stored.players) ? stored.players : 2;
  const first = Number.isInteger(stored.first) && stored.first < players ? stored.first : "random";
  const seats = Array.from({ length: MOST_SEATS }, (_seat, n) => {
    const seat = { ...defaultSeat(config, n), ...stored.seats?.[n] };
    return config.bots.includes(seat.bot) ? seat : { ...seat, bot: config.usual_bot };
  });
  const board = boards.includes(stored.board) ? stored.board : boards[0];
  return { game, board, players, seats, first };
}

/** @param {any} config @param {number} n @returns {SeatChoice} */
function defaultSeat(config, n) {
  return { kind: n === 0 ? "me" : "bot", bot: config.usual_bot, name: "" };
}

/** @returns {any} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Setup} setup */
export function rememberSetup(setup) {
  try {
    localStorage.setItem(KEY, JSON.stringify(setup));
  } catch {
    // Without storage the next game begins with the usual choices.
  }
}

/**
 * Another choice for a seat. There is one "me" at most: who sat there before stays on this screen.
 * @param {Setup} setup
 * @param {number} index
 * @param {Partial<SeatChoice>} change
 * @returns {Setup}
 */
export function withSeat(setup, index, change) {
  const seats = setup.seats.map((seat, n) => {
    if (n === index) return { ...seat, ...change };
    const displaced = change.kind === "me" && seat.kind === "me";
    return displaced ? { ...seat, kind: /** @type {const} */ ("here") } : seat;
  });
  return { ...setup, seats };
}

/**
 * @param {Setup} setup
 * @param {number} players
 * @returns {Setup}
 */
export function withPlayers(setup, players) {
  const first = setup.first !== "random" && setup.first >= players ? "random" : setup.first;
  return { ...setup, players, first };
}

/**
 * What the server is asked for.
 * @param {Setup} setup
 * @param {string} myName
 */
export function requestOf(setup, myName) {
  return {
    game: setup.game,
    board: setup.board,
    first: setup.first,
    seats: setup.seats.slice(0, setup.players).map(({ kind, bot, name }) => {
      if (kind === "bot") return { kind, bot };
      const called = (kind === "me" ? myName : name).trim();
      return called ? { kind, name: called } : { kind };
    }),
  };
}

/**
 * How this device remembers the game that was made.
 * @param {Setup} setup
 * @param {any} request
 * @param {{ id: string, seats: { seat: number, kind: string, token: string | null }[] }} answer
 */
export function tableOf(setup, request, answer) {
  const tokens = answer.seats.filter(({ token, kind }) => token && kind !== "friend");
  const invitations = answer.seats.filter(({ token, kind }) => token && kind === "friend");
  const bySeat = (/** @type {any[]} */ seats) =>
    Object.fromEntries(seats.map(({ seat, token }) => [seat, token]));
  return {
    id: answer.id,
    game: setup.game,
    board: setup.board,
    players: setup.players,
    names: request.seats.map((/** @type {any} */ seat) => seat.name ?? null),
    bots: request.seats.map((/** @type {any} */ seat) => seat.bot ?? null),
    tokens: bySeat(tokens),
    invitations: bySeat(invitations),
    finished: false,
  };
}
