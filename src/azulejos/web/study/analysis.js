/** The analysis board: board, evaluation, candidates, tree, and what can be done with them. */
import { Failure } from "../failure.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { useKeys } from "../keys.js";
import { setPreference, usePreferences } from "../preferences.js";
import { Icon } from "../tiles.js";
import { StudyBoard } from "./board.js";
import { Candidates, marksOf } from "./candidates.js";
import { DealEntry } from "./deal_entry.js";
import { EvaluationBar, useEvaluation } from "./evaluation.js";
import { Explorer, useExplorer } from "./explorer.js";
import { ExportDialog } from "./export.js";
import { keep } from "./kept.js";
import { NodeTools } from "./node_tools.js";
import { besides, branchOf, lineEnd, nextOf, plyOf, recordOf, ROOT, routeTo } from "./tree.js";
import { TreeView } from "./tree_view.js";

/** @import { Catalogue, Option } from "../types.d.ts" */
/** @typedef {import("../types.d.ts").Study} Study */
/** @typedef {import("./explorer.js").View} ExplorerView */
/** @typedef {import("./kept.js").KeptStudy} KeptStudy */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {string} props.id
 * @param {KeptStudy | null} props.kept
 * @param {{ tree: import("./tree.js").Tree, at: number, positions: string[] }} props.start
 * @param {string[]} props.names
 */
export function Analysis({ config, id, kept, start, names }) {
  const [view, explorer] = useExplorer(() => new Explorer(start.tree, start.positions, start.at));
  const { evaluation: enabled } = usePreferences();
  const [manual, setManual] = useState(kept?.manual ?? false);
  const [pointed, setPointed] = useState(/** @type {string | null} */ (null));
  const [exporting, setExporting] = useState(false);
  const problem = useKeeping({ id, kept, view, start, manual });
  useSteps(view, explorer);
  const { study } = view;
  const evaluation = useEvaluation(study, enabled, names);
  if (!study) {
    return view.error
      ? html`<${Failure} text=${view.error} onRetry=${view.retry} />`
      : html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  }
  const best = evaluation.analysis?.candidates[0] ?? null;
  const candidates = evaluation.analysis?.candidates ?? [];
  const marks = enabled ? marksOf(candidates, evaluation.analysis?.player ?? 0, pointed) : [];
  const onMove = (/** @type {Option} */ { move }) => explorer.play(move, !manual);
  const onFollow = (/** @type {string[]} */ moves) => {
    showBoard();
    return moves.length === 1 ? explorer.play(moves[0], !manual) : explorer.follow(moves);
  };
  return html`
    ${problem && html`<p class="banner" role="alert"><${Icon} name="warning" /> ${problem}</p>`}
    <div class="analysis-body">
      <div class="analysis-board">
        <${EvaluationBar}
          shares=${study.result ? sharesOf(study) : (best?.value.shares ?? null)}
          names=${names}
          proven=${Boolean(study.result ?? best?.value.proven)}
        />
        <${StudyBoard}
          config=${config}
          study=${study}
          tell=${view.tell}
          names=${names}
          onMove=${onMove}
          marks=${marks}
          prompt=${study.chance && html`<${Draw} key=${study.position} study=${study} view=${view} manual=${manual} explorer=${explorer} />`}
          tools=${html`<${Steps} view=${view} explorer=${explorer} />`}
        />
        ${view.error && (view.retry || !study.chance) && html`<${Failure} text=${view.error} onRetry=${view.retry} />`}
      </div>
      <aside class="analysis-side" aria-label=${_("Analysis")}>
        <section class="card panel">
          <div class="panel-head">
            <h2>${_("Best moves")}</h2>
            <${Switch} label=${_("Evaluation")} on=${enabled} onChange=${(/** @type {boolean} */ on) => setPreference("evaluation", on)} />
          </div>
          ${enabled &&
          html`<${Candidates} study=${study} evaluation=${evaluation} pointed=${pointed} onPoint=${setPointed} onFollow=${onFollow} />`}
          ${!enabled && html`<p class="note">${_("The evaluation is off.")}</p>`}
        </section>
        <section class="card panel">
          <div class="panel-head">
            <h2>${_("Moves")}</h2>
            <button type="button" class="button" onClick=${() => setExporting(true)}>
              <${Icon} name="download" />${_("Export")}
            </button>
          </div>
          <${TreeView} tree=${view.tree} at=${view.at} onGo=${(/** @type {number} */ to) => void explorer.go(to)} />
          <${NodeTools} key=${view.at} view=${view} explorer=${explorer} />
          <label class="switch-line">
            <input type="checkbox" checked=${!manual} onChange=${() => setManual(!manual)} />
            <span>${_("Draw tiles at random after a move")}</span>
          </label>
          <p class="note">
            <a href=${`/analysis/editor?position=${encodeURIComponent(study.position)}`}>${_("Edit this position")}</a>
          </p>
        </section>
      </aside>
    </div>
    ${exporting && html`<${ExportDialog} explorer=${explorer} onClose=${() => setExporting(false)} />`}
  `;
}

