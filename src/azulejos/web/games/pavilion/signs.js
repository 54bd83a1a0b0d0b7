/** Summer Pavilion: the signs on the table and what they mean. */
import { html } from "../../html.js";
import { _ } from "../../i18n.js";
import { Icon, Tile } from "../../tiles.js";
import { Badges } from "../../table/badge.js";

const GAME = "summer-pavilion";

/** @returns {import("../../help/sheet.js").Sign[]} */
export function pavilionSigns() {
  return [
    [html`<span class="sign-number">3</span>`, _("The number of a space: how many tiles it costs.")],
    [html`<${Badges} points=${4} />`, _("Points a tile scores there right away.")],
    [html`<span class="sign-bonus">◆ 2</span>`, _("◆ Bonus tiles you get from the supply for a tile there.")],
    [html`<span class="wild-sign" data-sign="✦"></span>`, _("✦ Wild in this round: pays for any colour.")],
    [html`<${Icon} name="pillar" />`, _("Pillar: 1 bonus tile when all 4 spaces around it are filled.")],
    [html`<${Icon} name="statue" />`, _("Statue: 2 bonus tiles when all 4 spaces around it are filled.")],
    [html`<${Icon} name="window" />`, _("Window: 3 bonus tiles when both spaces beside it are filled.")],
    [html`<span class="stack-count" data-sign="3"></span>`, _("How many tiles of this colour there are.")],
    [
      html`<${Tile} game=${GAME} colour="marker" size=${28} />`,
      _("Starting player marker: taking it costs a point for each tile, but you place first and start the next round."),
    ],
  ];
}
