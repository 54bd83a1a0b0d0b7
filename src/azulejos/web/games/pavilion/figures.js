/** The figures of the rules of Summer Pavilion: stars and boards with a worked example each. */
import { html } from "../../html.js";
import { useConfig } from "../../api.js";
import { _, rich } from "../../i18n.js";
import { arrow, disc, points, rhombus, starSpaces, starsOf, words } from "../../rules/drawing.js";
import { Figure, tiles } from "../../rules/parts.js";

/** @import { PavilionFeature, PavilionSpace } from "../../types.d.ts" */
/** @typedef {import("../../html.js").View} View */
/** @typedef {{ title: string }} FigureProps */

const GAME = "summer-pavilion";
const COLOURS = "pgoybr";
/** The stars as the server counts them: the central one, then clockwise from the left. */
const [CENTRAL, LEFT, UPPER_LEFT, UPPER_RIGHT] = [0, 1, 2, 3];
const OUTER_COLOURS = { 1: "p", 2: "o", 3: "r", 4: "b", 5: "y", 6: "g" };

/**
 * A board, or these `stars` of it.
 * @param {object} props
 * @param {string} props.title
 * @param {View} props.caption
 * @param {string} props.side
 * @param {[number, number, number, number]} [props.box]   x, y, width, height
 * @param {number[]} [props.stars]
 * @param {Record<string, string>} [props.placed]   letters of tiles by "star,space"
 * @param {string[]} [props.framed]   spaces with a frame: "star,space"
 * @param {boolean} [props.lit]   surrounded features are lit
 */
function Board({ title, caption, side, box, stars, placed = {}, framed = [], lit = false }) {
  const board = useConfig()?.games[GAME]?.geometry[side];
  const [x, y, width, height] = box ?? [0, 0, board?.width ?? 940, board?.height ?? 886];
  const shown = (/** @type {PavilionSpace} */ { star }) => !stars || stars.includes(star);
  const features = (board?.features ?? []).filter((feature) =>
    feature.spaces.every((space) => board && shown(board.spaces[space])),
  );
  const name = (/** @type {PavilionSpace} */ { star, slot }) => `${star},${slot + 1}`;
  const surrounded = (/** @type {PavilionFeature} */ { spaces }) =>
    lit && spaces.every((space) => board && placed[name(board.spaces[space])]);
  return html`<${Figure} title=${title} caption=${caption} width=${width} height=${height}>
    ${board &&
    html`<g transform=${`translate(${-x} ${-y})`}>
      ${starsOf(
        board.spaces.filter(shown),
        (space) => placed[name(space)],
        (space) => framed.includes(name(space)),
      )}
      ${features.map((feature) => featureMark(feature, surrounded(feature)))}
    </g>`}
  <//>`;
}

/** The reward of a pillar, statue or window. @param {PavilionFeature} feature @param {boolean} surrounded */
function featureMark({ reward, x, y }, surrounded) {
  return html`<g class=${surrounded ? "figure-feature figure-lit" : "figure-feature"}>
    <circle cx=${x} cy=${y} r="30" />
    ${words(`+${reward}`, x, y, 34, "figure-plate-words")}
  </g>`;
}

/** @param {FigureProps} props */
export function BoardFigure({ title }) {
  const caption = _("The coloured board. Between the stars: pillars (+1), statues (+2) and windows (+3).");
  return html`<${Board} title=${title} caption=${caption} side="coloured" />`;
}

/** @param {FigureProps} props */
export function WildFigure({ title }) {
  const caption = _("The wild colours of rounds 1 to 6.");
  return html`<${Figure} title=${title} caption=${caption} width="300" height="96">
    ${[...COLOURS].map(
      (letter, index) =>
        html`${words(index + 1, 25 + index * 50, 12, 16)}${rhombus(letter, 25 + index * 50, 60, 66)}`,
    )}
  <//>`;
}

/** @param {FigureProps} props */
export function TakingFigure({ title }) {
  const caption = rich("{wild} is wild: you take {taken}, and {rest} moves to the centre.", {
    wild: tiles(GAME, "p"),
    taken: tiles(GAME, "oop"),
    rest: tiles(GAME, "p"),
  });
  return html`<${Figure} title=${title} caption=${caption} width="340" height="204">
    ${disc(78, 136, 64)} ${disc(268, 136, 64)}
    ${[..."oopp"].map((letter, index) => rhombus(letter, 36 + index * 28, 136, 46))}
    ${arrow(64, 104, 64, 26)}
    ${[..."oop"].map((letter, index) => rhombus(letter, 92 + index * 28, 32, 46))}
    ${arrow(140, 136, 236, 136)} ${rhombus("p", 268, 136, 46)}
  <//>`;
}