/** On a phone the list of moves is below the board: what is played there would not be seen. */
function showBoard() {
  const [board, side] = [".analysis-board", ".analysis-side"].map((part) => document.querySelector(part));
  if (board && side && side.getBoundingClientRect().left <= board.getBoundingClientRect().left)
    board.scrollIntoView({ block: "start" });
}

/** The result as shares of the victory. @param {Study} study */
function sharesOf({ state: { players, winners } }) {
  return Array.from({ length: players }, (_seat, n) => (winners.includes(n) ? 1 / winners.length : 0));
}

/**
 * Keep the tree on this device from the first change on.
 * @param {{ id: string, kept: KeptStudy | null, view: ExplorerView, start: { tree: object }, manual: boolean }} given
 * @returns {string} what prevents it
 */
function useKeeping({ id, kept, view, start, manual }) {
  const { tree, at } = view;
  const known = useRef(kept !== null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (tree === start.tree && !known.current) {
      showPly(branchOf(tree, at) === null ? plyOf(tree, at) : null);
      return;
    }
    known.current = true;
    showPly(null);
    const title = kept?.title ?? "";
    const done = keep({ id, title, record: recordOf(tree), route: routeTo(tree, at), manual });
    setProblem(keepingText(done));
  }, [tree, at, manual]);
  return problem;
}

/** @param {ReturnType<typeof keep>} done */
function keepingText(done) {
  switch (done) {
    case "too-long":
      return _("This analysis has become too long to be kept. Export it, or delete some variations.");
    case "full":
      return _("This browser's storage is full: the analysis will be lost when the page is closed. Export it to keep it.");
    default:
      return "";
  }
}

/** A reload shows the same moment again; a kept analysis knows it by itself. @param {number | null} ply */
function showPly(ply) {
  const address = new URL(location.href);
  if (ply === null) address.searchParams.delete("ply");
  else address.searchParams.set("ply", String(ply));
  history.replaceState(history.state, "", address.pathname + address.search);
}

/** Arrow keys walk through the tree. @param {ExplorerView} view @param {Explorer} explorer */
function useSteps({ tree, at }, explorer) {
  const go = (/** @type {number | null} */ id) => (id === null ? null : () => void explorer.go(id));
  useKeys(
    {
      ArrowLeft: go(tree.nodes[at].parent),
      ArrowRight: go(nextOf(tree, at)),
      ArrowUp: go(besides(tree, at, -1)),
      ArrowDown: go(besides(tree, at, 1)),
      Home: go(ROOT),
      End: go(lineEnd(tree, at)),
    },
    "input, textarea, select, dialog[open]",
  );
}

/** @param {{ view: ExplorerView, explorer: Explorer }} props */
function Steps({ view: { tree, at }, explorer }) {
  const next = nextOf(tree, at);
  const { parent } = tree.nodes[at];
  const end = lineEnd(tree, at);
  const steps = /** @type {const} */ ([
    ["first", _("To the beginning"), at === ROOT ? null : ROOT],
    ["prev", _("Previous move"), parent],
    ["next", _("Next move"), next],
    ["last", _("To the end"), at === end ? null : end],
  ]);
  return steps.map(
    ([icon, label, to]) => html`<button
      type="button"
      key=${icon}
      class="quiet icon-only"
      aria-label=${label}
      title=${label}
      aria-disabled=${to === null ? "true" : undefined}
      onClick=${to === null ? undefined : () => void explorer.go(to)}
    >
      <${Icon} name=${icon} />
    </button>`,
  );
}

/** @param {{ label: string, on: boolean, onChange: (on: boolean) => void }} props */
function Switch({ label, on, onChange }) {
  return html`<label class="switch-line">
    <input type="checkbox" role="switch" checked=${on} onChange=${() => onChange(!on)} />
    <span>${label}</span>
  </label>`;
}

/**
 * Tiles are to be drawn: at random, or chosen.
 * @param {{ study: Study, view: ExplorerView, manual: boolean, explorer: Explorer }} props
 */
function Draw({ study, view, manual, explorer }) {
  const [choosing, setChoosing] = useState(manual);
  if (!study.chance) return null;
  if (choosing) {
    return html`<${DealEntry}
      state=${study.state}
      chance=${study.chance}
      error=${view.retry ? "" : view.error}
      onDeal=${(/** @type {{ tiles?: string, draw?: boolean }} */ chosen) => void explorer.deal(chosen)}
      onBack=${manual ? undefined : () => setChoosing(false)}
    />`;
  }
  return html`<div class="tray-words"><p class="instruction">${_("Which tiles are drawn?")}</p></div>
    <div class="tray-buttons">
      <button type="button" class="button primary" onClick=${() => void explorer.deal({ draw: true })}>
        <${Icon} name="bag" />${_("Draw at random")}
      </button>
      <button type="button" class="button" onClick=${() => setChoosing(true)}>${_("Choose the tiles")}</button>
    </div>
    ${view.error && !view.retry && html`<p class="error-text" role="alert">${view.error}</p>`}`;
}
