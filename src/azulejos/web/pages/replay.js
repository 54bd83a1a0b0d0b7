/** Page of a replay: a game move by move, with slider, keyboard and automatic playback. */
import { html, useEffect, useMemo, useState } from "../html.js";
import { get } from "../api.js";
import { factsOf } from "../games/facts.js";
import { find } from "../storage.js";
import { useTitle } from "../router.js";
import { seatNames } from "../table/names.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";
import { EndPanel } from "./end.js";
import { boardName, nameList } from "./labels.js";
import { MoveList, useEntries } from "./move_list.js";
import { Controls, usePlayer } from "./player.js";
import { MissingTable } from "./notices.js";
import { plyInAddress, ReplayScene, usePlyInAddress } from "./replay_scene.js";
import { SaveLinks } from "./save_links.js";

/** @import { Catalogue, Replay as GameReplay, TableView } from "../types.d.ts" */
/** @typedef {import("../api.js").ApiError} ApiError */

/** @param {{ config: Catalogue, id: string }} props */
export function ReplayPage({ config, id }) {
  const [replay, setReplay] = useState(/** @type {GameReplay | null} */ (null));
  const [error, setError] = useState(/** @type {ApiError | null} */ (null));
  const load = () => {
    setError(null);
    get(`/api/games/${encodeURIComponent(id)}/replay`).then(setReplay, setError);
  };
  useEffect(load, [id]);
  useTitle(_("Replay"));
  if (error && [404, 410, 422].includes(error.status)) return html`<${MissingTable} id=${id} />`;
  if (error && !replay) {
    return html`<section class="notice card">
      <h1>${_("Couldn't load the replay")}</h1>
      <p role="alert">${error.text}</p>
      <div class="actions">
        <button type="button" class="button primary" onClick=${load}>${_("Try again")}</button>
      </div>
    </section>`;
  }
  if (!replay) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  return html`<${Replay} config=${config} replay=${replay} onReload=${load} />`;
}

/** @param {{ config: Catalogue, replay: GameReplay, onReload: () => void }} props */
function Replay({ config, replay, onReload }) {
  const { table, moments, result } = replay;
  const names = useMemo(() => seatNames(table), [table]);
  const player = usePlayer(moments.length, plyInAddress());
  const { at } = player;
  const { state } = moments[at];
  const entries = useEntries(moments);
  const mySeats = useMemo(() => Object.keys(find(table.id)?.tokens ?? {}).map(Number), [table.id]);
  const focusSeat = mySeats[0] ?? 0;
  const last = at === moments.length - 1;
  const seeResult = () => document.getElementById("end-title")?.scrollIntoView({ block: "center" });
  usePlyInAddress(at, last);

  return html`<div class="replay">
    <div class="replay-head">
      <h1>${factsOf(table.game).title()}</h1>
      <p class="note">
        ${_("{people} · {board}", { people: nameList(names), board: boardName(table.board) })}
      </p>
    </div>
    <${Controls} player=${player} moments=${moments} entry=${entries[at]} names=${names} game=${table.game} />
    ${last &&
    result &&
    html`<button type="button" class="button see-result" onClick=${seeResult}>
      <${Icon} name="trophy" />${_("See the result")}
    </button>`}
    <div class="replay-body">
      <${ReplayScene}
        config=${config}
        replay=${replay}
        entries=${entries}
        names=${names}
        focusSeat=${focusSeat}
        player=${player}
      />
      <${MoveList} game=${table.game} entries=${entries} names=${names} at=${at} onGo=${player.go} />
    </div>
    ${last &&
    result &&
    html`<${EndPanel}
      config=${config}
      table=${table}
      state=${state}
      result=${result}
      mySeats=${mySeats}
      replaying=${true}
    />`}
    ${(result || table.uploaded) &&
    html`<div class="actions">
      <a class="button" href=${`/analysis/${encodeURIComponent(table.id)}?ply=${at}`}>
        <${Icon} name="hint" />${_("Analyse from here")}
      </a>
    </div>`}
    ${!result && html`<${Unfinished} table=${table} last=${last} onReload=${onReload} />`}
    ${!(last && result) &&
    html`<div class="actions">
      ${(result || table.uploaded) &&
      html`<a class="button" href=${`/review/${table.id}`}>
        <${Icon} name="chart" />${_("Review the game")}
      </a>`}
      <${SaveLinks} id=${table.id} />
    </div>`}
  </div>`;
}

/** Note on an unfinished game. @param {{ table: TableView, last: boolean, onReload: () => void }} props */
function Unfinished({ table, last, onReload }) {
  const note = table.uploaded
    ? _("The record ends here: this game wasn't finished.")
    : _("This game is still in progress. Here are the moves so far.");
  if (table.uploaded) return last ? html`<p class="note" role="status">${note}</p>` : null;
  return html`<div class="actions">
    <p class="note">${note}</p>
    <a class="button" href=${`/table/${table.id}`}><${Icon} name="eye" />${_("Go to the table")}</a>
    <button type="button" class="button" onClick=${onReload}>${_("Check for new moves")}</button>
  </div>`;
}
