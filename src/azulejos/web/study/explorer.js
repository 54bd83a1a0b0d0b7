/** A walk through a tree of variations: the node that is looked at, its study, and steps from there. */
import { errorText, mayPass } from "../api.js";
import { useEffect, useMemo, useState } from "../html.js";
import { openStudy, playLine, playStudy } from "./api.js";
import { added, childOf, commented, finished, lineEnd, pathTo, plyOf, promoted, removed, ROOT, stepOf } from "./tree.js";

/** @typedef {import("./api.js").Step} Step */
/** @typedef {import("../types.d.ts").Study} Study */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @typedef {object} View
 * @property {Tree} tree
 * @property {number} at        the node that is looked at
 * @property {Study | null} study   of the node that is shown; it follows `at`
 * @property {boolean} tell     whether its entries are told
 * @property {boolean} busy     the service is asked
 * @property {string} error
 * @property {(() => void) | null} retry   makes the request that failed again
 */

/** Studies that are kept in memory. */
const MAX_STUDIES = 300;

export class Explorer {
  /** By node. @type {Map<number, Study>} */
  #studies = new Map();
  /** By node. @type {Map<number, string>} */
  #positions = new Map();
  /** Only the newest request is shown. */
  #request = 0;
  /** The node that the study belongs to. @type {number | null} */
  #shown = null;

  /**
   * @param {Tree} tree
   * @param {string[]} positions   of the main line, the root's first
   * @param {number} at
   */
  constructor(tree, positions, at) {
    /** @type {View} */
    this.view = { tree, at, study: null, tell: false, busy: true, error: "", retry: null };
    /** @type {(view: View) => void} */
    this.onChange = () => {};
    let node = ROOT;
    for (const position of positions) {
      this.#positions.set(node, position);
      node = tree.nodes[node].children[0];
      if (node === undefined) break;
    }
  }

