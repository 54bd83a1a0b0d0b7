/** The choices for a new game: remembered, corrected, and sent to the server. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { localStorage, page } from "./page.js";

const { lastSetup, rememberSetup, requestOf, tableOf, withPlayers, withSeat } =
  await page("pages/setup.js");
const KEY = "azulejos.newgame";
const CONFIG = {
  games: {
    azul: { boards: ["coloured", "grey"] },
    "summer-pavilion": { boards: ["coloured", "grey"] },
  },
  bots: ["beginner", "strong"],
  usual_bot: "beginner",
};

beforeEach(() => localStorage.clear());

test("the first game is against the usual bot", () => {
  const setup = lastSetup(CONFIG);
  assert.equal(setup.game, "azul");
  assert.equal(setup.board, "coloured");
  assert.equal(setup.players, 2);
  assert.equal(setup.first, "random");
  assert.deepEqual(
    setup.seats.map((seat) => seat.kind),
    ["me", "bot", "bot", "bot"],
  );
  assert.equal(setup.seats[1].bot, "beginner");
});

test("the last choices are remembered", () => {
  const chosen = withPlayers(withSeat(lastSetup(CONFIG), 1, { kind: "bot", bot: "strong" }), 3);
  rememberSetup({ ...chosen, game: "summer-pavilion", board: "grey", first: 2 });
  assert.deepEqual(lastSetup(CONFIG), {
    ...chosen,
    game: "summer-pavilion",
    board: "grey",
    first: 2,
  });
});

test("choices that the server does not offer any more are replaced", () => {
  const stored = { game: "chess", board: "red", players: 7, first: 3, seats: [{ bot: "gone" }] };
  localStorage.setItem(KEY, JSON.stringify(stored));
  assert.deepEqual(lastSetup(CONFIG), { ...lastSetup(CONFIG), game: "azul", board: "coloured" });
  assert.equal(lastSetup(CONFIG).players, 2);
  assert.equal(lastSetup(CONFIG).first, "random");
  assert.equal(lastSetup(CONFIG).seats[0].bot, "beginner");
});

test("a damaged storage gives the usual choices", () => {
  for (const damaged of ["{", "null"]) {
    localStorage.setItem(KEY, damaged);
    assert.equal(lastSetup(CONFIG).game, "azul");
  }
});

test("one seat at most is mine", () => {
  const setup = withSeat(lastSetup(CONFIG), 2, { kind: "me" });
  assert.deepEqual(
    setup.seats.map((seat) => seat.kind),
    ["here", "bot", "me", "bot"],
  );
});

test("chance decides when the first player's seat is gone", () => {
  const four = { ...withPlayers(lastSetup(CONFIG), 4), first: 3 };
  assert.equal(withPlayers(four, 3).first, "random");
  assert.equal(withPlayers({ ...four, first: 1 }, 3).first, 1);
});

test("the request names people and bots", () => {
  const setup = withSeat(lastSetup(CONFIG), 1, { kind: "friend", name: "  Ada " });
  assert.deepEqual(requestOf(setup, " "), {
    game: "azul",
    board: "coloured",
    first: "random",
    seats: [{ kind: "me" }, { kind: "friend", name: "Ada" }],
    options: { hints: null, undo: "free", time: null, spectators: true },
  });
});

test("anyone can take an open seat, whatever name was written there before", () => {
  const setup = withSeat(lastSetup(CONFIG), 1, { kind: "open", name: "Ada" });
  assert.deepEqual(requestOf(setup, "Me").seats, [{ kind: "me", name: "Me" }, { kind: "open" }]);
});

test("chosen options are sent as the service knows them", () => {
  const setup = lastSetup(CONFIG);
  const asked = (news) => requestOf({ ...setup, options: { ...setup.options, ...news } }, "").options;
  assert.equal(asked({ hints: "on" }).hints, true);
  assert.equal(asked({ hints: "off" }).hints, false);
  assert.equal(asked({ undo: "consent" }).undo, "consent");
  assert.equal(asked({ spectators: false }).spectators, false);
  const minutes = asked({ time: "player", minutes: 10, increment: 5 });
  assert.deepEqual(minutes.time, { kind: "player", minutes: 10, increment: 5 });
  assert.deepEqual(asked({ time: "move", days: 3 }).time, { kind: "move", days: 3 });
});

test("options are remembered as far as they can still be chosen", () => {
  const setup = lastSetup(CONFIG);
  rememberSetup({ ...setup, options: { ...setup.options, undo: "off", minutes: 4, speed: 9 } });
  assert.deepEqual(lastSetup(CONFIG).options, { ...setup.options, undo: "off" });
});

test("the tokens of friends are invitations", () => {
  const setup = withSeat(lastSetup(CONFIG), 1, { kind: "friend", name: "Ada" });
  const seats = [
    { seat: 0, kind: "me", token: "mine" },
    { seat: 1, kind: "friend", token: "theirs" },
  ];
  const table = tableOf(setup, requestOf(setup, "Me"), { id: "a", seats });
  assert.deepEqual(table.tokens, { 0: "mine" });
  assert.deepEqual(table.invitations, { 1: "theirs" });
  assert.deepEqual(table.names, ["Me", "Ada"]);
});
