/** Summer Pavilion: the tiles beside a board, by colour; choosing one shows its spaces. */
import { html } from "../../html.js";
import { _, colourName } from "../../i18n.js";
import { Tile, pileEntries, pileText } from "../../tiles.js";

/**
 * @param {object} props
 * @param {import("../../types.d.ts").PavilionState} props.state
 * @param {number} props.seat
 * @param {Set<string>} [props.placeable]   colours that can be placed
 * @param {string|null} [props.chosen]
 * @param {(colour: string) => void} [props.onColour]
 */
export function Hand({ state, seat, placeable, chosen = null, onColour }) {
  const { tiles } = state.boards[seat];
  const entries = pileEntries(state.game, tiles);
  const label = _("Tiles beside the board: {tiles}", { tiles: pileText(state.game, tiles) });
  return html`<div class="hand" role="group" aria-label=${label} data-place=${`hand-${seat}`}>
    ${entries.map(([colour, count]) => {
      const wild = state.wild === colour;
      const content = html`
        <${Tile} game=${state.game} colour=${colour} />
        <span class="hand-count" aria-hidden="true" data-sign=${count}></span>
        ${wild && html`<span class="wild-sign" aria-hidden="true" data-sign="✦"></span>`}
      `;
      const place = `hand-${seat}-${colour}`;
      const classes = `hand-stack ${wild ? "wild" : ""} ${chosen === colour ? "chosen" : ""}`;
      if (!placeable?.has(colour)) {
        return html`<span class=${classes} key=${colour} data-place=${place}>${content}</span>`;
      }
      return html`<button
        type="button"
        key=${colour}
        class=${`${classes} pickable`}
        data-place=${place}
        aria-pressed=${chosen === colour}
        aria-label=${_("Show where {colour} can go ({count} beside the board)", {
          colour: colourName(colour),
          count,
        })}
        onClick=${() => onColour?.(colour)}
      >
        ${content}
      </button>`;
    })}
    ${entries.length === 0 &&
    html`<span class="hand-empty">${_("No tiles beside the board")}</span>`}
  </div>`;
}
