/** Header of every page: home, rules, language, theme, settings. */
import { html, useEffect, useState } from "../html.js";
import { DEFAULT_GAME, gameOfLesson } from "../games/facts.js";
import { find } from "../storage.js";
import { useKeys } from "../keys.js";
import { setPreference, usePreferences } from "../preferences.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";
import { LanguageSelect } from "./language_select.js";
import { SettingsDialog } from "./settings.js";

/** @import { Catalogue, Language } from "../types.d.ts" */
/** @typedef {import("../router.js").Route} Route */

/** @param {{ config: Catalogue, route: Route }} props */
export function Header({ config, route }) {
  const [settings, setSettings] = useState(false);
  const playing = route.name === "table";
  const onBoard = playing || route.name === "learn" || route.name === "replay";
  const openSettings = _("Settings");
  return html`<header class="top">
    <a class="brand" href="/" aria-label="Azulejos">
      <img src="/artwork/icon.svg" alt="" width="32" height="32" />
      <span>Azulejos</span>
    </a>
    <nav class="tools" aria-label=${_("Site")}>
      <a
        class=${`button quiet ${onBoard ? "rules-of-board" : ""}`}
        href=${`/rules/${gameOf(route)}`}
        target=${playing ? "_blank" : undefined}
        aria-label=${_("Rules")}
        aria-current=${route.name === "rules" ? "page" : undefined}
      >
        <${Icon} name="rules" /><span class="wide-only">${_("Rules")}</span>
      </a>
      <a
        class="button quiet"
        href="/analysis"
        target=${playing ? "_blank" : undefined}
        aria-label=${_("Analysis")}
        aria-current=${route.name === "analysis" ? "page" : undefined}
      >
        <${Icon} name="hint" /><span class="wide-only">${_("Analysis")}</span>
      </a>
      ${onBoard && html`<${HelpButton} route=${route} />`}
      <${LanguageMenu} languages=${config.languages} />
      <${ThemeButton} />
      <${FullScreenButton} />
      <button
        type="button"
        class="quiet icon-only"
        aria-label=${openSettings}
        title=${openSettings}
        aria-haspopup="dialog"
        onClick=${() => setSettings(true)}
      >
        <${Icon} name="settings" />
      </button>
    </nav>
    ${settings && html`<${SettingsDialog} config=${config} onClose=${() => setSettings(false)} />`}
  </header>`;
}

/** Signs and keys; the sheet is loaded when it is opened. @param {{ route: Route }} props */
function HelpButton({ route }) {
  const [sheet, setSheet] = useState(
    /** @type {import("preact").FunctionComponent<any> | null} */ (null),
  );
  const open = () => import("../help/sheet.js").then((module) => setSheet(() => module.HelpSheet));
  useKeys({ "?": open });
  const label = _("Symbols and keys");
  return html`<button
      type="button"
      class="quiet icon-only"
      aria-label=${label}
      aria-keyshortcuts="?"
      aria-haspopup="dialog"
      title=${_("Symbols and keys (key ?)")}
      onClick=${open}
    >
      <${Icon} name="help" />
    </button>
    ${sheet && html`<${sheet} game=${gameOf(route)} onClose=${() => setSheet(null)} />`}`;
}

/** The game whose rules are linked. @param {Route} route */
function gameOf(route) {
  if ("game" in route) return route.game;
  if (route.name === "learn") return gameOfLesson(route.lesson);
  return ("id" in route && find(route.id)?.game) || DEFAULT_GAME;
}

/** A select that looks like a globe with the language's code. @param {{ languages: Language[] }} props */
function LanguageMenu({ languages }) {
  const { language } = usePreferences();
  return html`<label class="language-menu button quiet">
    <${Icon} name="globe" />
    <span class="visually-hidden">${_("Language")}</span>
    <span aria-hidden="true">${language.slice(0, 2).toUpperCase()}</span>
    <${LanguageSelect} languages=${languages} />
  </label>`;
}

function ThemeButton() {
  const { theme } = usePreferences();
  const system = useSystemTheme();
  const shown = theme === "system" ? system : theme;
  const other = shown === "dark" ? "light" : "dark";
  const label = other === "dark" ? _("Switch to the dark theme") : _("Switch to the light theme");
  return html`<button
    type="button"
    class="quiet icon-only"
    aria-label=${label}
    title=${label}
    onClick=${() => setPreference("theme", other)}
  >
    <${Icon} name=${other === "dark" ? "moon" : "sun"} />
  </button>`;
}

/** Full screen, where the browser has it; phones gain most. */
function FullScreenButton() {
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const label = full ? _("Leave full screen") : _("Full screen");
  const change = () =>
    full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return html`<button
    type="button"
    class="quiet icon-only"
    aria-label=${label}
    title=${label}
    onClick=${() => void change().catch(() => {})}
  >
    <${Icon} name=${full ? "window-screen" : "full-screen"} />
  </button>`;
}

function useSystemTheme() {
  const [query] = useState(() => matchMedia("(prefers-color-scheme: dark)"));
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = () => setDark(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return dark ? "dark" : "light";
}
