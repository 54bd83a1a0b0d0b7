/**
 * Registry of the games: the words, tile shapes and habits of each game that pages look up.
 * What draws a game's boards is in views.js, so that the start page does not load it.
 */
import { azul } from "./azul/facts.js";
import { pavilion } from "./pavilion/facts.js";

/** @typedef {import("../html.js").View} View */

/**
 * @typedef {object} TileFacts
 * @property {string} colours   letters in the order of the rulebook
 * @property {string} sprite    prefix of the sprite's symbols: "azul" for #azul-b
 * @property {string} shape     class of a drawn tile
 * @property {string} box       view box of a drawn tile
 * @property {number} ratio     height of a tile by its width
 *
 * @typedef {object} GameFacts
 * @property {string} id                    the server's name of the game
 * @property {() => string} title
 * @property {() => string} summary         for the card of the start page
 * @property {() => string} greySide        how the grey side of the board is played
 * @property {() => string} rulesTitle
 * @property {() => string} rulesLink
 * @property {() => Promise<import("../rules/parts.js").RulesSection[]>} loadRules
 * @property {() => Promise<import("preact").FunctionComponent<any>>} loadEditor   the fields of the position editor
 * @property {() => Promise<import("../help/sheet.js").Sign[]>} loadSigns   signs on the table
 * @property {() => string} lastRound       announcement of the last round
 * @property {() => string} tieBreak        what decided between equal points; may be empty
 * @property {(tile: View) => View[]} unplaceable   warning that a tile has no place any more
 * @property {{ icon: string, name: () => string }} discards
 * @property {TileFacts} tiles
 * @property {boolean} draftsToLine         drafted tiles are placed on a line in the same move
 * @property {boolean} markerOnFloor        the starting player marker lies on the floor line
 * @property {() => View} Picture            a small picture of the game
 */

/** By the server's name. @type {Record<string, GameFacts>} */
export const GAMES = { [azul.id]: azul, [pavilion.id]: pavilion };

/** The game whose rules are linked where no game is open. */
export const DEFAULT_GAME = azul.id;

/** The game of a lesson, whose name begins with it. @param {string} lesson */
export function gameOfLesson(lesson) {
  return Object.keys(GAMES).find((game) => lesson.startsWith(game)) ?? DEFAULT_GAME;
}

/**
 * The facts of a game. A table from an invitation has no game until the server's first update.
 * @param {string} game
 * @returns {GameFacts}
 */
export function factsOf(game) {
  return GAMES[game] ?? GAMES[DEFAULT_GAME];
}
