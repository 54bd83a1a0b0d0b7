/** Decoration made from the tiles of the sprite; it says nothing that words do not say too. */
import { html } from "../html.js";

const AZUL = "byrkw";
const PAVILION = "pgoybr";
/** The long diagonal of the sprite's rhombus, whose short one is 100. */
const RHOMBUS = 173.2;

/** Two rows of tiles in the order of the wall, as long as the page is wide. */
export function PatternBand() {
  const tiles = [0, 1].flatMap((row) =>
    [...AZUL].map((_letter, column) => ({
      row,
      column,
      letter: AZUL[(column - row * 2 + AZUL.length) % AZUL.length],
    })),
  );
  return html`<svg class="pattern-band" aria-hidden="true">
    <defs>
      <pattern id="pattern-band" width="240" height="96" patternUnits="userSpaceOnUse">
        ${tiles.map(
          ({ row, column, letter }) => html`<use
            href=${`#azul-${letter}`}
            x=${column * 48 + 1}
            y=${row * 48 + 1}
            width="46"
            height="46"
          />`,
        )}
      </pattern>
    </defs>
    <rect width="100%" height="96" fill="url(#pattern-band)" />
  </svg>`;
}

/**
 * A small picture of a game.
 * @param {{ game: string, board?: string }} props
 */
export function GamePicture({ game }) {
  return game === "azul" ? html`<${WallPicture} />` : html`<${StarPicture} />`;
}

/** A corner of the wall. */
function WallPicture() {
  const places = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column]));
  return html`<svg class="game-picture" viewBox="0 0 306 306" aria-hidden="true">
    ${places.map(
      ([row, column]) => html`<use
        href=${`#azul-${AZUL[(column - row + AZUL.length) % AZUL.length]}`}
        x=${column * 102 + 1}
        y=${row * 102 + 1}
        width="98"
        height="98"
      />`,
    )}
  </svg>`;
}

/** A complete star of all colours. */
function StarPicture() {
  return html`<svg class="game-picture" viewBox="-180 -180 360 360" aria-hidden="true">
    ${[...PAVILION].map(
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
