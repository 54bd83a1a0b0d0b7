/** The three ways in, above the form: play now, with friends, learn. */
import { errorText } from "../api.js";
import { botName, Face } from "../bots.js";
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { preferences } from "../preferences.js";
import { Icon } from "../tiles.js";
import { openTable } from "./open_table.js";
import { duel } from "./setup.js";

/**
 * @param {object} props
 * @param {import("../types.d.ts").Catalogue} props.config
 * @param {() => void} props.onFriends    prepares the form for a game with friends
 */
export function Doors({ config, onFriends }) {
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState("");
  const bot = config.usual_bot;
  const playNow = async () => {
    setWaiting(true);
    setError("");
    try {
      await openTable(duel(config, bot), preferences().name);
    } catch (problem) {
      setError(errorText(problem));
      setWaiting(false);
    }
  };
  return html`<ul class="doors">
      <li>
        <button type="button" class="door" disabled=${waiting} onClick=${playNow}>
          <${Face} level=${bot} />
          <span class="door-words">
            <span class="door-name">${_("Play now")}</span>
            <span class="note">${_("Start a game against {bot} right away.", { bot: botName(bot) })}</span>
          </span>
        </button>
      </li>
      <li>
        <button type="button" class="door" onClick=${onFriends}>
          <${Icon} name="link" />
          <span class="door-words">
            <span class="door-name">${_("With friends")}</span>
            <span class="note">${_("Set up a table and send them a link.")}</span>
          </span>
        </button>
      </li>
      <li>
        <a class="door" href="/learn">
          <${Icon} name="learn" />
          <span class="door-words">
            <span class="door-name">${_("Learn")}</span>
            <span class="note">${_("Lessons on a real board, and the rules.")}</span>
          </span>
        </a>
      </li>
    </ul>
    ${error && html`<p class="error-text" role="alert">${error}</p>`}`;
}
