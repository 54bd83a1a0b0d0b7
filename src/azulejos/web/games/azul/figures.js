/** The figures of the rules of Azul: small boards with a worked example each. */
import { html } from "../../html.js";
import { _, rich } from "../../i18n.js";
import { arrow, disc, frame, hole, points, ring, square, verdict, words } from "../../rules/drawing.js";
import { Figure, tiles } from "../../rules/parts.js";

/** @typedef {import("../../html.js").View} View */
/** @typedef {{ title: string }} FigureProps */

const GAME = "azul";
const COLOURS = "byrkw";
/** A space of a board with the joint beside it, and the tile on it. */
const STEP = 32;
const SIZE = 28;
const FIVE = [0, 1, 2, 3, 4];
const PENALTIES = [1, 1, 2, 2, 2, 3, 3];

/**
 * The colour of a space of the coloured wall: one column further right in each row.
 * @type {(row: number, column: number) => string}
 */
const printed = (row, column) => COLOURS[(column - row + 5) % 5];

/**
 * A wall, or these rows and columns of it: its tiles by "row,column" from 0, and on the coloured
 * one the faded colours of the rest.
 * @param {number} x
 * @param {number} y
 * @param {Record<string, string>} placed
 * @param {{ rows?: number[], columns?: number[], grey?: boolean }} [options]
 */
const wall = (x, y, placed, { rows = FIVE, columns = FIVE, grey = false } = {}) =>
  rows.map((row, down) =>
    columns.map((column, right) => {
      /** @type {[number, number, number]} */
      const at = [x + right * STEP, y + down * STEP, SIZE];
      const tile = placed[`${row},${column}`];
      if (tile) return square(tile, ...at);
      return html`${hole(...at)}${grey ? null : square(printed(row, column), ...at, 0.22)}`;
    }),
  );

/**
 * The coloured wall's own tiles on these spaces.
 * @type {(spaces: number[][]) => Record<string, string>}
 */
const onWall = (spaces) =>
  Object.fromEntries(spaces.map(([row, column]) => [`${row},${column}`, printed(row, column)]));

/**
 * A pattern line that ends at `right`: its length, and the tiles on it, from the right.
 * @type {(right: number, y: number, length: number, letters?: string) => View[]}
 */
const line = (right, y, length, letters = "") =>
  Array.from({ length }, (_space, index) => {
    /** @type {[number, number, number]} */
    const at = [right - (index + 1) * STEP, y, SIZE];
    return index < letters.length ? square(letters[index], ...at) : hole(...at);
  });

/**
 * The floor line with its tiles and the costs of its spaces.
 * @type {(x: number, y: number, letters?: string) => View[]}
 */
const floorLine = (x, y, letters = "") =>
  PENALTIES.map((penalty, index) => {
    const left = x + index * STEP;
    return html`${words(`−${penalty}`, left + SIZE / 2, y - 10, 13)}
    ${index < letters.length ? square(letters[index], left, y, SIZE) : hole(left, y, SIZE)}`;
  });

/** @param {FigureProps} props */
export function BoardFigure({ title }) {
  const caption = _("A board: pattern lines (1), wall (2) and floor line (3).");
  return html`<${Figure} title=${title} caption=${caption} width="368" height="248">
    ${[1, 2, 3, 4, 5].map((length, row) => line(180, 8 + row * STEP, length))}
    ${wall(204, 8, {})} ${floorLine(20, 210)} ${ring("1", 48, 44)} ${ring("2", 282, 86)}
    ${ring("3", 258, 224)}
  <//>`;
}

/** @param {FigureProps} props */
export function TakingFigure({ title }) {
  const caption = rich("You take {taken} from this factory; {rest} move to the centre.", {
    taken: tiles(GAME, "bb"),
    rest: tiles(GAME, "yr"),
  });
  return html`<${Figure} title=${title} caption=${caption} width="340" height="190">
    ${disc(78, 118, 58)} ${disc(262, 118, 68)} ${square("b", 46, 86, 30)} ${square("b", 80, 86, 30)}
    ${square("y", 46, 120, 30)} ${square("r", 80, 120, 30)} ${frame(46, 86, 64, 30)}
    ${arrow(78, 80, 78, 24)} ${square("b", 94, 6, 30)} ${square("b", 128, 6, 30)}
    ${arrow(114, 135, 218, 135)} ${square("y", 228, 120, 30)} ${square("r", 262, 120, 30)}
    ${square("m", 244, 74, 32)}
  <//>`;
}

