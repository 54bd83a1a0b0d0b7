/** Trees of variations, and the records they are written as. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const tree = await page("study/tree.js");
const { added, besides, branchOf, childOf, commented, commentOn, finished, lineEnd, nextOf, nodeAt, nodeAtPly } = tree;
const { pathTo, plyOf, promoted, recordOf, removed, ROOT, routeTo, sizeOf, stepOf, treeOf } = tree;

const HEAD = {
  game: "azul",
  board: "coloured",
  players: 2,
  first_player: 0,
  options: { stalemate_rounds: 5 },
  headers: { "Player 1": "Ana" },
  position: null,
};

/** A record with variations over moves and deals, comments everywhere, and a line that ends. */
const RECORD = {
  azulejos: 2,
  ...HEAD,
  comment: "before",
  plies: [
    { deal: "aaaa", variations: [{ comment: "another deal", plies: [{ deal: "bbbb" }, { move: "1b1" }] }] },
    {
      move: "1b1",
      comment: "good",
      variations: [
        {
          comment: "opening words",
          plies: [
            { move: "1b2", comment: "worse", variations: undefined },
            { move: "2r3", variations: [{ comment: null, plies: [{ move: "2r4" }] }] },
          ],
        },
        { comment: null, plies: [{ move: "1b3" }] },
      ],
    },
    { move: "2r3" },
  ],
  variations: [{ comment: "goes on", plies: [{ move: "3k1" }] }],
  scores: null,
  winners: [],
};

/** As JSON writes it: without what is undefined. */
const plain = (value) => JSON.parse(JSON.stringify(value));

test("a record becomes a tree and the same record again", () => {
  assert.deepEqual(plain(recordOf(treeOf(RECORD))), plain(RECORD));
});

test("a record without variations keeps the version that others read", () => {
  const record = { azulejos: 1, ...HEAD, comment: null, plies: [{ deal: "aaaa" }, { move: "1b1" }], scores: null, winners: [] };
  assert.deepEqual(plain(recordOf(treeOf(record))), plain(record));
  const longer = added(treeOf(record), 1, { move: "1b2" }).tree;
  assert.equal(recordOf(longer).azulejos, 2);
});

test("the result belongs to the end of the main line", () => {
  const record = { azulejos: 1, ...HEAD, comment: null, plies: [{ move: "1b1" }], scores: [3, 4], winners: [1] };
  const known = treeOf(record);
  assert.deepEqual(plain(recordOf(known)), plain(record));
  const { tree: branched, id } = added(known, ROOT, { move: "1b2" });
  const other = promoted(branched, id);
  assert.equal(recordOf(other).scores, null);
  const ended = finished(other, id, { scores: [9, 1], winners: [0] });
  assert.deepEqual([recordOf(ended).scores, recordOf(ended).winners], [[9, 1], [0]]);
});

test("a known step is followed, a new one is a variation", () => {
  const start = treeOf(RECORD);
  const deal = childOf(start, ROOT, { deal: "aaaa" });
  const again = added(start, deal, { move: "1b1" });
  assert.equal(again.tree, start);
  const fresh = added(start, deal, { move: "5w5" });
  assert.equal(sizeOf(fresh.tree), sizeOf(start) + 1);
  assert.equal(branchOf(fresh.tree, fresh.id), fresh.id);
  assert.equal(sizeOf(start), 10);
});

test("arrow keys find the neighbours", () => {
  const known = treeOf(RECORD);
  const deal = nextOf(known, ROOT);
  const move = nextOf(known, deal);
  assert.equal(known.nodes[move].text, "1b1");
  const beside = besides(known, move, 1);
  assert.equal(known.nodes[beside].text, "1b2");
  assert.equal(besides(known, beside, -1), move);
  assert.equal(besides(known, move, -1), null);
  assert.equal(besides(known, ROOT, 1), null);
  assert.equal(known.nodes[lineEnd(known, beside)].text, "2r3");
  // The main line has ended there; what goes on is a variation.
  const end = lineEnd(known, ROOT);
  assert.equal(known.nodes[nextOf(known, end)].text, "3k1");
  assert.notEqual(branchOf(known, nextOf(known, end)), null);
});

test("moves are counted, deals are not", () => {
  const known = treeOf(RECORD);
  assert.equal(plyOf(known, nodeAtPly(known, 0)), 0);
  assert.equal(known.nodes[nodeAtPly(known, 0)].kind, "deal");
  assert.equal(known.nodes[nodeAtPly(known, 2)].text, "2r3");
  assert.equal(nodeAtPly(known, 99), lineEnd(known, ROOT));
  assert.deepEqual(pathTo(known, nodeAtPly(known, 1)).map(stepOf), [{ deal: "aaaa" }, { move: "1b1" }]);
});

test("a way to a node is found again, as far as it exists", () => {
  const known = treeOf(RECORD);
  for (const { id } of known.nodes) assert.equal(nodeAt(known, routeTo(known, id)), id);
  assert.equal(nodeAt(known, [0, 7, 1]), nextOf(known, ROOT));
});

test("a removed line is gone from the record, and the rest stays", () => {
  const known = treeOf(RECORD);
  const move = nodeAtPly(known, 1);
  const left = removed(known, besides(known, move, 1));
  assert.equal(recordOf(left).plies[1].variations.length, 1);
  assert.equal(recordOf(left).plies.length, 3);
  assert.equal(removed(known, ROOT), known);
});

test("when the main line is removed, the first variation takes its place with its words", () => {
  const known = treeOf(RECORD);
  const record = recordOf(removed(known, nodeAtPly(known, 1)));
  assert.equal(record.plies[1].move, "1b2");
  assert.equal(record.plies[1].comment, "opening words worse");
});

test("a promoted variation changes places with its line", () => {
  const known = treeOf(RECORD);
  const other = besides(known, nodeAtPly(known, 1), 1);
  const record = recordOf(promoted(known, lineEnd(known, other)));
  assert.equal(record.plies[1].move, "1b2");
  assert.deepEqual(record.plies[1].variations.map((line) => line.plies[0].move), ["1b1", "1b3"]);
  const main = nodeAtPly(known, 2);
  assert.equal(promoted(known, main), known);
});

test("a deal shares its comment with the move before it, unless it begins a variation", () => {
  const known = treeOf(RECORD);
  const deal = nextOf(known, ROOT);
  assert.equal(commentOn(known, deal), "before");
  assert.equal(commentOn(known, besides(known, deal, 1)), "another deal");
  const changed = commented(known, besides(known, deal, 1), " new words ");
  assert.equal(recordOf(changed).plies[0].variations[0].comment, "new words");
  assert.equal(recordOf(commented(known, deal, "")).comment, null);
});

test("a promoted deal leaves its comment to the move before it", () => {
  const known = treeOf(RECORD);
  const other = besides(known, nextOf(known, ROOT), 1);
  assert.equal(recordOf(promoted(known, other)).comment, "before another deal");
});
