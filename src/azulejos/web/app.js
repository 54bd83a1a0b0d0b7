/** Application shell: loads configuration, catalog and sprite, then shows the page of the route. */
import { useErrorBoundary } from "preact/hooks";
import { html, render, useEffect, useState } from "./html.js";
import { loadConfig } from "./api.js";
import { setBotNames } from "./bots.js";
import { isOutdated, keepForOffline } from "./installed.js";
import { Header } from "./pages/header.js";
import { Broken, NotFound, Unreachable } from "./pages/notices.js";
import { applyTheme, preferences, setPreference, usePreferences } from "./preferences.js";
import { useRoute } from "./router.js";
import { _, currentTag, languageFromBrowser, loadCatalog } from "./i18n.js";

/** @import { Catalogue } from "./types.d.ts" */
/** @typedef {import("./router.js").Route} Route */
/** @typedef {import("preact").FunctionComponent<any>} Component   pages differ in their props */

/** Pages are loaded on first use. @type {Record<string, (route: Route) => Promise<Component>>} */
const PAGES = {
  start: () => import("./pages/start.js").then((module) => module.StartPage),
  table: () => import("./table/page.js").then((module) => module.TablePage),
  puzzles: () => import("./puzzles/page.js").then((module) => module.PuzzlesPage),
  replay: () => import("./pages/replay.js").then((module) => module.ReplayPage),
  review: () => import("./review/page.js").then((module) => module.ReviewPage),
  retry: () => import("./review/retry.js").then((module) => module.RetryPage),
  mistakes: () => import("./own/mistakes_page.js").then((module) => module.MistakesPage),
  statistics: () => import("./own/statistics_page.js").then((module) => module.StatisticsPage),
  analysis: () => import("./study/page.js").then((module) => module.AnalysisPage),
  learn: () => import("./learn/page.js").then((module) => module.LearnPage),
  rules: (route) =>
    import("./rules/page.js").then((module) =>
      module.loadRulesPage(route.name === "rules" ? route.game : ""),
    ),
};

/** @param {{ config: Catalogue }} props */
function App({ config }) {
  const { language } = usePreferences();
  const [spoken, setSpoken] = useState(language);
  const { route, visit } = useRoute();
  useEffect(() => {
    if (language === spoken) return;
    loadCatalog(language).then(() => {
      document.documentElement.lang = currentTag();
      setSpoken(language);
    });
  }, [language]);
  // Another language is another page: components that keep translated text start again.
  const identity = `${spoken} ${JSON.stringify(route)}`;
  return html`
    <a class="skip-link visually-hidden" href="#main">${_("Skip to content")}</a>
    <${Header} config=${config} route=${route} />
    <main id="main" tabindex="-1" class=${`page page-${route.name}`}>
      <${Page} key=${identity} config=${config} route=${route} arrived=${visit > 0} />
    </main>
  `;
}

/** @param {{ config: Catalogue, route: Route, arrived: boolean }} props */
function Page({ config, route, arrived }) {
  const [error, reset] = useErrorBoundary((problem) => console.error(problem));
  const [view, setView] = useState(/** @type {{ component: Component } | null} */ (null));
  const [failed, setFailed] = useState(false);
  const load = isKnown(config, route) ? PAGES[route.name] : undefined;
  useEffect(() => {
    load?.(route).then(
      (component) => setView({ component }),
      async (problem) => {
        if (await isOutdated()) return reload();
        console.error(problem);
        setFailed(true);
      },
    );
  }, []);
  const ready = view !== null || !load;
  useEffect(() => {
    if (ready && arrived) focusHeading();
  }, [ready]);
  if (error || failed) return html`<${Broken} onRetry=${failed ? reload : reset} />`;
  if (!load) return html`<${NotFound} />`;
  if (!view) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  const { name, ...details } = route;
  return html`<${view.component} config=${config} ...${details} />`;
}

/** @param {Catalogue} config @param {Route} route */
function isKnown(config, route) {
  return route.name === "rules" ? route.game in config.games : route.name in PAGES;
}

function reload() {
  location.reload();
}

/** After a change of page, keyboard and screen reader continue at its heading. */
function focusHeading() {
  const target = document.querySelector("main h1") ?? document.querySelector("main");
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** The pictures of all tiles and icons, put into the document so that `<use>` finds them. */
async function loadSprite() {
  const response = await fetch("/artwork/tiles.svg");
  if (!response.ok) return;
  const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const sprite = document.importNode(parsed.documentElement, true);
  // Not `hidden`: gradients of an undisplayed picture are not painted everywhere.
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(sprite);
}

/** The stored language, or the best one for this browser, of those that the document names. */
function chooseLanguage() {
  const named = document.querySelector('meta[name="languages"]')?.getAttribute("content");
  const codes = named?.split(" ") ?? ["en"];
  if (!codes.includes(preferences().language)) {
    setPreference("language", languageFromBrowser(codes));
  }
  return preferences().language;
}

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  applyTheme();
  const language = chooseLanguage();
  const words = loadCatalog(language);
  const sprite = loadSprite().catch(console.error);
  const config = await loadConfig().catch(() => null);
  await Promise.all([words, sprite]);
  document.documentElement.lang = currentTag();
  if (!config) {
    render(html`<main class="page"><${Unreachable} /></main>`, root);
    return;
  }
  setBotNames(config.bot_names);
  render(html`<${App} config=${config} />`, root);
  keepForOffline(language);
}

void start();
