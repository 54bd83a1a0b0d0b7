/** Messages: translation, places, plurals, and the choice of a language. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { page, setBrowserLanguages } from "./page.js";

const { _, colourName, currentTag, dateTags, languageFromBrowser, loadCatalog, ngettext, numberTags, rich } =
  await page("i18n.js");

const OURS = ["en", "fi", "pt_BR", "nb", "is"];

/** Let the server answer with a catalog, or with an error. */
function serve(messages) {
  globalThis.fetch = async (url) => {
    serve.url = url;
    return { ok: messages !== null, json: async () => ({ messages }) };
  };
}

afterEach(async () => {
  serve({});
  await loadCatalog("en");
});

test("an untranslated message is shown in English with its places filled", () => {
  assert.equal(_("Round {round} of {rounds}", { round: 2, rounds: 6 }), "Round 2 of 6");
  assert.equal(_("{name}'s turn"), "{name}'s turn");
  assert.equal(_("{name}'s turn", { other: 1 }), "{name}'s turn");
});

test("negative numbers have a real minus sign", () => {
  assert.equal(_("{points}", { points: -2 }), "−2");
});

test("a catalog translates messages", async () => {
  serve({ Play: "Pelaa", "{n} point": ["{n} piste", "{n} pistettä"] });
  await loadCatalog("fi");
  assert.equal(serve.url, "/words/fi.json");
  assert.equal(_("Play"), "Pelaa");
  assert.equal(ngettext("{n} point", "{n} points", 1), "1 piste");
  assert.equal(ngettext("{n} point", "{n} points", 5), "5 pistettä");
  assert.equal(_("Undo"), "Undo");
});

test("the plural rules are those of the language", async () => {
  serve({ "{n} tile": ["{n} flís", "{n} flísar"] });
  await loadCatalog("is");
  assert.equal(ngettext("{n} tile", "{n} tiles", 21), "21 flís");
  assert.equal(ngettext("{n} tile", "{n} tiles", 11), "11 flísar");
  // An untranslated message follows the rules of English.
  assert.equal(ngettext("{n} point", "{n} points", 21), "21 points");
});

test("a missing catalog leaves the page in English", async () => {
  serve(null);
  await loadCatalog("is");
  assert.equal(ngettext("{n} point", "{n} points", 21), "21 points");
  globalThis.fetch = async () => {
    throw new Error("offline");
  };
  await loadCatalog("fi");
  assert.equal(_("Play"), "Play");
});

test("a rich message keeps the views in its places", () => {
  const view = { a: "view" };
  assert.deepEqual(rich("Take {tiles} from the centre", { tiles: view }), [
    "Take ",
    view,
    " from the centre",
  ]);
});

test("the best of our languages is chosen for the browser's", () => {
  const chosen = (...languages) => {
    setBrowserLanguages(...languages);
    return languageFromBrowser(OURS);
  };
  assert.equal(chosen("fi-FI", "en"), "fi");
  assert.equal(chosen("pt-BR"), "pt_BR");
  assert.equal(chosen("pt-PT"), "pt_BR");
  assert.equal(chosen("nn-NO"), "nb");
  assert.equal(chosen("no"), "nb");
  assert.equal(chosen("sv", "is"), "is");
  assert.equal(chosen("sv"), "en");
});

test("dates follow the reader's region where it is one of the language", async () => {
  setBrowserLanguages("en-GB", "fi-FI");
  assert.deepEqual(dateTags(), ["en-GB", "en"]);
  serve({});
  await loadCatalog("pt_BR");
  assert.equal(currentTag(), "pt-BR");
  assert.equal(dateTags()[0], "pt-BR");
});

test("colours have names, and unknown letters stay", () => {
  assert.equal(colourName("b"), "blue");
  assert.equal(colourName("?"), "?");
});

test("a browser without the formats of Icelandic uses those of a language that writes the same", async () => {
  await loadCatalog("is");
  assert.deepEqual(numberTags()[0], "is");
  const [own, other] = numberTags().map((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }));
  const [share, otherShare] = numberTags().map(
    (tag) => new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 }),
  );
  assert.equal(own.format(-1234.5), other.format(-1234.5));
  assert.equal(share.format(0.123), otherShare.format(0.123));
  assert.match(new Intl.DateTimeFormat(dateTags().at(-1)).format(new Date(2026, 10, 19)), /^19\.11\.2026$/);
});

test("names are joined in the reader's language", async () => {
  const { nameList } = await page("pages/labels.js");
  serve({ "{names} and {last}": "{names} og {last}" });
  await loadCatalog("is");
  assert.equal(nameList(["Ana", "Ben", "Eva"]), "Ana, Ben og Eva");
  assert.equal(nameList(["Ana"]), "Ana");
  assert.equal(nameList([]), "");
});
