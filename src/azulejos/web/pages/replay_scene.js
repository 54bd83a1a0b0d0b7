/** The table at one moment of a replay, and the moment in the address of the page. */
import { html, useLayoutEffect, useMemo, useRef } from "../html.js";
import { Scene } from "../table/scene.js";
import { useRetelling } from "../table/telling.js";

/** @import { Catalogue, Replay } from "../types.d.ts" */
/** @typedef {import("../table/sentences.js").ReplayEntry} ReplayEntry */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {Replay} props.replay
 * @param {ReplayEntry[]} props.entries
 * @param {string[]} props.names
 * @param {number} props.focusSeat
 * @param {import("./player.js").Player} props.player
 */
export function ReplayScene({ config, replay, entries, names, focusSeat, player }) {
  const { at, stepped } = player;
  const fresh = useMemo(() => (stepped ? [entries[at]] : []), [entries, at, stepped]);
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const shown = useRetelling(root, replay.moments[at].state, fresh);
  return html`<div class="replay-scene">
    <${Scene}
      config=${config}
      table=${replay.table}
      state=${shown.update.state}
      names=${names}
      focusSeat=${focusSeat}
      root=${root}
      lit=${shown.lit}
      readOnly=${true}
    />
  </div>`;
}

/** The moment that the address names. @returns {number | null} */
export function plyInAddress() {
  const ply = Number.parseInt(new URLSearchParams(location.search).get("ply") ?? "", 10);
  return Number.isNaN(ply) ? null : ply;
}

/** Keep the shown moment in the address. @param {number} at @param {boolean} last */
export function usePlyInAddress(at, last) {
  // Before painting: reloading right now shows the same moment again.
  useLayoutEffect(() => {
    const address = new URL(location.href);
    if (last && !address.searchParams.has("ply")) return;
    address.searchParams.set("ply", String(at));
    history.replaceState(history.state, "", address.pathname + address.search);
  }, [at]);
}
