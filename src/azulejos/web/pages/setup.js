/** Choices for a new game, stored on this device. */
import { typedName } from "../typed_name.js";

/** @import { Catalogue, NewTable, TableMade, TableOptions } from "../types.d.ts" */
/** @typedef {import("../storage.js").MyTable} MyTable */

/**
 * @typedef {object} SeatChoice
 * @property {"me" | "here" | "friend" | "open" | "bot"} kind   open: anyone can take the seat
 * @property {string} bot     the level, where a bot plays
 * @property {string} name    may be empty
 *
 * @typedef {object} Setup
 * @property {string} game
 * @property {string} board
 * @property {number} players
 * @property {SeatChoice[]} seats    always four; the first `players` count
 * @property {"random" | number} first
 * @property {OptionChoice} options
 *
 * @typedef {object} OptionChoice
 * @property {"usual" | "on" | "off"} hints   usual: the service decides by the seats
 * @property {"free" | "consent" | "off"} undo
 * @property {"none" | "player" | "move"} time
 * @property {number} minutes     for all moves of a player …
 * @property {number} increment   … and seconds that are added after each
 * @property {number} days        for each move
 * @property {boolean} spectators
 */

const KEY = "azulejos.newgame";
export const MAX_SEATS = 4;
/** Times to choose from. */
export const MINUTES = [3, 5, 10, 15, 20, 30, 45, 60, 90];
export const INCREMENTS = [0, 5, 10, 15, 30];
export const DAYS = [1, 2, 3, 5, 7, 14];

/** @type {Readonly<OptionChoice>} */
const USUAL_OPTIONS = Object.freeze({
  hints: "usual",
  undo: "free",
  time: "none",
  minutes: 15,
  increment: 10,
  days: 2,
  spectators: true,
});
/** @type {Partial<Record<keyof OptionChoice, readonly unknown[]>>} */
const CHOICES = {
  hints: ["usual", "on", "off"],
  undo: ["free", "consent", "off"],
  time: ["none", "player", "move"],
  minutes: MINUTES,
  increment: INCREMENTS,
  days: DAYS,
  spectators: [true, false],
};

/**
 * The last choices on this device, as far as this server still offers them.
 * @param {Catalogue} config
 * @returns {Setup}
 */
export function lastSetup(config) {
  const stored = read();
  const game = stored.game in config.games ? stored.game : Object.keys(config.games)[0];
  const boards = boardsOf(config, game);
  const players = [2, 3, 4].includes(stored.players) ? stored.players : 2;
  const first = Number.isInteger(stored.first) && stored.first < players ? stored.first : "random";
  const seats = Array.from({ length: MAX_SEATS }, (_seat, n) => {
    const seat = { ...defaultSeat(config, n), ...stored.seats?.[n] };
    return config.bots.includes(seat.bot) ? seat : { ...seat, bot: config.usual_bot };
  });
  const board = boards.includes(stored.board) ? stored.board : boards[0];
  return { game, board, players, seats, first, options: storedOptions(stored.options) };
}

/** The stored options that can still be chosen, and the usual ones. @param {any} stored @returns {OptionChoice} */
function storedOptions(stored) {
  const known = Object.entries(CHOICES).filter(([name, choices]) => choices.includes(stored?.[name]));
  return { ...USUAL_OPTIONS, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) };
}

/**
 * The options as the service knows them.
 * @param {OptionChoice} chosen
 * @returns {Omit<TableOptions, "hints"> & { hints: boolean | null }}
 */
export function chosenOptions({ hints, undo, time, minutes, increment, days, spectators }) {
  /** @type {Record<OptionChoice["time"], TableOptions["time"]>} */
  const times = {
    none: null,
    player: { kind: "player", minutes, increment },
    move: { kind: "move", days },
  };
  return { hints: hints === "usual" ? null : hints === "on", undo, time: times[time], spectators };
}

/**
 * A game of two against a bot, with the game and the board of the last time.
 * @param {Catalogue} config
 * @param {string} bot
 * @returns {Setup}
 */
export function duel(config, bot) {
  const seats = Array.from({ length: MAX_SEATS }, (_seat, n) => ({ ...defaultSeat(config, n), bot }));
  return { ...lastSetup(config), players: 2, seats, first: "random" };
}

/**
 * The same game with a friend at another seat, unless there is one already.
 * @param {Setup} setup
 * @returns {Setup}
 */
export function withFriend(setup) {
  const seats = setup.seats.slice(0, setup.players);
  if (seats.some((seat) => seat.kind === "friend")) return setup;
  const index = seats.findIndex((seat) => seat.kind !== "me");
  return withSeat(setup, index, { kind: "friend" });
}

/** The sides of a game's board. @param {Catalogue} config @param {string} game */
export function boardsOf(config, game) {
  return config.games[/** @type {keyof Catalogue["games"]} */ (game)].boards;
}

/** @param {Catalogue} config @param {number} n @returns {SeatChoice} */
function defaultSeat(config, n) {
  return { kind: n === 0 ? "me" : "bot", bot: config.usual_bot, name: "" };
}

/** @returns {any} stored data, which any version may have written */
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
 * Change a seat. At most one is "me": the previous one becomes another person on this screen.
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
 * The request for the server.
 * @param {Setup} setup
 * @param {string} myName
 * @returns {NewTable}
 */
export function requestOf(setup, myName) {
  return {
    game: setup.game,
    board: setup.board,
    first: setup.first,
    seats: setup.seats.slice(0, setup.players).map(({ kind, bot, name }) => {
      if (kind === "bot") return { kind, bot };
      if (kind === "open") return { kind };
      const called = typedName(kind === "me" ? myName : name);
      return called ? { kind, name: called } : { kind };
    }),
    options: chosenOptions(setup.options),
  };
}

/**
 * The new table as this device stores it.
 * @param {Setup} setup
 * @param {NewTable} request
 * @param {TableMade} answer
 */
export function tableOf(setup, request, answer) {
  const tokensOf = (/** @type {boolean} */ friends) =>
    Object.fromEntries(
      answer.seats.flatMap(({ seat, kind, token }) =>
        token && (kind === "friend") === friends ? [[seat, token]] : [],
      ),
    );
  return {
    id: answer.id,
    game: setup.game,
    board: setup.board,
    players: setup.players,
    names: request.seats.map((seat) => seat.name ?? null),
    bots: request.seats.map((seat) => seat.bot ?? null),
    tokens: tokensOf(false),
    invitations: tokensOf(true),
    finished: false,
  };
}
