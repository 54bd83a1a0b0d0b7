/** Options as sentences, with pictures of tiles in place of colour words. */
import { factsOf } from "../games/facts.js";
import { html } from "../html.js";
import { _, ngettext, rich } from "../i18n.js";
import { Pile, Tile, pileText } from "../tiles.js";
import { pointsText, signed } from "./names.js";
import { paidWith } from "./options.js";

/** @import { Option, OptionWarning, PavilionPass, PavilionPlace } from "../types.d.ts" */
/** @typedef {import("../html.js").View} View */
/** @typedef {import("../tiles.js").PileOfTiles} PileOfTiles */
/** @typedef {import("./options.js").Draft} Draft */
/** @typedef {(tiles: PileOfTiles) => View} ShowPile */

/** Points as a sign that is read out in words. @param {{ value: number }} props */
export function Points({ value }) {
  return html`<span class=${`points ${value < 0 ? "cost" : "gain"}`}>
    <span aria-hidden="true">${signed(value)}</span
    ><span class="visually-hidden">${pointsText(value)}</span>
  </span>`;
}

/** Shows piles as pictures. @param {string} game @returns {ShowPile} */
export function pictureOf(game) {
  return (tiles) => html`<${Pile} game=${game} tiles=${tiles} class="inline" />`;
}

/** Shows piles as words, for screen readers. @param {string} game @returns {ShowPile} */
export function wordsOf(game) {
  return (tiles) => pileText(game, tiles);
}

/** An option as a sentence: "Take ▣▣ from factory 3 to line 4". @param {string} game @param {Option} option */
export function describeOption(game, option) {
  const picture = pictureOf(game);
  switch (option.kind) {
    case "draft":
      return describeDraft(option, picture);
    case "tile":
      return rich("Row {row}: place the tile in column {column}", {
        row: option.row + 1,
        column: option.column + 1,
      });
    case "place":
      return describePlacement(game, option, picture);
    case "bonus":
      return rich("Take {tiles} from the supply", { tiles: picture(option.tiles) });
    default:
      return describePass(option, picture);
  }
}

/**
 * As in the log: the tile that is placed, and what is paid besides it.
 * @param {string} game
 * @param {PavilionPlace} option
 * @param {ShowPile} picture
 */
function describePlacement(game, option, picture) {
  const paid = paidWith(option);
  const tile = html`<${Tile} game=${game} colour=${option.colour} label=${true} class="inline" />`;
  return Object.keys(paid).length
    ? rich("Place {tile} and pay {tiles}", { tile, tiles: picture(paid) })
    : rich("Place {tile}", { tile });
}

/** @param {Draft} option @param {ShowPile} picture */
function describeDraft(option, picture) {
  const destination = "destination" in option ? option.destination : null;
  const values = { tiles: picture(option.taken), factory: option.source, line: destination };
  const centre = option.source === 0;
  if (destination === null) {
    return centre
      ? rich("Take {tiles} from the centre", values)
      : rich("Take {tiles} from factory {factory}", values);
  }
  if (destination === 0) {
    return centre
      ? rich("Take {tiles} from the centre to the floor line", values)
      : rich("Take {tiles} from factory {factory} to the floor line", values);
  }
  return centre
    ? rich("Take {tiles} from the centre to line {line}", values)
    : rich("Take {tiles} from factory {factory} to line {line}", values);
}

/** @param {PavilionPass} option @param {ShowPile} picture */
function describePass(option, picture) {
  return Object.keys(option.kept).length
    ? rich("Pass and keep {tiles}", { tiles: picture(option.kept) })
    : [_("Pass and keep nothing")];
}

/** Points of an option, at once and at the end of the round. @param {Option} option */
export function totalPoints(option) {
  const penalty = "penalty" in option ? option.penalty : 0;
  return "points" in option ? option.points + penalty : 0;
}

/** A warning as a sentence. @param {string} game @param {OptionWarning} warning @returns {View[]} */
export function warningText(game, warning) {
  switch (warning.code) {
    case "floor":
      return [
        ngettext(
          "This drops {n} tile to the floor line ({points}).",
          "This drops {n} tiles to the floor line ({points}).",
          warning.tiles,
          { points: signed(warning.points) },
        ),
      ];
    case "discards":
      return [
        ngettext(
          "This throws {n} tile away ({points}).",
          "This throws {n} tiles away ({points}).",
          warning.tiles,
          { points: signed(warning.points) },
        ),
      ];
    case "unplaceable":
      return factsOf(game).unplaceable(
        html`<${Tile} game=${game} colour=${warning.colour} label=${true} class="inline" />`,
      );
    case "could-place":
      return [_("You can still place a tile.")];
    default:
      return [_("This may cost you points.")];
  }
}
