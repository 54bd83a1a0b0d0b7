/** Bag, discards and supply, counted by colour. */
import { factsOf } from "../games/facts.js";
import { html } from "../html.js";
import { _, colourName } from "../i18n.js";
import { Icon, Pile, Tile, pileTotal } from "../tiles.js";

/** @import { Catalogue, State } from "../types.d.ts" */

/** @param {{ config: Catalogue, state: State }} props */
export function Piles({ config, state }) {
  const { game } = state;
  const letters = [...config.games[game].colours];
  const { discards } = factsOf(game);
  const rows = [
    { key: "bag", name: _("Bag"), icon: "bag", tiles: state.bag },
    {
      key: "discards",
      name: discards.name(),
      icon: discards.icon,
      tiles: state.discards,
    },
  ];
  return html`<div class="piles">
    ${state.supply && html`<${Supply} state=${state} />`}
    <table class="counts">
      <caption class="visually-hidden">
        ${_("Tiles that are not on the table, by colour")}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${letters.map(
            (colour) =>
              html`<th scope="col" key=${colour}>
                <${Tile} game=${game} colour=${colour} label=${colourName(colour)} />
              </th>`,
          )}
          <th scope="col" class="sum">${_("all")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ key, name, icon, tiles }) =>
            html`<tr key=${key} data-place=${key}>
              <th scope="row"><${Icon} name=${icon} /> <span>${name}</span></th>
              ${letters.map((colour) => html`<td key=${colour}>${tiles[colour] ?? 0}</td>`)}
              <td class="sum">${pileTotal(tiles)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Pavilion: the bonus tiles on offer. @param {{ state: State }} props */
function Supply({ state }) {
  return html`<div class="supply" data-place="supply">
    <span class="supply-name">${_("Supply")}</span>
    <${Pile} game=${state.game} tiles=${state.supply} />
  </div>`;
}