/** @param {FigureProps} props */
export function DestinationFigure({ title }) {
  const caption = rich(
    "Where can {tiles} go? Not on line 1: its row has the colour. Not on line 3: it holds another one. On line 2 one tile would fall to the floor line; line 4 would be full.",
    { tiles: tiles(GAME, "kkk") },
  );
  const allowed = [false, true, false, true, true];
  const laid = ["", "", "w", "k", ""];
  return html`<${Figure} title=${title} caption=${caption} width="380" height="176">
    ${allowed.map((may, row) => verdict(may, 14, 22 + row * STEP))}
    ${laid.map((letters, row) => line(194, 8 + row * STEP, row + 1, letters))}
    ${wall(214, 8, onWall([[0, 3], [1, 1], [3, 3]]))}
  <//>`;
}

/** @param {FigureProps} props */
export function TilingFigure({ title }) {
  const caption = _("Line 2 is full: one tile moves to the wall, the other into the lid. Line 3 waits.");
  return html`<${Figure} title=${title} caption=${caption} width="296" height="100">
    ${line(104, 34, 2, "yy")} ${line(104, 34 + STEP, 3, "rr")}
    ${wall(130, 34, onWall([[1, 2], [2, 1]]), { rows: [1, 2] })} ${frame(130 + 2 * STEP, 34, SIZE)}
    ${arrow(88, 32, 206, 28, 42)}
  <//>`;
}

/** @param {FigureProps} props */
export function ScoringFigure({ title }) {
  const caption = _(
    "The framed tile touches nothing (corners don't count): 1 point. A row of three: 3 points. A row of three and a column of two: 3 + 2 = 5 points.",
  );
  // The middle three rows and columns are enough; the framed tile is in the middle of them.
  const middle = [1, 2, 3];
  const examples = [
    { others: [[1, 1]], score: "+1" },
    { others: [[2, 1], [2, 3]], score: "+3" },
    { others: [[2, 1], [2, 3], [3, 2], [1, 1]], score: "+5" },
  ];
  return html`<${Figure} title=${title} caption=${caption} width="340" height="136">
    ${examples.map(({ others, score }, index) => {
      const left = 8 + index * 116;
      return html`${wall(left, 4, onWall([[2, 2], ...others]), { rows: middle, columns: middle })}
      ${frame(left + STEP, 4 + STEP, SIZE)} ${points(score, left + 46, 120)}`;
    })}
  <//>`;
}

/** @param {FigureProps} props */
export function FloorFigure({ title }) {
  const caption = _("The marker and three tiles: 1 + 1 + 2 + 2 = 6 points lost.");
  return html`<${Figure} title=${title} caption=${caption} width="290" height="64">
    ${floorLine(4, 28, "mrrw")} ${points("−6", 260, 42, "bad")}
  <//>`;
}

/** @param {FigureProps} props */
export function BonusFigure({ title }) {
  const caption = rich(
    "The third row, the second column and the colour {tile} are complete: 2 + 7 + 10 = 19 points.",
    { tile: tiles(GAME, "r") },
  );
  const colour = FIVE.map((row) => [row, (row + 2) % 5]);
  const placed = onWall([...FIVE.map((at) => [2, at]), ...FIVE.map((at) => [at, 1]), ...colour]);
  return html`<${Figure} title=${title} caption=${caption} width="224" height="212">
    ${wall(8, 8, placed)}
    ${frame(8, 8 + 2 * STEP, 4 * STEP + SIZE, SIZE)} ${frame(8 + STEP, 8, SIZE, 4 * STEP + SIZE)}
    ${points("+2", 194, 22 + 2 * STEP)} ${points("+7", 22 + STEP, 188)}
    ${square("r", 112, 174, SIZE)} ${points("+10", 166, 188)}
  <//>`;
}

/** @param {FigureProps} props */
export function GreyFigure({ title }) {
  const caption = rich(
    "Where can {tile} go in the first row? Column 2 already has the colour; you can choose any other empty space.",
    { tile: tiles(GAME, "r") },
  );
  /** @type {Record<string, string>} */
  const placed = { "0,0": "b", "2,1": "r", "2,2": "w", "3,3": "k", "1,2": "y" };
  const allowed = [null, false, true, true, true];
  return html`<${Figure} title=${title} caption=${caption} width="232" height="176">
    ${square("r", 8, 8, SIZE)} ${arrow(42, 22, 60, 22)} ${wall(68, 8, placed, { grey: true })}
    ${allowed.map(
      (may, column) => may !== null && verdict(may, 68 + column * STEP + SIZE / 2, 8 + SIZE / 2),
    )}
  <//>`;
}
