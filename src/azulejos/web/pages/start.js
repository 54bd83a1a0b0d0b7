/** Start page: three doors, new game, the games of this device, upload of a record. */
import { html, useState } from "../html.js";
import { useTitle } from "../router.js";
import { _ } from "../i18n.js";
import { LearnOffer } from "../learn/offer.js";
import { Doors } from "./doors.js";
import { MyGames } from "./my_games.js";
import { NewGame } from "./new_game.js";
import { OpenTables } from "./open_tables.js";
import { PatternBand } from "./pictures.js";
import { PuzzleDoor } from "../puzzles/door.js";
import { UploadRecord } from "./upload.js";

/** @param {{ config: import("../types.d.ts").Catalogue }} props */
export function StartPage({ config }) {
  useTitle("");
  // How often the door for friends was chosen.
  const [friends, setFriends] = useState(0);
  return html`
    <div class="hero">
      <${PatternBand} />
      <div class="hero-words">
        <h1>${_("Play Azul online")}</h1>
        <p>
          ${_(
            "Azul and Azul: Summer Pavilion in your browser: against bots, with friends by link, or together on one screen. No account needed.",
          )}
        </p>
        <${LearnOffer} />
        <${Doors} config=${config} onFriends=${() => setFriends(friends + 1)} />
      </div>
    </div>
    <div class="start">
      <${NewGame} config=${config} friends=${friends} />
      <div class="start-side">
        <${MyGames} />
        <${PuzzleDoor} />
        <${OpenTables} />
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
