/** A walk through a tree of variations, while the service is slow or does not answer. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { page } from "./page.js";

const { Explorer } = await page("study/explorer.js");
const { treeOf } = await page("study/tree.js");
const { analyse } = await page("study/api.js");

/** Requests that wait for an answer: each has `answer` and `fail`. */
let waiting = [];

globalThis.fetch = (path, options) =>
  new Promise((resolve, reject) => {
    const body = JSON.parse(options.body);
    const answer = (data, status = 200) => resolve(new Response(JSON.stringify(data), { status }));
    waiting.push({ path, body, answer, fail: () => reject(new TypeError("Failed to fetch")) });
  });
afterEach(() => {
  waiting = [];
});

/** Until promises that are settled have been followed. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** What the service tells of a position; a move leads to `position/move`. */
function studyOf(position) {
  return { position, state: { ply: 1, boards: [] }, options: [], entries: [], result: null, chance: null };
}

/** Answer the oldest request as the service would. */
async function answered() {
  const { body, answer } = waiting.shift();
  answer(studyOf(body.move ? `${body.position}/${body.move}` : body.position));
  await settled();
}

/** An explorer of the line a b c, looking at its start. */
async function explorer() {
  const record = { game: "azul", plies: ["a", "b", "c"].map((move) => ({ move })) };
  const walk = new Explorer(treeOf(record), ["0", "0/a", "0/a/b", "0/a/b/c"], 0);
  void walk.go(0);
  await answered();
  assert.equal(walk.view.study.position, "0");
  return walk;
}

const nodeOf = (walk, move) => walk.view.tree.nodes.findIndex((node) => node?.text === move);

test("without an answer the node of before is looked at again, until it is tried again", async () => {
  const walk = await explorer();
  void walk.go(nodeOf(walk, "a"));
  waiting.shift().fail();
  await settled();
  assert.equal(walk.view.at, 0);
  assert.equal(walk.view.study.position, "0");
  assert.match(walk.view.error, /isn't responding/);
  walk.view.retry();
  assert.equal(walk.view.error, "");
  await answered();
  assert.equal(walk.view.at, nodeOf(walk, "a"));
  assert.equal(walk.view.study.position, "0/a");
});

test("a move that was not answered is played when it is tried again", async () => {
  const walk = await explorer();
  const before = walk.view.tree;
  void walk.play("x", false);
  waiting.shift().fail();
  await settled();
  assert.equal(walk.view.tree, before);
  walk.view.retry();
  await answered();
  assert.equal(walk.view.study.position, "0/x");
  assert.equal(walk.view.at, nodeOf(walk, "x"));
});

test("what the rules refuse is not tried again", async () => {
  const walk = await explorer();
  void walk.play("x", false);
  waiting.shift().answer({ code: "illegal-move", text: "No." }, 400);
  await settled();
  assert.equal(walk.view.error, "No.");
  assert.equal(walk.view.retry, null);
});

test("nothing is played on a board that is about to change", async () => {
  const walk = await explorer();
  void walk.go(nodeOf(walk, "a"));
  void walk.play("x", false);
  void walk.follow(["y"]);
  assert.equal(waiting.length, 1);
  await answered();
  assert.equal(nodeOf(walk, "x"), -1);
  assert.equal(nodeOf(walk, "y"), -1);
});

test("a move that is answered after another node was chosen is kept, and not looked at", async () => {
  const walk = await explorer();
  void walk.play("x", false);
  void walk.go(nodeOf(walk, "a"));
  await answered();
  assert.equal(walk.view.at, nodeOf(walk, "a"));
  await answered();
  assert.equal(walk.view.at, nodeOf(walk, "a"));
  assert.equal(walk.view.study.position, "0/a");
  assert.equal(walk.view.tree.nodes[nodeOf(walk, "x")].parent, 0);
});

/** The body of an answer that sends a text, and then breaks or ends. */
function bodyOf(text, broken) {
  const parts = [new TextEncoder().encode(text)];
  return new ReadableStream({
    pull(controller) {
      if (parts.length) controller.enqueue(parts.shift());
      else if (broken) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
}

test("an analysis whose connection is lost tells so in words for people", async (context) => {
  for (const [last, broken] of [
    [false, true],
    [false, false],
    [true, false],
  ]) {
    const body = bodyOf(`${JSON.stringify({ type: "analysis", last })}\n`, broken);
    context.mock.method(globalThis, "fetch", () => Promise.resolve(new Response(body)));
    let heard = 0;
    const reading = (async () => {
      for await (const _message of analyse({ position: "0" }, new AbortController().signal)) heard += 1;
    })();
    if (last) await reading;
    else await assert.rejects(reading, { code: "unreachable", text: /isn't responding/ });
    assert.equal(heard, 1);
    context.mock.restoreAll();
  }
});
