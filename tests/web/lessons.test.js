/** Progress of lessons on this device: kept, resumed, and read as far as it makes sense. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { localStorage, page } from "./page.js";

const KEY = "azulejos.lessons";
const { dismissOffer, nextStep, progress, stepDone, tipShown } = await page("learn/progress.js");

beforeEach(() => localStorage.clear());

test("a lesson goes on after the last step done, and starts again after its end", () => {
  assert.equal(nextStep("azul", 3), 0);
  stepDone("azul", 0, 3);
  stepDone("azul", 1, 3);
  assert.equal(nextStep("azul", 3), 2);
  assert.deepEqual(progress().finished, []);
  stepDone("azul", 2, 3);
  stepDone("azul", 2, 3);
  assert.equal(nextStep("azul", 3), 0);
  assert.deepEqual(progress().finished, ["azul"]);
});

test("a lesson that has become shorter starts at its first step", () => {
  stepDone("azul", 7, 9);
  assert.equal(nextStep("azul", 5), 0);
});

test("an offer stays dismissed, and a tip is noted once", () => {
  dismissOffer();
  tipShown("azul-marker");
  tipShown("azul-marker");
  assert.equal(progress().dismissed, true);
  assert.deepEqual(progress().tips, ["azul-marker"]);
});

test("damaged data loses nothing that can be read", () => {
  const stored = { steps: { azul: 2, other: "x" }, finished: ["azul", 3], tips: "no", dismissed: 1 };
  localStorage.setItem(KEY, JSON.stringify(stored));
  assert.deepEqual(progress(), { steps: { azul: 2 }, finished: ["azul"], tips: [], dismissed: false });
  assert.equal(localStorage.getItem(`${KEY}.damaged`), JSON.stringify(stored));
  localStorage.removeItem(`${KEY}.damaged`);
  progress();
  assert.equal(localStorage.getItem(`${KEY}.damaged`), null, "it is told once");
  localStorage.setItem(KEY, '{"steps":{"azul":2},"finished":["azul","azul-gr');
  assert.deepEqual(progress(), { steps: { azul: 2 }, finished: ["azul"], tips: [], dismissed: false });
  localStorage.setItem(KEY, "{");
  assert.deepEqual(progress(), { steps: {}, finished: [], tips: [], dismissed: false });
});

test("where nothing can be stored, progress lasts as long as the page", () => {
  localStorage.full = true;
  stepDone("azul", 0, 3);
  assert.equal(nextStep("azul", 3), 1);
});
