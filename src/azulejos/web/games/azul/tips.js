/** Azul: tips of the first game, each at the first moment it is about. */
import { html } from "../../html.js";
import { _, rich } from "../../i18n.js";
import { Tile } from "../../tiles.js";

const marker = () => html`<${Tile} game="azul" colour="marker" label=${true} class="inline" />`;

/** The most urgent first. @type {import("../views.js").Tip[]} */
export const azulTips = [
  {
    id: "azul-start",
    when: ({ state }) => state.ply < 2,
    text: () => [
      _("Press the lit tiles, then the lit line. You can choose others too: every place shows what it scores."),
    ],
  },
  {
    id: "azul-last",
    when: ({ state }) => state.last_round,
    text: () => [
      _("This is the last round: a row is about to be complete. At the end a row brings 2 points, a column 7, a colour 10."),
    ],
  },
  {
    id: "azul-column",
    when: ({ state }) => state.phase === "tile",
    text: () => [_("A line of yours is full: choose the column for its tile. The lit space is a good choice.")],
  },
  {
    id: "azul-overflow",
    when: ({ mine }) => mine.some((event) => event.kind === "dropped"),
    text: () => [
      _("Tiles that didn't fit fell to your floor line. The numbers there are what they cost when the round ends."),
    ],
  },
  {
    id: "azul-marker",
    when: ({ events }) => events.some((event) => event.kind === "marker-taken"),
    text: () =>
      rich("The first to take from the centre got {marker}: it costs points on the floor line, but its owner starts the next round.", {
        marker: marker(),
      }),
  },
  {
    id: "azul-full",
    when: ({ board }) => "lines" in board && board.lines.some((line) => line.count === line.size),
    text: () => [_("A line of yours is full: when the round ends, one of its tiles goes to the wall and scores.")],
  },
  {
    id: "azul-round",
    when: ({ mine }) => mine.some((event) => event.kind === "tiled"),
    text: () => [_("Your full lines went to the wall. Tiles that touch others there score more.")],
  },
];
