/** The language preference as a select. */
import { html } from "../html.js";
import { languageTag } from "../i18n.js";
import { setPreference, usePreferences } from "../preferences.js";

/** @param {{ languages: import("../types.d.ts").Language[] }} props */
export function LanguageSelect({ languages }) {
  const { language } = usePreferences();
  return html`<select
    value=${language}
    onChange=${(/** @type {import("../html.js").SelectChange} */ event) =>
      setPreference("language", event.currentTarget.value)}
  >
    ${languages.map(
      ({ code, name }) =>
        html`<option value=${code} lang=${languageTag(code)} selected=${code === language}>
          ${name}
        </option>`,
    )}
  </select>`;
}
