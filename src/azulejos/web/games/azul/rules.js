/** The rules of Azul for the page. The engine's are in docs/rules-azul.md; both must agree. */
import { html } from "../../html.js";
import { _, rich } from "../../i18n.js";
import {
  BoardFigure,
  BonusFigure,
  DestinationFigure,
  FloorFigure,
  GreyFigure,
  ScoringFigure,
  TakingFigure,
  TilingFigure,
} from "./figures.js";
import {
  answers,
  beside,
  items,
  marker,
  paragraph,
  rowsOfNumbers,
  section,
  table,
  text,
  tiles,
} from "../../rules/parts.js";

const GAME = "azul";

export function sections() {
  return [goal(), things(), setup(), taking(), placing(), tiling(), floor(), end(), grey(), doubt()];
}

function goal() {
  return section(
    "goal",
    _("Goal"),
    text(
      paragraph(
        _(
          "Tile the wall of a palace. Every tile you place on your wall scores points, and more if it touches others; tiles you take but can't use cost points. The player with the most points at the end wins.",
        ),
      ),
    ),
  );
}

function things() {
  const title = _("Components");
  return section(
    "things",
    title,
    beside(
      html`<${BoardFigure} title=${title} />`,
      items(
        rich("A bag with 100 tiles, 20 of each colour: {tiles}", { tiles: tiles(GAME, "byrkw") }),
        rich("A starting player marker {marker}, which is not a tile of any colour.", {
          marker: marker(GAME),
        }),
        _("Factories around the centre of the table, with the tiles you can take."),
        _("The box lid, which collects discarded tiles."),
        _(
          "A board for everyone: five pattern lines of 1 to 5 spaces, a wall of five rows and five columns, and a floor line of 7 spaces.",
        ),
      ),
    ),
  );
}

function setup() {
  return section(
    "setup",
    _("Setup"),
    text(
      rowsOfNumbers([
        [_("Players"), 2, 3, 4],
        [_("Factories"), 5, 7, 9],
      ]),
      items(
        _("Everyone starts with 0 points."),
        _("Everyone uses the same side of the board, the coloured or the grey one."),
        _("The player who sets up the game picks the starting player, or leaves it to chance."),
      ),
      paragraph(_("A round has three parts: tiles are dealt, tiles are taken, walls are tiled.")),
      paragraph(
        _(
          "At the start of every round each factory gets 4 tiles from the bag, and the marker lies in the centre. When a tile is needed and the bag is empty, all tiles of the lid go into the bag. When both are empty, the round starts with what there is.",
        ),
      ),
    ),
  );
}

function taking() {
  const title = _("Taking tiles");
  return section(
    "taking",
    title,
    beside(
      html`<${TakingFigure} title=${title} />`,
      paragraph(_("In turn, clockwise from the starting player, take tiles in one of two ways:")),
      items(
        _("From a factory: all tiles of one colour. The other tiles of that factory move to the centre."),
        _("From the centre: all tiles of one colour. The others stay there."),
      ),
      paragraph(
        _(
          "The first player to take from the centre in a round also takes the marker. It goes to the leftmost free space of their floor line before the tiles are placed, and they start the next round.",
        ),
      ),
      paragraph(
        _("You can't pass. This part ends when no tile is left on the factories or in the centre."),
      ),
    ),
  );
}

function placing() {
  const title = _("Placing tiles");
  return section(
    "placing",
    title,
    beside(
      html`<${DestinationFigure} title=${title} />`,
      paragraph(_("Put the tiles you took on one of your pattern lines or on the floor line.")),
      items(
        _("A line holds tiles of one colour only."),
        _("A line takes no colour that its row of the wall already has."),
        _("Tiles that don't fit on the line fall to the floor line, never onto a second line."),
        _("You can choose the floor line even when a pattern line would take the tiles."),
      ),
    ),
  );
}

function tiling() {
  const title = _("Tiling the wall");
  return section(
    "tiling",
    title,
    beside(
      html`<${TilingFigure} title=${title} />`,
      paragraph(
        _(
          "When all tiles are taken, walls are tiled. From the top, every full pattern line moves one tile to its row of the wall; the line's other tiles go into the lid.",
        ),
      ),
      paragraph(
        _(
          "On the coloured wall the tile goes to the space of its colour: each colour has one in every row and in every column.",
        ),
      ),
      paragraph(_("Lines that aren't full stay as they are for the next round.")),
    ),
    beside(
      html`<${ScoringFigure} title=${title} />`,
      paragraph(_("Each tile scores as soon as it is placed on the wall:")),
      items(
        _("If it touches no other tile, 1 point."),
        _(
          "Otherwise as many points as there are tiles in its unbroken row, if at least two, plus as many as in its unbroken column, if at least two. The tile itself counts in both.",
        ),
      ),
    ),
  );
}

function floor() {
  const title = _("Floor line");
  return section(
    "floor",
    title,
    beside(
      html`<${FloorFigure} title=${title} />`,
      paragraph(
        _(
          "The floor line fills from the left, with tiles and with the marker. After your wall is tiled, its occupied spaces cost points, but your score never falls below 0. Then its tiles go into the lid.",
        ),
      ),
      rowsOfNumbers([
        [_("Occupied spaces"), 1, 2, 3, 4, 5, 6, 7],
        [_("Points lost"), 1, 2, 4, 6, 8, 11, 14],
      ]),
      paragraph(
        _(
          "When all 7 spaces are occupied, further tiles go straight into the lid and cost nothing more. A marker taken then costs nothing either.",
        ),
      ),
    ),
  );
}

function end() {
  const title = _("End of the game");
  return section(
    "end",
    title,
    beside(
      html`<${BonusFigure} title=${title} />`,
      paragraph(
        _(
          "The game ends after a round in which someone has completed a horizontal row of the wall. Everyone finishes that round. Then there are bonuses:",
        ),
      ),
      table(
        [_("Bonus"), _("Points")],
        [
          [_("Each complete row"), 2],
          [_("Each complete column"), 7],
          [_("Each colour with all five tiles on the wall"), 10],
        ],
      ),
      paragraph(
        _(
          "The player with the most points wins. If there is a tie, more complete rows win. If those are equal too, the victory is shared.",
        ),
      ),
    ),
  );
}

function grey() {
  const title = _("The grey wall");
  return section(
    "grey",
    title,
    beside(
      html`<${GreyFigure} title=${title} />`,
      paragraph(_("The grey wall shows no colours. Everything else stays the same, except:")),
      items(
        _("You choose the column of each tile yourself, row by row from the top."),
        _("No row or column can hold the same colour twice."),
        _(
          "Players choose in turn from the starting player of the round; each finishes all rows before the next begins.",
        ),
        _(
          "If there is a space, you must use it. If not, all tiles of that line fall to the floor line and cost points in the same round.",
        ),
        _(
          "While tiles are taken only the row matters: you can fill a line whose colour has no free column left. You get a warning.",
        ),
      ),
    ),
  );
}

function doubt() {
  return section(
    "doubt",
    _("Edge cases"),
    text(
      answers([
        [
          _("No one took the marker in a round."),
          _("The player who started that round starts the next one too."),
        ],
        [_("There is no tile at all to deal."), _("The game ends and is scored.")],
        [
          _("No one can, or wants to, place another tile."),
          _("After five rounds in a row without a tile on any wall, the game ends and is scored."),
        ],
        [
          _("Can I look into the lid?"),
          _(
            "Yes. So everyone can work out which colours are in the bag, but not the order they come in.",
          ),
        ],
      ]),
    ),
  );
}
