/** Page of the analysis board: a tree of variations, the engine's opinion, the board. */
import { errorStatus, errorText } from "../api.js";
import { factsOf } from "../games/facts.js";
import { html, useEffect, useMemo, useState } from "../html.js";
import { _ } from "../i18n.js";
import { boardName, nameList } from "../pages/labels.js";
import { MissingTable } from "../pages/notices.js";
import { useTitle } from "../router.js";
import { readRecord } from "./api.js";
import { Analysis } from "./analysis.js";
import { EditorPage } from "./editor.js";
import { AnalysisHome } from "./home.js";
import { findKept, isOwn } from "./kept.js";
import { nodeAt, nodeAtPly, treeOf } from "./tree.js";

/** @import { Catalogue } from "../types.d.ts" */
/** @typedef {import("./api.js").ReadRecord} ReadRecord */
/** @typedef {import("./kept.js").KeptStudy} KeptStudy */

/** @param {{ config: Catalogue, id: string }} props   the id of a game or a kept analysis; "" or "editor" */
export function AnalysisPage({ config, id }) {
  useTitle(_("Analysis"));
  if (id === "") return html`<${AnalysisHome} config=${config} />`;
  if (id === "editor") return html`<${EditorPage} config=${config} />`;
  return html`<${StoredAnalysis} key=${id} config=${config} id=${id} />`;
}

/** @param {{ config: Catalogue, id: string }} props */
function StoredAnalysis({ config, id }) {
  const kept = useMemo(() => findKept(id), [id]);
  const [found, setFound] = useState(/** @type {ReadRecord | null} */ (null));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const load = () => {
    setProblem(null);
    if (!kept && isOwn(id)) return;
    const source = kept ? { record: JSON.stringify(kept.record) } : { game: id };
    readRecord(source).then(setFound, setProblem);
  };
  useEffect(load, [id]);
  if (!kept && isOwn(id)) return html`<${NotHere} />`;
  if (problem && !kept && [404, 410].includes(errorStatus(problem))) return html`<${MissingTable} id=${id} />`;
  if (problem) return html`<${Refused} text=${errorText(problem)} onRetry=${load} />`;
  if (!found) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  return html`<${Opened} config=${config} id=${id} kept=${kept} found=${found} />`;
}

/** @param {{ config: Catalogue, id: string, kept: KeptStudy | null, found: ReadRecord }} props */
function Opened({ config, id, kept, found }) {
  const start = useMemo(() => {
    const tree = treeOf(found.record);
    const ply = plyInAddress();
    const at = ply !== null ? nodeAtPly(tree, ply) : kept ? nodeAt(tree, kept.route) : nodeAtPly(tree, 0);
    return { tree, at, positions: found.positions };
  }, [found]);
  const { game, board, players, headers } = found.record;
  const names = useMemo(
    () =>
      Array.from({ length: players }, (_seat, n) => {
        const number = n + 1;
        const usual = `Player ${number}`;
        const name = headers[usual];
        return name && name.toLowerCase() !== usual.toLowerCase() ? name : _("Player {number}", { number });
      }),
    [found],
  );
  const details = _("{people} · {board}", { people: nameList(names), board: boardName(board) });
  return html`<div class="analysis">
    <div class="replay-head">
      <h1>${_("Analysis: {game}", { game: factsOf(game).title() })}</h1>
      <p class="note">${details}</p>
    </div>
    <${Analysis} config=${config} id=${id} kept=${kept} start=${start} names=${names} />
  </div>`;
}

/** An analysis of another device. */
function NotHere() {
  return html`<section class="notice card">
    <h1>${_("This analysis isn't on this device")}</h1>
    <p>${_("Analyses are kept in the browser they were made in. Export one there, and open it here as a record.")}</p>
    <div class="actions"><a class="button primary" href="/analysis">${_("Go to the analysis board")}</a></div>
  </section>`;
}

/** @param {{ text: string, onRetry: () => void }} props */
function Refused({ text, onRetry }) {
  return html`<section class="notice card">
    <h1>${_("This game can't be analysed now")}</h1>
    <p role="alert">${text}</p>
    <div class="actions">
      <button type="button" class="button primary" onClick=${onRetry}>${_("Try again")}</button>
      <a class="button" href="/analysis">${_("Go to the analysis board")}</a>
    </div>
  </section>`;
}

/** @returns {number | null} */
function plyInAddress() {
  const ply = Number.parseInt(new URLSearchParams(location.search).get("ply") ?? "", 10);
  return Number.isNaN(ply) ? null : Math.max(0, ply);
}
