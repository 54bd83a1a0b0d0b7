/**
 * The page's modules for Node: bare names are resolved by the import map of index.html, and every
 * file is a module. Tests load them with `page("router.js")`.
 */
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const WEB = new URL("../../src/azulejos/web/", import.meta.url);
const document = readFileSync(new URL("index.html", WEB), "utf-8");
const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(document)[1]);
const names = Object.fromEntries(
  Object.entries(imports).map(([name, path]) => [name, new URL(path.replace("/web/", ""), WEB).href]),
);

const hooks = `
  const names = ${JSON.stringify(names)};
  export const resolve = (name, context, next) => next(names[name] ?? name, context);
  export const load = (url, context, next) =>
    next(url, url.startsWith(${JSON.stringify(WEB.href)}) ? { ...context, format: "module" } : context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, pathToFileURL("./"));

/** What the page asks of a browser, as far as its pure modules do. */
class Storage {
  #items = new Map();
  /** Set to refuse writing, as a full storage does. */
  full = false;
  get length() {
    return this.#items.size;
  }
  key(n) {
    return [...this.#items.keys()][n] ?? null;
  }
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  setItem(key, value) {
    if (this.full) throw new Error("QuotaExceededError");
    this.#items.set(key, String(value));
  }
  removeItem(key) {
    this.#items.delete(key);
  }
  clear() {
    this.#items.clear();
    this.full = false;
  }
}
export const localStorage = new Storage();
Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });

/** Replace what the browser prefers to read. */
export function setBrowserLanguages(...languages) {
  const value = { languages, language: languages[0] };
  Object.defineProperty(globalThis, "navigator", { value, configurable: true });
}

/** Load a module of the page. @param {string} path relative to src/azulejos/web */
export function page(path) {
  return import(new URL(path, WEB).href);
}
