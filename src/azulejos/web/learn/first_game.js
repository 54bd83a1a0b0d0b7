/** Button that starts a first game against the easiest bot, with tips and lit moves. */
import { errorText } from "../api.js";
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { openTable } from "../pages/open_table.js";
import { boardsOf, duel } from "../pages/setup.js";
import { preferences } from "../preferences.js";
import { Icon } from "../tiles.js";

/**
 * @param {object} props
 * @param {import("../types.d.ts").Catalogue} props.config
 * @param {string} props.game
 * @param {string} [props.board]   the first one unless it is given
 * @param {boolean} [props.primary]
 */
export function FirstGame({ config, game, board, primary = false }) {
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState("");
  const start = async () => {
    setWaiting(true);
    const easiest = config.bots[0];
    const chosen = board ?? boardsOf(config, game)[0];
    const setup = { ...duel(config, easiest), game, board: chosen, first: 0 };
    try {
      await openTable(setup, preferences().name, { guided: true });
    } catch (problem) {
      setError(errorText(problem));
      setWaiting(false);
    }
  };
  return html`<button
      type="button"
      class=${primary ? "primary" : "button"}
      disabled=${waiting}
      onClick=${start}
    >
      <${Icon} name="hint" /> ${_("Play a first game with tips")}
    </button>
    ${error && html`<span class="error-text" role="alert">${error}</span>`}`;
}
