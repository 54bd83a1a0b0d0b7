/** Names as people type them: what cannot be seen is left out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { typedName } = await page("typed_name.js");

test("characters that turn the line, have no width or control something are left out", () => {
  assert.equal(typedName("\u202eBen\u200b\ufeff"), "Ben");
  assert.equal(typedName(" \u2066An\u00ada\t\n "), "Ana");
  assert.equal(typedName("a\u200db"), "ab");
  assert.equal(typedName("\u200d \u200b"), "");
});

test("letters of all scripts, marks and emoji of several parts stay", () => {
  for (const name of ["Þórunn", "João", "Joa\u0303o", "אנה", "क्‍ष", "👩‍🚀", "❤️‍🔥", "O'Neill 2"])
    assert.equal(typedName(name), name);
});
