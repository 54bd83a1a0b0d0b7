/** Offer of the start page to learn the game, until a lesson is done, a game is played, or it is dismissed. */
import { html } from "../html.js";
import { _ } from "../i18n.js";
import { list } from "../storage.js";
import { Icon } from "../tiles.js";
import { dismissOffer, useProgress } from "./progress.js";

export function LearnOffer() {
  const { steps, finished, dismissed } = useProgress();
  if (dismissed || finished.length > 0 || list().some((table) => table.finished)) return null;
  const begun = Object.values(steps).some((count) => count > 0);
  return html`<p class="learn-offer">
    <a href="/learn/azul">
      <${Icon} name="learn" />
      <span>${begun ? _("Continue your lesson") : _("New to Azul? Learn it in three minutes")}</span>
    </a>
    <button
      type="button"
      class="quiet icon-only"
      aria-label=${_("Don't show this again")}
      title=${_("Don't show this again")}
      onClick=${dismissOffer}
    >
      <${Icon} name="close" />
    </button>
  </p>`;
}
