/** Button that starts a first game against the easiest bot, with tips and lit moves. */
import { errorText } from "../api.js";
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { openTable } from "../pages/open_table.js";
import { boardsOf, duel } from "../pages/setup.js";
import { preferences } from "../preferences.js";
import { Icon } from "../tiles.js";

/** @param {{ config: import("../types.d.ts").Catalogue, game: string, primary?: boolean }} props */
export function FirstGame({ config, game, primary = false }) {
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState("");
  const start = async () => {
    setWaiting(true);
    const easiest = config.bots[0];
    const setup = { ...duel(config, easiest), game, board: boardsOf(config, game)[0], first: 0 };
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
