/**
 * A tree of variations over moves and deals, and the JSON record that it is written as.
 * Pure: every change gives another tree. Whether a step is legal is for the service to say.
 */

/** @typedef {import("./api.js").Line} Line */
/** @typedef {import("./api.js").Ply} Ply */
/** @typedef {import("./api.js").RecordJson} RecordJson */
/** @typedef {import("./api.js").Step} Step */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number | null} parent
 * @property {"root" | "move" | "deal"} kind
 * @property {string} text       in notation
 * @property {string} comment    after it; deals have none of their own
 * @property {string} opening    a comment before it, where it begins a variation
 * @property {number[]} children   the first one continues the line, the others are variations
 * @property {boolean} ends      the line ends here: all children are variations
 * @property {{ scores: number[], winners: number[] } | null} result   where the game is over
 *
 * @typedef {object} Tree
 * @property {Record<string, any>} head   the record without its moves
 * @property {Node[]} nodes      by id; removed ones are null
 */

export const ROOT = 0;

/** @param {RecordJson} record @returns {Tree} */
export function treeOf(record) {
  const { azulejos: _version, comment, plies, variations, scores, winners, ...head } = record;
  const root = newNode(ROOT, null, { kind: "root", text: "" });
  root.comment = comment ?? "";
  const nodes = [root];
  const last = readLine(nodes, root, { plies, variations });
  if (scores) last.result = { scores, winners };
  return { head, nodes };
}

/** @param {number} id @param {number | null} parent @param {Pick<Node, "kind" | "text">} step @returns {Node} */
function newNode(id, parent, { kind, text }) {
  return { id, parent, kind, text, comment: "", opening: "", children: [], ends: false, result: null };
}

/**
 * Read a line that goes on from a node. @returns {Node} its last one
 * @param {Node[]} nodes @param {Node} from @param {Line} line
 */
function readLine(nodes, from, { plies, variations }) {
  let last = from;
  for (const ply of plies) {
    const before = last;
    const kind = ply.move === undefined ? "deal" : "move";
    last = newNode(nodes.length, before.id, { kind, text: ply.move ?? ply.deal ?? "" });
    last.comment = ply.comment ?? "";
    nodes.push(last);
    before.children.push(last.id);
    for (const variation of ply.variations ?? []) readVariation(nodes, before, variation);
  }
  if (variations?.length) last.ends = true;
  for (const variation of variations ?? []) readVariation(nodes, last, variation);
  return last;
}

/** @param {Node[]} nodes @param {Node} from @param {Line} line */
function readVariation(nodes, from, line) {
  const first = nodes.length;
  readLine(nodes, from, line);
  nodes[first].opening = line.comment ?? "";
}

/** @param {Tree} tree @returns {RecordJson} */
export function recordOf({ head, nodes }) {
  const root = nodes[ROOT];
  const line = writeLine(nodes, root, root.ends ? null : (root.children[0] ?? null));
  const { result } = nodes[lineEnd({ head, nodes }, ROOT)];
  const branched = nodes.some((node) => node && node.children.length > (node.ends ? 0 : 1));
  return /** @type {RecordJson} */ ({
    azulejos: branched ? 2 : 1,
    ...head,
    comment: root.comment || null,
    ...line,
    scores: result?.scores ?? null,
    winners: result?.winners ?? [],
  });
}

/** @param {Node[]} nodes @param {Node} from @param {number | null} first @returns {Line} */
function writeLine(nodes, from, first) {
  const plies = [];
  let at = from;
  for (let next = first; next !== null; next = continuation(at)) {
    const node = nodes[next];
    /** @type {Ply} */
    const ply = { [node.kind]: node.text };
    if (node.comment) ply.comment = node.comment;
    const continues = continuation(at) === next;
    if (continues && at.children.length > 1) {
      ply.variations = at.children.slice(1).map((child) => variation(nodes, at, child));
    }
    plies.push(ply);
    at = node;
  }
  const rest = at.ends ? at.children.map((child) => variation(nodes, at, child)) : [];
  return rest.length ? { plies, variations: rest } : { plies };
}

