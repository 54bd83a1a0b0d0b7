/** Moves and their costs in whole sentences, with pictures of tiles in place of colour words. */
import { factsOf } from "../games/facts.js";
import { html } from "../html.js";
import { _, ngettext, rich } from "../i18n.js";
import { Pile, Tile, pileText } from "../tiles.js";
import { pointsText, signed } from "./names.js";

/** Points as a sign that is read out in words. */
export function Points({ value }) {
  return html`<span class=${`points ${value < 0 ? "cost" : "gain"}`}>
    <span aria-hidden="true">${signed(value)}</span
    ><span class="visually-hidden">${pointsText(value)}</span>
  </span>`;
}

/** A pile as a picture, for sentences. */
export function pictureOf(game) {
  return (tiles) => html`<${Pile} game=${game} tiles=${tiles} class="inline" />`;
}

/** A pile as words, for those who listen. */
export function wordsOf(game) {
  return (tiles) => pileText(game, tiles);
}

/** What an option does: "Take ▣▣ from factory 3 to line 4". */
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
      return rich("Place {tile}, paying {tiles}", {
        tile: html`<${Tile} game=${game} colour=${option.colour} label=${true} class="inline" />`,
        tiles: picture(option.pays),
      });
    case "bonus":
      return rich("Take {tiles} from the supply", { tiles: picture(option.tiles) });
    default:
      return describePass(option, picture);
  }
}

function describeDraft(option, picture) {
  const values = { tiles: picture(option.taken), factory: option.source, line: option.destination };
  const centre = option.source === 0;
  if (option.destination === undefined) {
    return centre
      ? rich("Take {tiles} from the centre", values)
      : rich("Take {tiles} from factory {factory}", values);
  }
  if (option.destination === 0) {
    return centre
      ? rich("Take {tiles} from the centre to the floor line", values)
      : rich("Take {tiles} from factory {factory} to the floor line", values);
  }
  return centre
    ? rich("Take {tiles} from the centre to line {line}", values)
    : rich("Take {tiles} from factory {factory} to line {line}", values);
}

function describePass(option, picture) {
  return Object.keys(option.kept).length
    ? rich("Pass and keep {tiles}", { tiles: picture(option.kept) })
    : [_("Pass and keep nothing")];
}

/** The points an option brings at once or at the end of the round, all together. */
export function totalPoints(option) {
  return (option.points ?? 0) + (option.penalty ?? 0);
}

/** A warning as a sentence that states the cost. */
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
      return [_("You could still place a tile.")];
    default:
      return [_("This may cost you.")];
  }
}
