/** A request that failed: why, and a way to make it again. */
import { html } from "./html.js";
import { _ } from "./i18n.js";
import { Icon } from "./tiles.js";

/**
 * @param {object} props
 * @param {string} props.text
 * @param {(() => void) | null} [props.onRetry]   null where the same request would fail again
 */
export function Failure({ text, onRetry = null }) {
  return html`<div class="failure" role="alert">
    <p class="error-text">${text}</p>
    ${onRetry &&
    html`<button type="button" class="button" onClick=${onRetry}><${Icon} name="replay" />${_("Try again")}</button>`}
  </div>`;
}
