/** Summer Pavilion: tips of the first game, each at the first moment it is about. */
import { html } from "../../html.js";
import { _, rich } from "../../i18n.js";
import { Tile } from "../../tiles.js";

const marker = () =>
  html`<${Tile} game="summer-pavilion" colour="marker" label=${true} class="inline" />`;

/** The most urgent first. @type {import("../views.js").Tip[]} */
export const pavilionTips = [
  {
    id: "pavilion-start",
    when: ({ state }) => state.ply < 2,
    text: () => [_("Press the lit tiles to take them. You can choose others too: nothing can go wrong.")],
  },
  {
    id: "pavilion-pass",
    when: ({ hinted }) => hinted?.kind === "pass",
    text: () => [_("It's time to pass. You keep the lit tiles for the next round; every other one costs a point.")],
  },
  {
    id: "pavilion-bonus",
    when: ({ state }) => state.phase === "bonus",
    text: () => [_("You surrounded a pillar, a statue or a window: choose your bonus tiles from the supply.")],
  },
  {
    id: "pavilion-place",
    when: ({ state }) => state.phase === "place",
    text: () => [_("Now tiles are placed. The number of a space is its price; the lit one is a good choice.")],
  },
  {
    id: "pavilion-grey",
    when: ({ state, board }) =>
      state.board === "grey" && state.phase === "place" && "stars" in board && board.stars.flat().some(Boolean),
    text: () => [
      _("On the grey side the second tile of a star decides: the same colour again makes it a star of that colour, another one a star of six different colours."),
    ],
  },
  {
    id: "pavilion-last",
    when: ({ state }) => state.last_round,
    text: () => [_("This is the last round: complete stars and complete sets of numbers score now.")],
  },
  {
    id: "pavilion-marker",
    when: ({ events }) => events.some((event) => event.kind === "marker-taken"),
    text: () =>
      rich("The first to take from the centre got {marker}: it cost a point for each tile, but its owner places first.", {
        marker: marker(),
      }),
  },
  {
    id: "pavilion-wild",
    when: ({ state, board }) => "tiles" in board && Boolean(state.wild && board.tiles[state.wild]),
    text: () => [_("You have a wild tile: in this round it helps to pay for any colour.")],
  },
];
