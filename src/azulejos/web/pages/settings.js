/** The settings: every preference, applied at once and remembered on this device. */
import { html, useEffect, useRef } from "../html.js";
import { setPreference, usePreferences } from "../preferences.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";

/** @typedef {import("../preferences.js").Preferences} Preferences */

/** @param {{ config: any, onClose: () => void }} props */
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
      <${NameField} />
      <${LanguageField} languages=${config.languages} />
      <${Segments} key="theme" name="theme" label=${_("Theme")} options=${themes()} />
      <${Segments} key="animation" name="animation" label=${_("Animation")} options=${speeds()} />
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

/** @returns {{ name: keyof Preferences, label: string, note: string }[]} */
function switches() {
  return [
    {
      name: "confirm",
      label: _("Confirm every move"),
      note: _("You are asked once more before a move is played."),
    },
    {
      name: "autoplay",
      label: _("Play forced moves by themselves"),
      note: _("When you have only one move, it is played for you."),
    },
    {
      name: "warnings",
      label: _("Warn before costly moves"),
      note: _("You are asked before you lose points or tiles."),
    },
    {
      name: "hints",
      label: _("Offer hints"),
      note: _("A button shows what the strongest bot would do."),
    },
    {
      name: "sound",
      label: _("Sound"),
      note: _("Small clicks of clay when tiles are taken and placed."),
    },
  ];
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
      onInput=${(event) => setPreference("name", event.currentTarget.value)}
    />
    <span class="note">${_("Others see it in games that you start from now on.")}</span>
  </label>`;
}

function LanguageField({ languages }) {
  const { language } = usePreferences();
  return html`<label class="field">
    <span class="label">${_("Language")}</span>
    <select
      value=${language}
      onChange=${(event) => setPreference("language", event.currentTarget.value)}
    >
      ${languages.map(
        ({ code, name }) =>
          html`<option value=${code} lang=${code.replace("_", "-")} selected=${code === language}>
            ${name}
          </option>`,
      )}
    </select>
  </label>`;
}

/** A choice among few. */
function Segments({ name, label, options }) {
  const chosen = usePreferences()[name];
  return html`<fieldset class="field">
    <legend class="label">${label}</legend>
    <div class="segments">
      ${options.map(
        ([value, text]) => html`<label key=${value}>
          <input
            type="radio"
            name=${`setting-${name}`}
            value=${value}
            checked=${value === chosen}
            onChange=${() => setPreference(name, value)}
          />
          <span>${text}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** Yes or no, with a sentence on what it means. */
function Switch({ name, label, note }) {
  const on = usePreferences()[name];
  return html`<label class="switch">
    <input
      type="checkbox"
      role="switch"
      checked=${on}
      aria-describedby=${`about-${name}`}
      onChange=${(event) => setPreference(name, event.currentTarget.checked)}
    />
    <span class="switch-words">
      <span class="label">${label}</span>
      <span class="note" id=${`about-${name}`}>${note}</span>
    </span>
  </label>`;
}
