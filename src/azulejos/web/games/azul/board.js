/** A player's board of Azul: pattern lines, wall and floor line. */
import { html } from "../../html.js";
import { _, colourName, ngettext } from "../../i18n.js";
import { Tile, pileText } from "../../tiles.js";
import { Badges } from "../../table/badge.js";
import { closedProps } from "../../table/closed.js";
import { pointsText, signed } from "../../table/names.js";

const GAME = "azul";
const ROWS = [0, 1, 2, 3, 4];

/** @import { AzulBoard as Board, AzulDraft, AzulLine, AzulState, AzulTile, Catalogue, Option } from "../../types.d.ts" */
/** @typedef {(option: Option) => void} OnPick */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {AzulState} props.state
 * @param {number} props.seat
 * @param {Map<number, AzulDraft>} [props.destinations]   where the chosen tiles can go
 * @param {Map<string, AzulTile>} [props.columns]         grey wall: where the line's tile can go
 * @param {Option | null} [props.hinted]                  an option to point at
 * @param {ReadonlySet<string>} [props.lit]               places whose tiles are counted now
 * @param {((line: number) => string) | null} [props.closedLine]   the move that is not possible there
 * @param {((row: number, column: number) => string) | null} [props.closedSpace]
 * @param {OnPick} [props.onPick]
 */
export function AzulBoard({
  config,
  state,
  seat,
  destinations,
  columns,
  hinted,
  lit,
  closedLine,
  closedSpace,
  onPick,
}) {
  const board = state.boards[seat];
  const printed = state.board === "coloured" ? config.games[GAME].wall : null;
  const hintedDraft = hinted?.kind === "draft" && "destination" in hinted ? hinted : null;
  const choosing = Boolean(destinations?.size || columns?.size);
  return html`<div class=${`board azul-board ${choosing ? "choosing" : ""}`}>
    <div class="azul-rows">
      ${ROWS.map(
        (row) =>
          html`<div class="azul-row" key=${row}>
            <${Line}
              seat=${seat}
              row=${row}
              line=${board.lines[row]}
              option=${destinations?.get(row + 1)}
              hinted=${hintedDraft?.destination === row + 1}
              closed=${closedLine?.(row + 1)}
              onPick=${onPick}
            />
            <span class="line-arrow" aria-hidden="true"></span>
            <${WallRow}
              seat=${seat}
              row=${row}
              tiles=${board.wall[row]}
              printed=${printed?.[row]}
              line=${board.lines[row]}
              columns=${columns}
              hinted=${hinted}
              lit=${lit}
              closedSpace=${closedSpace}
              onPick=${onPick}
            />
          </div>`,
      )}
    </div>
    <${Floor}
      costs=${config.games[GAME].floor}
      seat=${seat}
      board=${board}
      over=${state.over}
      option=${destinations?.get(0)}
      hinted=${hintedDraft?.destination === 0}
      lit=${lit?.has(`floor-${seat}`)}
      onPick=${onPick}
    />
  </div>`;
}

/**
 * @param {object} props
 * @param {number} props.seat
 * @param {number} props.row
 * @param {AzulLine} props.line
 * @param {AzulDraft} [props.option]
 * @param {boolean} props.hinted
 * @param {string} [props.closed]   the move that is not possible
 * @param {OnPick} [props.onPick]
 */
function Line({ seat, row, line, option, hinted, closed, onPick }) {
  const coming = option?.placed ?? 0;
  // Lines fill from the right, towards the wall.
  const cells = Array.from({ length: line.size }, (_unused, n) => line.size - 1 - n);
  const drawn = cells.map((n) => {
    const held = n < line.count ? line.colour : null;
    const ghost = !held && n < line.count + coming ? option?.colour : null;
    return html`<span class="cell" key=${n} data-place=${`line-${seat}-${row}-${n}`}>
      ${held && html`<${Tile} game=${GAME} colour=${held} />`}
      ${ghost && html`<${Tile} game=${GAME} colour=${ghost} class="preview" />`}
    </span>`;
  });
  if (!option) {
    const classes = `line ${hinted ? "hinted" : ""}`;
    const spoken = { role: "img", ...closedProps(closed), "aria-label": lineText(row, line) };
    return html`<div class=${classes} ...${spoken}>${drawn}</div>`;
  }
  return html`<button
    type="button"
    class=${`line target ${hinted ? "hinted" : ""}`}
    aria-label=${targetText(row, option)}
    onClick=${() => onPick?.(option)}
  >
    <${Badges} points=${option.points} penalty=${option.penalty} />
    ${drawn}
  </button>`;
}

/**
 * @param {object} props
 * @param {number} props.seat
 * @param {number} props.row
 * @param {(string | null)[]} props.tiles
 * @param {string[]} [props.printed]
 * @param {AzulLine} props.line
 * @param {Map<string, AzulTile>} [props.columns]
 * @param {Option | null} [props.hinted]
 * @param {ReadonlySet<string>} [props.lit]
 * @param {((row: number, column: number) => string) | null} [props.closedSpace]
 * @param {OnPick} [props.onPick]
 */