  /** @param {Partial<View>} news */
  #show(news) {
    this.view = { ...this.view, ...news };
    this.onChange(this.view);
  }

  /** Look at a node. Only a step forward is told. @param {number} id */
  go(id) {
    const forward = this.#shown !== null && this.view.tree.nodes[id].parent === this.#shown;
    this.#show({ at: id });
    const question = async () => ({ at: id, study: await this.#load(id), tell: forward });
    return this.#ask(question, () => void this.go(id));
  }

  /**
   * Ask the service, and show what came of it unless something else was asked since. Without an
   * answer the node of before is looked at again.
   * @param {() => Promise<Partial<View> & { at: number }>} question
   * @param {() => void} retry
   */
  async #ask(question, retry) {
    const request = (this.#request += 1);
    this.#show({ busy: true, error: "", retry: null });
    try {
      const news = await question();
      if (request !== this.#request) return;
      this.#shown = news.at;
      this.#show({ ...news, busy: false });
    } catch (problem) {
      if (request !== this.#request) return;
      const at = this.#shown ?? this.view.at;
      this.#show({ at, busy: false, error: errorText(problem), retry: mayPass(problem) ? retry : null });
    }
  }

  /** Whether the study is the one of the node that is looked at: only then it can be played on. */
  get #isShown() {
    return this.#shown === this.view.at;
  }

  /** @param {number} id @returns {Promise<Study>} */
  async #load(id) {
    const known = this.#studies.get(id);
    if (known) return known;
    const study = await this.#fetch(id);
    this.#remember(id, study);
    return study;
  }

  /** @param {number} id @returns {Promise<Study>} */
  async #fetch(id) {
    const { tree } = this.view;
    const node = tree.nodes[id];
    const ply = plyOf(tree, id);
    const before = node.parent === null ? undefined : this.#positions.get(node.parent);
    if (before !== undefined) {
      return node.kind === "deal"
        ? playStudy(before, { tiles: node.text, ply })
        : playStudy(before, { move: node.text, ply: ply - 1 });
    }
    const own = this.#positions.get(id);
    if (own !== undefined) return openStudy({ position: own, ply });
    const path = pathTo(tree, id);
    const start = this.#positions.get(ROOT) ?? "";
    const { positions, study } = await playLine(start, path.map(stepOf));
    path.forEach((passed, n) => this.#positions.set(passed.id, positions[n]));
    return { ...study, entries: [] };
  }

  /** @param {number} id @param {Study} study */
  #remember(id, study) {
    if (this.#studies.size >= MAX_STUDIES) this.#studies.clear();
    this.#studies.set(id, study);
    this.#positions.set(id, study.position);
    const { tree } = this.view;
    if (!study.result || tree.nodes[id].result) return;
    const scores = study.state.boards.map(({ score }) => score);
    this.#show({ tree: finished(tree, id, { scores, winners: study.state.winners }) });
  }

  /**
   * Play a move from the node; with `draw`, tiles that are due then are drawn at random.
   * @param {string} move
   * @param {boolean} draw
   */
  play(move, draw) {
    const { tree, at, study } = this.view;
    if (!this.#isShown) return Promise.resolve();
    const known = childOf(tree, at, { move });
    if (known !== null) return this.go(draw ? (dealAfter(tree, known) ?? known) : known);
    return this.#step(at, study, { move, draw, ply: study?.state.ply });
  }

  /** Deal tiles at the node: given ones, then random ones. @param {{ tiles?: string, draw?: boolean }} chosen */
  deal(chosen) {
    const { at, study } = this.view;
    return this.#step(at, study, { ...chosen, ply: study?.state.ply });
  }

  /** Random tiles in place of a deal. @param {number} id   the deal */
  async dealAgain(id) {
    const parent = this.view.tree.nodes[id].parent ?? ROOT;
    await this.go(parent);
    if (this.view.at === parent && !this.view.error) await this.deal({ draw: true });
  }

  /**
   * @param {number} at
   * @param {Study | null} study
   * @param {{ move?: string, tiles?: string, draw?: boolean, ply?: number }} step
   */
  #step(at, study, step) {
    if (!study || !this.#isShown) return Promise.resolve();
    const again = () => void this.#step(at, study, step);
    return this.#ask(async () => {
      const next = await playStudy(study.position, step);
      let { tree } = this.view;
      let id = at;
      const deals = next.entries.filter(({ kind }) => kind === "deal");
      if (step.move) ({ tree, id } = added(tree, id, { move: step.move }));
      const tiles = deals.map((entry) => ("tiles" in entry ? entry.tiles : "")).join("");
      if (tiles) ({ tree, id } = added(tree, id, { deal: tiles }));
      this.#show({ tree });
      // Seen again, a deal is told without the move before it.
      this.#remember(id, tiles ? /** @type {Study} */ ({ ...next, entries: deals }) : next);
      return { at: id, study: next, tell: true };
    }, again);
  }

  /** Several moves in a row, as a variation; looks at the last. @param {string[]} moves */
  follow(moves) {
    let { tree, at: id } = this.view;
    if (!this.#isShown) return Promise.resolve();
    for (const move of moves) ({ tree, id } = added(tree, id, { move }));
    this.#show({ tree });
    return this.go(id);
  }

  /** Delete a node and what follows. @param {number} id */
  remove(id) {
    const { tree, at } = this.view;
    const parent = tree.nodes[id].parent;
    if (parent === null) return Promise.resolve();
    const inside = pathTo(tree, at).some((node) => node.id === id);
    if (inside) this.#shown = null;
    this.#show({ tree: removed(tree, id), at: inside ? parent : at });
    return inside ? this.go(parent) : Promise.resolve();
  }

  /** @param {number} id */
  promote(id) {
    this.#show({ tree: promoted(this.view.tree, id) });
  }

  /** @param {number} id @param {string} text */
  comment(id, text) {
    this.#show({ tree: commented(this.view.tree, id, text) });
  }

  /** Know how the main line ends, which its record says. */
  async settle() {
    const end = lineEnd(this.view.tree, ROOT);
    if (!this.view.tree.nodes[end].result) await this.#load(end);
  }
}

/** The deal that follows a move by itself. @param {Tree} tree @param {number} id */
function dealAfter(tree, id) {
  const [first] = tree.nodes[id].children;
  return first !== undefined && tree.nodes[first].kind === "deal" ? first : null;
}

/**
 * An explorer as a hook.
 * @param {() => Explorer} make
 * @returns {[View, Explorer]}
 */
export function useExplorer(make) {
  const explorer = useMemo(make, []);
  const [view, setView] = useState(explorer.view);
  useEffect(() => {
    explorer.onChange = setView;
    void explorer.go(explorer.view.at);
    return () => {
      explorer.onChange = () => {};
    };
  }, []);
  return [view, explorer];
}