/** @param {Node[]} nodes @param {Node} from @param {number} first @returns {Line} */
function variation(nodes, from, first) {
  return { comment: nodes[first].opening || null, ...writeLine(nodes, from, first) };
}

/** The node that continues a line. @param {Node} node */
function continuation(node) {
  return node.ends ? null : (node.children[0] ?? null);
}

// Looking around

/** The nodes from the root's child to a node. @param {Tree} tree @param {number} id @returns {Node[]} */
export function pathTo({ nodes }, id) {
  const path = [];
  for (let node = nodes[id]; node.parent !== null; node = nodes[node.parent]) path.unshift(node);
  return path;
}

/** A node as a step. @param {Node} node @returns {Step} */
export function stepOf({ kind, text }) {
  return kind === "deal" ? { deal: text } : { move: text };
}

/** Moves before and at a node. @param {Tree} tree @param {number} id */
export function plyOf(tree, id) {
  return pathTo(tree, id).filter(({ kind }) => kind === "move").length;
}

/** The node after a number of moves of the main line, with the deal that followed. @param {Tree} tree @param {number} ply */
export function nodeAtPly(tree, ply) {
  let at = ROOT;
  let moves = 0;
  for (let next = continuation(tree.nodes[at]); next !== null; next = continuation(tree.nodes[at])) {
    moves += tree.nodes[next].kind === "move" ? 1 : 0;
    if (moves > ply) break;
    at = next;
  }
  return at;
}

/** The end of the line that a node is in. @param {Tree} tree @param {number} id */
export function lineEnd({ nodes }, id) {
  let at = nodes[id];
  for (let next = continuation(at); next !== null; next = continuation(at)) at = nodes[next];
  return at.id;
}

/** The next node: the line goes on, or the first variation does. @param {Tree} tree @param {number} id */
export function nextOf({ nodes }, id) {
  return nodes[id].children[0] ?? null;
}

/** The node beside it, among the steps from the same position. @param {Tree} tree @param {number} id @param {number} by */
export function besides({ nodes }, id, by) {
  const { parent } = nodes[id];
  if (parent === null) return null;
  const siblings = nodes[parent].children;
  return siblings[siblings.indexOf(id) + by] ?? null;
}

/** The child with the same step. @param {Tree} tree @param {number} id @param {Step} step */
export function childOf({ nodes }, id, step) {
  const { kind, text } = asNode(step);
  const same = nodes[id].children.find((child) => nodes[child].kind === kind && nodes[child].text === text);
  return same ?? null;
}

/** Number of moves and deals. @param {Tree} tree */
export function sizeOf({ nodes }) {
  return nodes.filter((node) => node && node.kind !== "root").length;
}

/** The way from the root by numbers of children, for keeping. @param {Tree} tree @param {number} id */
export function routeTo(tree, id) {
  return pathTo(tree, id).map((node) => tree.nodes[node.parent ?? ROOT].children.indexOf(node.id));
}

/** The node at the end of a way, as far as it exists. @param {Tree} tree @param {number[]} route */
export function nodeAt({ nodes }, route) {
  let at = ROOT;
  for (const index of route) {
    const child = nodes[at].children[index];
    if (child === undefined) break;
    at = child;
  }
  return at;
}

// Changing

/** @param {Step} step @returns {Pick<Node, "kind" | "text">} */
function asNode(step) {
  return "deal" in step ? { kind: "deal", text: step.deal } : { kind: "move", text: step.move };
}

/** A copy in which these nodes may be changed. @param {Tree} tree @param {number[]} ids @returns {Tree} */
function copied({ head, nodes }, ids) {
  const fresh = nodes.slice();
  for (const id of ids) fresh[id] = { ...nodes[id], children: nodes[id].children.slice() };
  return { head, nodes: fresh };
}