function WallRow({ seat, row, tiles, printed, line, columns, hinted, lit, closedSpace, onPick }) {
  const least = Math.min(...[...(columns?.values() ?? [])].map((option) => option.points));
  const cells = tiles.map((colour, column) => {
    const option = columns?.get(`${row}/${column}`);
    const place = `wall-${seat}-${row}-${column}`;
    if (option) {
      const isHinted =
        hinted?.kind === "tile" && hinted.row === row && hinted.column === column;
      return html`<button
        type="button"
        key=${column}
        class=${`cell wall-cell target ${isHinted ? "hinted" : ""} ${option.points === least ? "alike" : ""}`}
        data-place=${place}
        aria-label=${_("Row {row}, column {column}: {points}", {
          row: row + 1,
          column: column + 1,
          points: pointsText(option.points),
        })}
        onClick=${() => onPick?.(option)}
      >
        ${line.colour && html`<${Tile} game=${GAME} colour=${line.colour} class="preview" />`}
        <${Badges} points=${option.points} />
      </button>`;
    }
    return html`<span
      class=${`cell wall-cell ${colour ? "filled" : ""} ${lit?.has(place) ? "lit" : ""}`}
      key=${column}
      data-place=${place}
      ...${closedCell(row, column, closedSpace)}
    >
      ${colour && html`<${Tile} game=${GAME} colour=${colour} />`}
      ${!colour &&
      printed &&
      html`<${Tile} game=${GAME} colour=${printed[column]} class="ghost" />`}
    </span>`;
  });
  // Screen readers do not enter an element with the role "img": with buttons in it, the row is a
  // group.
  const role = closedSpace || tiles.some((_tile, column) => columns?.has(`${row}/${column}`)) ? "group" : "img";
  return html`<div class="wall-row" role=${role} aria-label=${wallText(row, tiles)}>${cells}</div>`;
}

/**
 * @param {object} props
 * @param {number[]} props.costs
 * @param {number} props.seat
 * @param {Board} props.board
 * @param {boolean} props.over
 * @param {AzulDraft} [props.option]
 * @param {boolean} props.hinted
 * @param {boolean} [props.lit]
 * @param {OnPick} [props.onPick]
 */
function Floor({ costs, seat, board, over, option, hinted, lit, onPick }) {
  // At the end of the game the marker is no longer on the floor line.
  const fallen = [...(board.marker && !over ? ["marker"] : []), ...board.floor].slice(
    0,
    costs.length,
  );
  const coming = option ? [...(option.marker ? ["marker"] : []), ...dropped(option)] : [];
  const cells = costs.map((cost, n) => {
    const ghost = coming[n - fallen.length];
    return html`<span class="floor-cell" key=${n}>
      <span class="cell" data-place=${`floor-${seat}-${n}`}>
        ${fallen[n] && html`<${Tile} game=${GAME} colour=${fallen[n]} />`}
        ${!fallen[n] && ghost && html`<${Tile} game=${GAME} colour=${ghost} class="preview" />`}
        ${!fallen[n] &&
        !ghost &&
        html`<span class="floor-cost" aria-hidden="true" data-sign=${signed(cost)}></span>`}
      </span>
    </span>`;
  });
  if (!option) {
    const classes = `floor ${hinted ? "hinted" : ""} ${lit ? "lit" : ""}`;
    return html`<div class=${classes} role="img" aria-label=${floorText(board)}>${cells}</div>`;
  }
  return html`<button
    type="button"
    class=${`floor target ${hinted ? "hinted" : ""}`}
    aria-label=${_("Floor line: {points}", { points: pointsText(option.penalty) })}
    onClick=${() => onPick?.(option)}
  >
    ${cells}<${Badges} penalty=${option.penalty} />
  </button>`;
}

/**
 * Attributes of a space of the grey wall that is not open.
 * @param {number} row @param {number} column
 * @param {((row: number, column: number) => string) | null} [closedSpace]
 */
function closedCell(row, column, closedSpace) {
  if (!closedSpace) return {};
  const label = _("Row {row}, column {column}", { row: row + 1, column: column + 1 });
  return { ...closedProps(closedSpace(row, column)), "aria-label": label };
}

/** @param {AzulDraft} option @returns {string[]} */
function dropped(option) {
  return Array(option.dropped ?? 0).fill(option.colour);
}

/** @param {number} row @param {AzulLine} line */
function lineText(row, line) {
  const values = { line: row + 1, count: line.count, size: line.size };
  return line.colour
    ? _("Line {line}: {count} of {size}, {colour}", {
        ...values,
        colour: colourName(line.colour),
      })
    : _("Line {line}: empty", values);
}

/** "Line 4: places 2, +4 points", and what falls. @param {number} row @param {AzulDraft} option */
function targetText(row, option) {
  const words = [
    ngettext("Line {line}: places {n} tile", "Line {line}: places {n} tiles", option.placed, {
      line: row + 1,
    }),
  ];
  if (option.points) words.push(pointsText(option.points));
  if (option.dropped) {
    words.push(
      ngettext(
        "{n} tile falls to the floor line",
        "{n} tiles fall to the floor line",
        option.dropped,
      ),
    );
  }
  if (option.penalty < 0) words.push(pointsText(option.penalty));
  return words.join(", ");
}

/** @param {number} row @param {(string | null)[]} tiles */
function wallText(row, tiles) {
  const held = tiles.filter((colour) => colour !== null).map((colour) => colourName(colour));
  return held.length
    ? _("Wall, row {row}: {tiles}", { row: row + 1, tiles: held.join(", ") })
    : _("Wall, row {row}: empty", { row: row + 1 });
}

/** @param {Board} board */
function floorText(board) {
  /** @type {Record<string, number>} */
  const tiles = {};
  for (const letter of board.floor) tiles[letter] = (tiles[letter] ?? 0) + 1;
  const content = pileText(GAME, tiles, board.marker);
  return _("Floor line: {tiles}, {points}", { tiles: content, points: pointsText(board.penalty) });
}
