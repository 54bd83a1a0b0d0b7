/** Toggle buttons for the tiles of a pile: bonus tiles to take, tiles to keep. */
import { html } from "../html.js";
import { _, colourName } from "../i18n.js";
import { Tile, pileEntries } from "../tiles.js";
import { changed } from "./options.js";

/**
 * @param {object} props
 * @param {string} props.game
 * @param {Record<string, number>} props.tiles    what there is
 * @param {Record<string, number>} props.picked   what is chosen so far
 * @param {(tiles: Record<string, number>) => boolean} props.allowed   whether such a choice may be
 * @param {(tiles: Record<string, number>) => void} props.onChange
 * @param {string} props.label
 * @param {Record<string, number> | null} [props.hinted]   a choice to point at
 */
export function TileToggles({ game, tiles, picked, allowed, onChange, label, hinted = null }) {
  const toggles = pileEntries(game, tiles).flatMap(([colour, count]) =>
    Array.from({ length: count }, (_unused, n) => {
      const pressed = n < (picked[colour] ?? 0);
      const next = changed(picked, colour, pressed ? -1 : 1);
      return html`<button
        type="button"
        key=${`${colour}${n}`}
        class=${`toggle ${hinted && pressed !== n < (hinted[colour] ?? 0) ? "hinted" : ""}`}
        aria-pressed=${pressed}
        aria-label=${_("{colour}, tile {number} of {count}", {
          colour: colourName(colour),
          number: n + 1,
          count,
        })}
        disabled=${!pressed && !allowed(next)}
        onClick=${() => onChange(next)}
      >
        <${Tile} game=${game} colour=${colour} />
      </button>`;
    }),
  );
  return html`<div class="toggles" role="group" aria-label=${label}>${toggles}</div>`;
}
