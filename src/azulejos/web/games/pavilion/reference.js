/** Summer Pavilion: the values printed on the score board, as the service tells them. */
import { html } from "../../html.js";
import { _, colourName, ngettext } from "../../i18n.js";
import { Icon, Tile } from "../../tiles.js";

const GAME = "summer-pavilion";
/** Narrower screens show it on demand. */
const ROOMY = "(width >= 1000px) and (height >= 700px)";
/** Whether it was opened or closed by hand: it stays so where it moves to. @type {boolean | null} */
let wanted = null;

/** @import { Catalogue, PavilionState } from "../../types.d.ts" */

/** @param {{ config: Catalogue, state: PavilionState }} props */
export function Reference({ config, state }) {
  const open = wanted ?? matchMedia(ROOMY).matches;
  const toggle = (/** @type {any} */ event) => {
    wanted = !event.currentTarget.parentElement.open;
  };
  const game = config.games[GAME];
  const features = game.geometry[state.board].features;
  const rewards = new Map(features.map(({ kind, reward }) => [kind, reward]));
  return html`<details class="reference" open=${open}>
    <summary onClick=${toggle}>${_("Values")}</summary>
    <dl>
      <div><dt>${_("Wild colours")}</dt>
      <dd>
        <ol class="wild-track">
          ${[...game.wilds].map((colour, index) => {
            const now = index + 1 === state.round;
            return html`<li key=${colour} class=${now ? "now" : ""} aria-current=${now ? "step" : undefined}>
              <${Tile} game=${GAME} colour=${colour} label=${true} />
              <span aria-hidden="true">${index + 1}</span>
            </li>`;
          })}
        </ol>
      </dd></div>
      <div><dt>${_("Complete stars")}</dt>
      <dd class="star-values">
        ${[...game.colours].map(
          (colour) => html`<span key=${colour} class="value">
            <${Tile} game=${GAME} colour=${colour} label=${colourName(colour)} />
            ${game.star_points[colour]}
          </span>`,
        )}
        <span class="value">
          <span class="many" role="img" aria-label=${_("six colours")}></span>
          ${game.many_colours_points}
        </span>
      </dd></div>
      <div><dt>${_("All spaces of a number")}</dt>
      <dd class="number-values">
        ${game.number_points.map(
          (points, index) => html`<span key=${index} class="value">
            <span class="number">${index + 1}</span> ${points}
          </span>`,
        )}
      </dd></div>
      <div><dt>${_("Bonus tiles for surrounding")}</dt>
      <dd class="reward-values">
        ${[...rewards].map(
          ([kind, reward]) => html`<span key=${kind} class="value">
            <${Icon} name=${kind} label=${featureName(kind)} />
            <span aria-hidden="true">${reward}</span>
            <span class="visually-hidden">
              ${ngettext("{n} bonus tile", "{n} bonus tiles", reward)}
            </span>
          </span>`,
        )}
      </dd></div>
    </dl>
  </details>`;
}

/** @param {string} kind */
function featureName(kind) {
  switch (kind) {
    case "pillar":
      return _("Pillar");
    case "statue":
      return _("Statue");
    default:
      return _("Window");
  }
}
