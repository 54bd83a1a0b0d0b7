/**
 * The rules of Summer Pavilion for the page. The engine's are in docs/rules-summer-pavilion.md;
 * both must agree.
 */
import { html } from "../../html.js";
import { _, rich } from "../../i18n.js";
import {
  BoardFigure,
  BonusTilesFigure,
  EndFigure,
  GreyFigure,
  GroupFigure,
  KeepingFigure,
  PaymentFigure,
  TakingFigure,
  WildFigure,
} from "./figures.js";
import {
  answers,
  beside,
  items,
  marker,
  namedTile,
  paragraph,
  rowsOfNumbers,
  section,
  table,
  text,
  tiles,
} from "../../rules/parts.js";

const GAME = "summer-pavilion";

export function sections() {
  return [
    goal(),
    things(),
    setup(),
    wild(),
    taking(),
    placing(),
    scoring(),
    bonusTiles(),
    passing(),
    end(),
    grey(),
    doubt(),
  ];
}

function goal() {
  return section(
    "goal",
    _("Goal"),
    text(
      paragraph(
        _(
          "Place tiles on the stars of your board. Tiles next to each other score more, and surrounding pillars, statues and windows earns extra tiles. Complete stars score again at the end. The player with the most points after six rounds wins.",
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
        rich("A bag with 132 tiles, 22 of each colour: {tiles}", { tiles: tiles(GAME, "pgoybr") }),
        rich("A starting player marker {marker}, which is not a tile of any colour.", {
          marker: marker(GAME),
        }),
        _("Factories around the centre of the table, with the tiles you can take."),
        _("A supply of ten tiles to choose bonus tiles from, and a tower, which collects discarded tiles."),
        _(
          "A board for everyone: six outer stars around a central one, with six spaces each. The number of a space, 1 to 6, is what it costs to place a tile there.",
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
        _("Everyone starts with 5 points. Scores never drop below 1."),
        _("Everyone uses the same side of the board, the coloured or the grey one."),
        _("The player who sets up the game picks the starting player, or leaves it to chance."),
        _("Ten tiles are drawn from the bag onto the supply, before the factories are filled."),
      ),
      paragraph(_("A round has two parts: first everyone takes tiles, then everyone places them.")),
      paragraph(
        _(
          "At the start of every round each factory gets 4 tiles from the bag, and the marker lies in the centre. When a tile is needed and the bag is empty, all tiles of the tower go into the bag. When both are empty, the round starts with what there is.",
        ),
      ),
    ),
  );
}

function wild() {
  const title = _("Wild colours");
  return section(
    "wild",
    title,
    beside(
      html`<${WildFigure} title=${title} />`,
      paragraph(
        _(
          "The game has six rounds, and in each one colour is wild: its tiles help to pay for others. A colour is wild in its own round only. Tiles you kept from earlier rounds are wild when the round of their colour comes.",
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
      paragraph(
        _(
          "In turn, clockwise from the starting player, take tiles from one factory or from the centre, and put them beside your board where everyone can see them.",
        ),
      ),
      items(
        _(
          "Choose a colour that isn't wild. You take all its tiles there, and exactly one wild tile with them if there is any.",
        ),
        _("Where there are only wild tiles, you take exactly one."),
        _("What is left of a factory moves to the centre, wild tiles too. What is left of the centre stays."),
      ),
      paragraph(
        _(
          "The first player to take from the centre in a round also takes the marker, and loses 1 point for each tile taken in that turn, including the wild one. The player with the marker places first and starts the next round.",
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
      html`<${PaymentFigure} title=${title} />`,
      paragraph(
        _(
          "When all tiles are taken, the player with the marker goes first. In turn, everyone places one tile or passes, until all have passed.",
        ),
      ),
      items(
        _(
          "A space costs as many tiles as its number says. One of them is placed there, the others go into the tower.",
        ),
        _(
          "At least one must have the colour you place. The others may have that colour or be wild, in any mix.",
        ),
        _("A tile of the wild colour is placed as its own colour, and paid with that colour only."),
        _(
          "An outer star takes its own colour only. The central star takes six different colours, each on any space.",
        ),
      ),
    ),
  );
}

function scoring() {
  const title = _("Points for groups");
  return section(
    "scoring",
    title,
    beside(
      html`<${GroupFigure} title=${title} />`,
      paragraph(
        _(
          "A tile scores at once when you place it: as many points as there are tiles in its unbroken group in that star, itself included.",
        ),
      ),
      paragraph(
        _("The spaces of a star form a ring: 6 lies beside 1. Groups never reach from one star to another."),
      ),
    ),
  );
}

function bonusTiles() {
  const title = _("Pillars, statues and windows");
  return section(
    "bonus",
    title,
    beside(
      html`<${BonusTilesFigure} title=${title} />`,
      paragraph(
        _(
          "When your tile fills the last space around a pillar, a statue or a window, you choose tiles from the supply:",
        ),
      ),
      table(
        [_("Surrounded"), _("Spaces"), _("Tiles")],
        [
          [_("Pillar, between an outer star and the central one"), 4, 1],
          [_("Statue, between two outer stars"), 4, 2],
          [_("Window, beside the spaces 5 and 6 of an outer star"), 2, 3],
        ],
      ),
      paragraph(
        _(
          "Tiles for several at once add up. You must take them all, and may choose wild ones. If the supply holds fewer, you take what there is. You can play them from your next turn on.",
        ),
      ),
      paragraph(_("After every turn of this part the supply is filled up to ten from the bag.")),
    ),
  );
}

function passing() {
  const title = _("Passing and keeping tiles");
  return section(
    "passing",
    title,
    beside(
      html`<${KeepingFigure} title=${title} />`,
      paragraph(
        _(
          "You can always pass, and must when you can't place a tile; without tiles you pass automatically. After that you place no more in this round.",
        ),
      ),
      items(
        _(
          "In rounds 1 to 5 you keep up to four tiles of your choice for the next round. All others go into the tower and cost 1 point each.",
        ),
        _("In round 6 you keep nothing: every tile you have left costs 1 point."),
      ),
    ),
  );
}

function end() {
  const title = _("End of the game");
  const stars = { p: 20, g: 18, o: 17, y: 16, b: 15, r: 14 };
  return section(
    "end",
    title,
    beside(
      html`<${EndFigure} title=${title} />`,
      paragraph(_("After six rounds everyone gets points for complete stars:")),
      table(
        [_("Complete star"), _("Points")],
        [
          ...Object.entries(stars).map(([letter, points]) => [namedTile(GAME, letter), points]),
          [_("Central star, six colours"), 12],
        ],
      ),
      paragraph(
        _(
          "And for each number from 1 to 4 whose seven spaces are all filled, the one in the central star included:",
        ),
      ),
      rowsOfNumbers([
        [_("All spaces with the number"), 1, 2, 3, 4],
        [_("Points"), 4, 8, 12, 16],
      ]),
      paragraph(_("The player with the most points wins. If there is a tie, the victory is shared.")),
    ),
  );
}

function grey() {
  const title = _("The grey board");
  return section(
    "grey",
    title,
    beside(
      html`<${GreyFigure} title=${title} />`,
      paragraph(_("On the grey board no star has a colour of its own. Everything else stays the same, except:")),
      items(
        _(
          "The first two tiles in a star may have any colours, in the central star too. If they are equal, the star takes that colour only; if they differ, it takes six different colours.",
        ),
        _("Several stars may have the same colour."),
        _("In every outer star the spaces have the numbers 3, 2, 1, 4, 5, 6, clockwise. All spaces of the central star cost 3."),
        _("A complete star scores by its colour, or 12 points if it has six colours."),
        _(
          "Here the number 3 has twelve spaces to fill, and every other number six. They score the same points.",
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
          _("The player who started that round also places first, and starts the next round."),
        ],
        [
          _("There is no tile on any factory at the start of a round."),
          _("Everyone goes on to placing tiles; the starting player of that round begins."),
        ],
        [
          _("Can I keep fewer tiles than I'm allowed to?"),
          _("Yes, but every tile you don't keep costs a point."),
        ],
        [
          _("When do the tiles left in round 6 cost points?"),
          _(
            "When you pass, before the points for stars and numbers. This matters only to a score that would fall below 1.",
          ),
        ],
        [
          _("Is every number worth 4 points at the end?"),
          _("Some summaries say so. Here it's 4, 8, 12 and 16."),
        ],
      ]),
    ),
  );
}
