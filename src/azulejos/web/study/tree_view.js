/** The tree of variations: lines of moves and deals, variations indented below what they replace. */
import { html, useEffect, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { Notation, spelled } from "./notation.js";
import { ROOT } from "./tree.js";

/** @typedef {import("../html.js").View} View */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

/** @param {{ tree: Tree, at: number, onGo: (id: number) => void }} props */
export function TreeView({ tree, at, onGo }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // The list scrolls, not the page.
    const box = frame.current;
    const item = /** @type {HTMLElement | null | undefined} */ (box?.querySelector("[aria-current]"));
    if (!box || !item) return;
    box.scrollTop = Math.max(0, item.offsetTop - box.clientHeight / 2);
  }, [at]);
  const root = tree.nodes[ROOT];
  return html`<div class="tree" ref=${frame} role="region" aria-label=${_("Moves and variations")} tabindex="0">
    <div class="tree-line">
      <${NodeButton} node=${root} game=${tree.head.game} number=${0} at=${at} onGo=${onGo} />
      <${Comment} text=${root.comment} />
      ${lineViews(tree, root, root.ends ? null : (root.children[0] ?? null), 0, at, onGo)}
    </div>
  </div>`;
}

/**
 * The buttons of a line, with its variations between them.
 * @param {Tree} tree
 * @param {Node} from
 * @param {number | null} first
 * @param {number} ply   moves before it
 * @param {number} at
 * @param {(id: number) => void} onGo
 * @returns {View[]}
 */
function lineViews(tree, from, first, ply, at, onGo) {
  const views = [];
  let before = from;
  let moves = ply;
  for (let next = first; next !== null; next = before.ends ? null : (before.children[0] ?? null)) {
    const node = tree.nodes[next];
    const replaced = moves;
    if (node.kind === "move") moves += 1;
    views.push(
      html`<${Comment} text=${node.opening} />`,
      html`<${NodeButton} key=${node.id} node=${node} game=${tree.head.game} number=${moves} at=${at} onGo=${onGo} />`,
      html`<${Comment} text=${node.comment} />`,
    );
    const others = !before.ends && before.children[0] === next ? before.children.slice(1) : [];
    views.push(variationViews(tree, before, others, replaced, at, onGo));
    before = node;
  }
  if (before.ends) views.push(variationViews(tree, before, before.children, moves, at, onGo));
  return views;
}

/**
 * @param {Tree} tree
 * @param {Node} from
 * @param {number[]} firsts
 * @param {number} ply
 * @param {number} at
 * @param {(id: number) => void} onGo
 */
function variationViews(tree, from, firsts, ply, at, onGo) {
  if (firsts.length === 0) return null;
  return html`<ul class="tree-variations">
    ${firsts.map((first) => html`<li key=${first} class="tree-line">${lineViews(tree, from, first, ply, at, onGo)}</li>`)}
  </ul>`;
}

/** @param {{ node: Node, game: string, number: number, at: number, onGo: (id: number) => void }} props */
function NodeButton({ node, game, number, at, onGo }) {
  const current = node.id === at;
  return html`<button
    type="button"
    class=${`tree-node ${node.kind} ${current ? "current" : ""}`}
    aria-current=${current ? "step" : undefined}
    aria-label=${nodeText(node, game, number)}
    onClick=${() => onGo(node.id)}
  >
    ${node.kind === "root" && html`<${Icon} name="first" />`}
    ${node.kind === "deal" && html`<${Icon} name="bag" />`}
    ${
      node.kind === "move" &&
      html`<span class="tree-number" aria-hidden="true">${number}.</span><${Notation} game=${game} text=${node.text} />`
    }
  </button>`;
}

/** @param {Node} node @param {string} game @param {number} number */
function nodeText(node, game, number) {
  switch (node.kind) {
    case "root":
      return _("Start");
    case "deal":
      return _("Draw after move {number}", { number });
    default:
      return _("Move {number}: {move}", { number, move: spelled(game, node.text) });
  }
}

/** @param {{ text: string }} props */
function Comment({ text }) {
  return text ? html`<span class="tree-comment">${text}</span>` : null;
}
