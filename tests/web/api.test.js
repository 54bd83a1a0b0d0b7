/** Requests that are repeated while the service is busy or starting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { ApiError, patiently } = await page("api.js");
const NO_PAUSE = [0];

/** @param {unknown[]} answers   errors are thrown */
function service(answers) {
  const asked = [];
  const ask = async () => {
    const answer = answers[asked.length];
    asked.push(answer);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { ask, asked };
}

test("a busy service is asked until it answers", async () => {
  const { ask, asked } = service([new ApiError("overloaded", ""), new ApiError("unreachable", ""), "yes"]);
  assert.equal(await patiently(ask, new AbortController().signal, NO_PAUSE), "yes");
  assert.equal(asked.length, 3);
});

test("an error that stays is thrown at once", async () => {
  const { ask, asked } = service([new ApiError("unknown-lesson", "")]);
  await assert.rejects(patiently(ask, new AbortController().signal, NO_PAUSE), { code: "unknown-lesson" });
  assert.equal(asked.length, 1);
});

test("who leaves is not waited for", async () => {
  const controller = new AbortController();
  const { ask, asked } = service([new ApiError("overloaded", ""), "never"]);
  const answer = patiently(ask, controller.signal, NO_PAUSE);
  controller.abort();
  await assert.rejects(answer, { code: "overloaded" });
  assert.equal(asked.length, 1);
});
