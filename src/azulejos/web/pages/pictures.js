/** Decoration made from the tiles of the sprite. */
import { html } from "../html.js";

const LETTERS = "byrkw";

/** Two rows of tiles in the order of the wall, as long as the page is wide. */
export function PatternBand() {
  const tiles = [0, 1].flatMap((row) =>
    [...LETTERS].map((_letter, column) => ({
      row,
      column,
      letter: LETTERS[(column - row * 2 + LETTERS.length) % LETTERS.length],
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
