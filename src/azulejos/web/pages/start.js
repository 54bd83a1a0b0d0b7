/** Start page: new game, the games of this device, upload of a record. */
import { html } from "../html.js";
import { useTitle } from "../router.js";
import { _ } from "../i18n.js";
import { MyGames } from "./my_games.js";
import { NewGame } from "./new_game.js";
import { PatternBand } from "./pictures.js";
import { UploadRecord } from "./upload.js";

/** @param {{ config: import("../types.d.ts").Catalogue }} props */
export function StartPage({ config }) {
  useTitle("");
  return html`
    <div class="hero">
      <${PatternBand} />
      <div class="hero-words">
        <h1>${_("Play Azul online")}</h1>
        <p>${_("Two games of glazed tiles: with bots, on one screen, or with friends by a link.")}</p>
      </div>
    </div>
    <div class="start">
      <${NewGame} config=${config} />
      <div class="start-side">
        <${MyGames} />
        <${UploadRecord} />
      </div>
    </div>
    <footer class="colophon note">
      <p>
        ${_(
          "Unofficial fan project. Azul and Azul: Summer Pavilion were designed by Michael Kiesling; all artwork here is our own.",
        )}
      </p>
    </footer>
  `;
}
