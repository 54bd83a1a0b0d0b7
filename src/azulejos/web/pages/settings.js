/** Settings dialog: every preference, applied at once. */
import { html, useEffect, useRef } from "../html.js";
import { areBlocked, askToNotify, hasNotifications } from "../notifications.js";
import { preferences, setPreference, usePreferences } from "../preferences.js";
import { Icon } from "../tiles.js";
import { LanguageSelect } from "./language_select.js";
import { Segments } from "./segments.js";
import { _ } from "../i18n.js";

/** @import { Catalogue, Language } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */
/** @typedef {import("../preferences.js").Preferences} Preferences */
/** @typedef {"confirm" | "autoplay" | "warnings" | "hints" | "sound" | "turnSound" | "notify"} SwitchName */

/** @param {{ config: Catalogue, onClose: () => void }} props */
export function SettingsDialog({ config, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const onBackdrop = (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog.current) close();
  };
  return html`<dialog
    ref=${dialog}
    class="settings"
    aria-labelledby="settings-title"
    onClose=${onClose}
    onClick=${onBackdrop}
  >
    <div class="dialog-head">
      <h2 id="settings-title">${_("Settings")}</h2>
      <button type="button" class="quiet icon-only" aria-label=${_("Close")} onClick=${close}>
        <${Icon} name="close" />
      </button>
    </div>
    <div class="settings-body">
      <div class="settings-fields">
        <${NameField} />
        <${LanguageField} languages=${config.languages} />
        <${Choice} key="theme" name="theme" legend=${_("Theme")} options=${themes()} />
        <${Choice} key="animation" name="animation" legend=${_("Animation")} options=${speeds()} />
        <${Choice} key="roundEnd" name="roundEnd" legend=${_("After each round")} options=${pauses()} />
      </div>
      <div class="switches">
        ${switches().map((props) => html`<${Switch} key=${props.name} ...${props} />`)}
      </div>
    </div>
    <div class="actions">
      <button type="button" class="button primary" onClick=${close}>${_("Done")}</button>
    </div>
  </dialog>`;
}

/** @returns {[Preferences["theme"], string][]} */
function themes() {
  return [
    ["system", _("System")],
    ["light", _("Light")],
    ["dark", _("Dark")],
  ];
}

/** @returns {[Preferences["animation"], string][]} */
function speeds() {
  return [
    [0, _("None")],
    [120, _("Fast")],
    [250, _("Normal")],
    [500, _("Slow")],
  ];
}

/** @returns {[Preferences["roundEnd"], string][]} */
function pauses() {
  return [
    ["stop", _("Wait for me")],
    ["short", _("Short pause")],
    ["none", _("Continue right away")],
  ];
}

/** @returns {{ name: SwitchName, label: string, note: string }[]} */
function switches() {
  return [
    {
      name: "confirm",
      label: _("Confirm every move"),
      note: _("Asks you once more before a move is played."),
    },
    {
      name: "autoplay",
      label: _("Play forced moves automatically"),
      note: _("When there's only one possible move, it's played for you."),
    },
    {
      name: "warnings",
      label: _("Warn before costly moves"),
      note: _("Asks you before you lose points or tiles."),
    },
    {
      name: "hints",
      label: _("Offer hints"),
      note: _("Shows a button for the strongest bot's move."),
    },
    {
      name: "sound",
      label: _("Sound"),
      note: _("Clicks when tiles are taken and placed."),
    },
    {
      name: "turnSound",
      label: _("Sound when it's your turn"),
      note: _("Plays two notes, even while you look at another page."),
    },
    ...(hasNotifications() ? [notifications()] : []),
  ];
}

/** @returns {{ name: "notify", label: string, note: string }} */
function notifications() {
  return {
    name: "notify",
    label: _("Notification when it's your turn"),
    note: areBlocked()
      ? _("Your browser blocks notifications from this site. You can allow them in its settings.")
      : _("While the table is open in the background."),
  };
}

/** @param {SwitchName} name @param {HTMLInputElement} input */
async function turn(name, input) {
  if (name !== "notify" || !input.checked) return setPreference(name, input.checked);
  await askToNotify();
  input.checked = preferences().notify; // the browser has its own say
}

function NameField() {
  const { name } = usePreferences();
  return html`<label class="field">
    <span class="label">${_("Your name")}</span>
    <input
      type="text"
      maxlength="24"
      autocomplete="nickname"
      value=${name}
      onInput=${(/** @type {InputChange} */ event) => setPreference("name", event.currentTarget.value)}
    />
    <span class="note">${_("Other players see it in games you start from now on.")}</span>
  </label>`;
}

/** @param {{ languages: Language[] }} props */
function LanguageField({ languages }) {
  return html`<label class="field">
    <span class="label">${_("Language")}</span>
    <${LanguageSelect} languages=${languages} />
  </label>`;
}

/**
 * A preference with few values.
 * @template {"theme" | "animation" | "roundEnd"} Name
 * @param {{ name: Name, legend: string, options: [Preferences[Name], string][] }} props
 */
function Choice({ name, legend, options }) {
  return html`<${Segments}
    legend=${legend}
    name=${`setting-${name}`}
    options=${options}
    value=${usePreferences()[name]}
    onChange=${(/** @type {Preferences[Name]} */ value) => setPreference(name, value)}
  />`;
}

/** A switch with a note. @param {{ name: SwitchName, label: string, note: string }} props */
function Switch({ name, label, note }) {
  const on = usePreferences()[name];
  return html`<label class="switch">
    <input
      type="checkbox"
      role="switch"
      checked=${on}
      aria-describedby=${`about-${name}`}
      onChange=${(/** @type {InputChange} */ event) => void turn(name, event.currentTarget)}
    />
    <span class="switch-words">
      <span class="label">${label}</span>
      <span class="note" id=${`about-${name}`}>${note}</span>
    </span>
  </label>`;
}
