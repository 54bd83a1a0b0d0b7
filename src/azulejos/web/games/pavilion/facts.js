/** Summer Pavilion: words, tile shapes and habits for the page. */
import { html } from "../../html.js";
import { _, rich } from "../../i18n.js";

const COLOURS = "pgoybr";
/** The long diagonal of the sprite's rhombus, whose short one is 100. */
const RHOMBUS = 173.2;

/** @type {import("../facts.js").GameFacts} */
export const pavilion = {
  id: "summer-pavilion",
  title: () => _("Summer Pavilion"),
  summary: () => _("Six rounds, seven stars, one wild colour. About 40 minutes."),
  greySide: () => _("You choose the colour of each star. For experienced players."),
  rulesTitle: () => _("The rules of Summer Pavilion"),
  rulesLink: () => _("Read the rules of Summer Pavilion"),
  loadRules: () => import("./rules.js").then(({ sections }) => sections()),
  loadEditor: () => import("./editor.js").then(({ PavilionEditor }) => PavilionEditor),
  loadSigns: () => import("./signs.js").then(({ pavilionSigns }) => pavilionSigns()),
  lastRound: () => _("Last round: tiles you can't place cost you points."),
  tieBreak: () => "",
  unplaceable: (tile) => rich("Your board has no space for {tile}.", { tile }),
  discards: { icon: "tower", name: () => _("Tower") },
  tiles: {
    colours: COLOURS,
    sprite: "pavilion",
    shape: "rhombus",
    box: `0 0 100 ${RHOMBUS}`,
    ratio: RHOMBUS / 100,
  },
  draftsToLine: false,
  markerOnFloor: false,
  Picture,
};

/** A complete star of all colours. */
function Picture() {
  return html`<svg class="game-picture" viewBox="-180 -180 360 360" aria-hidden="true">
    ${[...COLOURS].map(
      (letter, n) => html`<use
        href=${`#pavilion-${letter}`}
        x="-50"
        y=${-RHOMBUS - 3}
        width="100"
        height=${RHOMBUS}
        transform=${`rotate(${n * 60})`}
      />`,
    )}
  </svg>`;
}
