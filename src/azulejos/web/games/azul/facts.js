/** Azul: words, tile shapes and habits for the page. */
import { html } from "../../html.js";
import { _, rich } from "../../i18n.js";

const COLOURS = "byrkw";

/** @type {import("../facts.js").GameFacts} */
export const azul = {
  id: "azul",
  title: () => _("Azul"),
  summary: () => _("Fill the lines, tile the wall. About 25 minutes."),
  greySide: () => _("You choose the column of each tile. For experienced players."),
  rulesTitle: () => _("The rules of Azul"),
  rulesLink: () => _("Read the rules of Azul"),
  loadRules: () => import("./rules.js").then(({ sections }) => sections()),
  loadEditor: () => import("./editor.js").then(({ AzulEditor }) => AzulEditor),
  loadSigns: () => import("./signs.js").then(({ azulSigns }) => azulSigns()),
  lastRound: () => _("Last round: a row is about to be completed."),
  tieBreak: () => _("Tied on points: complete rows decided it."),
  unplaceable: (tile) => rich("Your wall has no column for {tile} in this row.", { tile }),
  discards: { icon: "lid", name: () => _("Box lid") },
  tiles: {
    colours: COLOURS,
    sprite: "azul",
    shape: "square",
    box: "0 0 100 100",
    ratio: 1,
  },
  draftsToLine: true,
  markerOnFloor: true,
  Picture,
};

/** A corner of the wall. */
function Picture() {
  const places = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column]));
  return html`<svg class="game-picture" viewBox="0 0 306 306" aria-hidden="true">
    ${places.map(
      ([row, column]) => html`<use
        href=${`#azul-${COLOURS[(column - row + COLOURS.length) % COLOURS.length]}`}
        x=${column * 102 + 1}
        y=${row * 102 + 1}
        width="98"
        height="98"
      />`,
    )}
  </svg>`;
}