/**
 * The tree with a step from a node, and the node it leads to; a known step is not added again.
 * @param {Tree} tree
 * @param {number} id
 * @param {Step} step
 * @returns {{ tree: Tree, id: number }}
 */
export function added(tree, id, step) {
  const known = childOf(tree, id, step);
  if (known !== null) return { tree, id: known };
  const next = copied(tree, [id]);
  const node = newNode(next.nodes.length, id, asNode(step));
  next.nodes.push(node);
  next.nodes[id].children.push(node.id);
  return { tree: next, id: node.id };
}

/** The tree without a node and what follows it. @param {Tree} tree @param {number} id @returns {Tree} */
export function removed(tree, id) {
  const { parent } = tree.nodes[id];
  if (parent === null) return tree;
  const next = copied(tree, [parent]);
  const { children } = next.nodes[parent];
  children.splice(children.indexOf(id), 1);
  for (const gone of below(tree, id)) next.nodes[gone] = /** @type {any} */ (null);
  return withoutOpening(next, parent);
}

/** A node and all after it. @param {Tree} tree @param {number} id @returns {number[]} */
function below(tree, id) {
  return [id, ...tree.nodes[id].children.flatMap((child) => below(tree, child))];
}

/** Where a line branches off from another one on the way to a node; null on the main line. @param {Tree} tree @param {number} id */
export function branchOf(tree, id) {
  const branches = pathTo(tree, id).filter((node) => continuation(tree.nodes[node.parent ?? ROOT]) !== node.id);
  return branches.at(-1)?.id ?? null;
}

/** The tree in which the variation of a node changes places with the line it branches off from. @param {Tree} tree @param {number} id */
export function promoted(tree, id) {
  const branch = branchOf(tree, id);
  if (branch === null) return tree;
  const parent = /** @type {number} */ (tree.nodes[branch].parent);
  const next = copied(tree, [parent]);
  const node = next.nodes[parent];
  node.children = [branch, ...node.children.filter((child) => child !== branch)];
  node.ends = false;
  return withoutOpening(next, parent);
}

/** What continues a line has no comment before it: it goes to the nearest one. @param {Tree} tree @param {number} parent */
function withoutOpening(tree, parent) {
  const first = continuation(tree.nodes[parent]);
  const opening = first === null ? "" : tree.nodes[first].opening;
  if (first === null || !opening) return tree;
  const next = copied(tree, [parent, first]);
  const node = next.nodes[first];
  const holder = node.kind === "deal" ? next.nodes[parent] : node;
  const words = holder === node ? [opening, node.comment] : [holder.comment, opening];
  holder.comment = words.filter(Boolean).join(" ");
  node.opening = "";
  return next;
}

/**
 * Where the comment on a node is kept: a deal shares it with the move before it, unless it begins
 * a variation.
 * @param {Tree} tree
 * @param {number} id
 * @returns {{ id: number, field: "comment" | "opening" }}
 */
export function commentPlace({ nodes }, id) {
  const { kind, parent } = nodes[id];
  if (kind !== "deal" || parent === null) return { id, field: "comment" };
  return continuation(nodes[parent]) === id ? { id: parent, field: "comment" } : { id, field: "opening" };
}

/** @param {Tree} tree @param {number} id */
export function commentOn(tree, id) {
  const place = commentPlace(tree, id);
  return tree.nodes[place.id][place.field];
}

/** @param {Tree} tree @param {number} id @param {string} text */
export function commented(tree, id, text) {
  const place = commentPlace(tree, id);
  const next = copied(tree, [place.id]);
  next.nodes[place.id][place.field] = text.trim();
  return next;
}

/** The tree that knows the result at a node. @param {Tree} tree @param {number} id @param {Node["result"]} result */
export function finished(tree, id, result) {
  const next = copied(tree, [id]);
  next.nodes[id].result = result;
  return next;
}