/** @param {FigureProps} props */
export function PaymentFigure({ title }) {
  const caption = rich(
    "{wild} is wild. The space with the number 4 costs four tiles, here {paid}: {placed} is placed there, the other three go into the tower.",
    { wild: tiles(GAME, "p"), paid: tiles(GAME, "ggpp"), placed: tiles(GAME, "g") },
  );
  const star = starSpaces(258, 92, 50, "g");
  return html`<${Figure} title=${title} caption=${caption} width="350" height="184">
    ${[..."ggpp"].map((letter, index) => rhombus(letter, 20 + index * 32, 152, 52))}
    ${starsOf(star, ({ number }) => number === 4 && "g", ({ number }) => number === 4)}
    ${arrow(138, 152, 238, 152)}
  <//>`;
}

/** @param {FigureProps} props */
export function GroupFigure({ title }) {
  const caption = _(
    "Left: the framed tile joins 6 and 1, a group of three: 3 points. Right: it touches only the tile on 4: 2 points.",
  );
  const examples = [
    { colour: "b", filled: [6, 1, 4], tile: 2, score: "+3" },
    { colour: "y", filled: [1, 4], tile: 3, score: "+2" },
  ];
  return html`<${Figure} title=${title} caption=${caption} width="372" height="224">
    ${examples.map(({ colour, filled, tile, score }, index) => {
      const [x, y] = [92 + index * 188, 94];
      return html`${starsOf(
        starSpaces(x, y, 52, colour),
        ({ number }) => [tile, ...filled].includes(number) && colour,
        ({ number }) => number === tile,
      )}
      ${points(score, x, 208)}`;
    })}
  <//>`;
}

/** @param {FigureProps} props */
export function BonusTilesFigure({ title }) {
  const caption = _("Surrounded: a pillar (+1), a statue (+2) and a window (+3).");
  const placed = {
    ...filled(LEFT, [1, 2, 3, 5, 6], "p"),
    ...filled(UPPER_LEFT, [3, 4], "o"),
    [`${CENTRAL},5`]: "g",
    [`${CENTRAL},6`]: "b",
  };
  return html`<${Board}
    title=${title}
    caption=${caption}
    side="coloured"
    box=${[0, 4, 648, 618]}
    stars=${[CENTRAL, LEFT, UPPER_LEFT]}
    placed=${placed}
    lit=${true}
  />`;
}

/** @param {FigureProps} props */
export function KeepingFigure({ title }) {
  const caption = _("Six tiles are left: four are kept, two go into the tower and cost 2 points.");
  return html`<${Figure} title=${title} caption=${caption} width="330" height="92">
    <rect class="figure-disc" x="4" y="6" width="152" height="80" rx="14" />
    ${[..."rrro"].map((letter, index) => rhombus(letter, 29 + index * 34, 46, 60))}
    ${[..."yg"].map((letter, index) => rhombus(letter, 184 + index * 34, 46, 60))}
    ${arrow(244, 46, 274, 46)} ${points("−2", 304, 46, "bad")}
  <//>`;
}

/** @param {FigureProps} props */
export function EndFigure({ title }) {
  const caption = rich(
    "The star of {tile} is complete, and all seven spaces with the number 1 are filled: 14 + 4 = 18 points.",
    { tile: tiles(GAME, "r") },
  );
  const ones = Object.entries(OUTER_COLOURS).map(([star, letter]) => [`${star},1`, letter]);
  const placed = {
    ...Object.fromEntries(ones),
    ...filled(UPPER_RIGHT, [1, 2, 3, 4, 5, 6], "r"),
    [`${CENTRAL},1`]: "y",
  };
  const framed = [`${CENTRAL},1`, ...ones.map(([name]) => name)];
  return html`<${Board}
    title=${title}
    caption=${caption}
    side="coloured"
    placed=${placed}
    framed=${framed}
  />`;
}

/** @param {FigureProps} props */
export function GreyFigure({ title }) {
  const caption = rich("{same} make a star of one colour, {mixed} a star of six different colours.", {
    same: tiles(GAME, "bb"),
    mixed: tiles(GAME, "py"),
  });
  const placed = { "1,4": "b", "1,5": "b", "2,3": "p", "2,4": "y" };
  return html`<${Board} title=${title} caption=${caption} side="grey" placed=${placed} />`;
}

/** Tiles of one colour on these spaces of a star, counted from 1. */
const filled = (/** @type {number} */ star, /** @type {number[]} */ spaces, /** @type {string} */ letter) =>
  Object.fromEntries(spaces.map((space) => [`${star},${space}`, letter]));
