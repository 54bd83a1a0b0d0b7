/** Azul: the signs on the table and what they mean. */
import { html } from "../../html.js";
import { _ } from "../../i18n.js";
import { Tile } from "../../tiles.js";
import { Badges } from "../../table/badge.js";
import { signed } from "../../table/names.js";

/** @returns {import("../../help/sheet.js").Sign[]} */
export function azulSigns() {
  return [
    [html`<${Badges} points=${4} />`, _("Points this move scores at the end of the round.")],
    [html`<${Badges} penalty=${-2} />`, _("Points your floor line costs at the end of the round.")],
    [
      html`<span class="floor-cost" data-sign=${signed(-2)}></span>`,
      _("A space of the floor line, and what a tile there costs."),
    ],
    [html`<span class="stack-count" data-sign="3"></span>`, _("How many tiles of this colour there are.")],
    [
      html`<${Tile} game="azul" colour="marker" size=${28} />`,
      _("Starting player marker: costs like a tile on the floor line; its owner starts the next round."),
    ],
    [
      html`<${Tile} game="azul" colour="b" size=${28} class="ghost" />`,
      _("A pale tile on the wall: the place of this colour in the row."),
    ],
    [
      html`<${Tile} game="azul" colour="b" size=${28} class="preview" />`,
      _("A see-through tile: where the tiles you picked would go."),
    ],
  ];
}
