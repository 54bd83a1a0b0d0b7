/** Progress of the service's compilations: what can be played already, and when the rest can. */
import { get } from "./api.js";
import { factsOf } from "./games/facts.js";
import { html, useEffect, useState } from "./html.js";
import { _, ngettext } from "./i18n.js";

/** @import { Preparation } from "./types.d.ts" */

/** Milliseconds between requests while something is being compiled. */
const POLL = 500;

/** The progress, asked for until everything is ready; null before the first answer. */
export function usePreparation() {
  const [progress, setProgress] = useState(/** @type {Preparation | null} */ (null));
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let left = false;
    const ask = () =>
      get("/api/preparation")
        .catch(() => null) // the service may be restarting: ask again
        .then((answer) => {
          if (left) return;
          if (answer) setProgress(answer);
          if (!answer?.ready) timer = setTimeout(ask, POLL);
        });
    ask();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, []);
  return progress;
}

/**
 * A progress bar, while the rules of a game or its bots are being compiled.
 * @param {{ game: string, players: number, bots: boolean }} props
 */
export function PreparationBar({ game, players, bots }) {
  const progress = usePreparation()?.games[game];
  if (!progress) return null;
  const { percent, seconds_left } = bots ? progress.bots[players - 2] : progress.rules;
  if (percent === 100) return null;
  const title = factsOf(game).title();
  const text = _("Preparing {game} for this machine: {percent}%", { game: title, percent });
  return html`<div class="preparation">
    <p>${text} <span class="note">${timeLeft(seconds_left)}</span></p>
    <progress max="100" value=${percent} aria-label=${text}></progress>
  </div>`;
}

/** @param {number | null} seconds */
function timeLeft(seconds) {
  if (seconds === null) return _("This happens only once.");
  return ngettext("About {n} second left.", "About {n} seconds left.", Math.max(1, seconds));
}
