/** Preferences: read from the storage as far as they make sense. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { localStorage, page } from "./page.js";

const KEY = "azulejos.preferences";
const stored = {
  language: "fi",
  theme: "purple",
  animation: 500,
  sound: true,
  confirm: "yes",
  unknown: 1,
};
localStorage.setItem(KEY, JSON.stringify(stored));
Object.defineProperty(globalThis, "document", {
  value: { documentElement: { dataset: {} }, querySelectorAll: () => [] },
});
const { preferences, setPreference } = await page("preferences.js");

test("stored preferences are read, and replaced by the usual ones where they make no sense", () => {
  assert.deepEqual(preferences(), {
    language: "fi",
    theme: "system",
    animation: 500,
    roundEnd: "stop",
    sound: true,
    turnSound: false,
    notify: false,
    notifyAsked: false,
    confirm: false,
    autoplay: false,
    warnings: true,
    hints: true,
    evaluation: true,
    name: "",
  });
});

test("a changed preference is stored and applied", () => {
  setPreference("theme", "dark");
  assert.equal(preferences().theme, "dark");
  assert.equal(JSON.parse(localStorage.getItem(KEY)).theme, "dark");
  assert.equal(document.documentElement.dataset.theme, "dark");
});

test("a preference lasts as long as the page where it cannot be stored", () => {
  localStorage.full = true;
  setPreference("name", "Ada");
  assert.equal(preferences().name, "Ada");
});
