/** A choice among few values: radio buttons side by side. */
import { html } from "../html.js";

/**
 * @template {string | number} Value
 * @param {object} props
 * @param {string} props.legend
 * @param {string} props.name   of the radio buttons
 * @param {[Value, string][]} props.options
 * @param {Value} props.value
 * @param {string} [props.note]
 * @param {(value: Value) => void} props.onChange
 */
export function Segments({ legend, name, options, value, note, onChange }) {
  return html`<fieldset class="field">
    <legend class="label">${legend}</legend>
    <div class="segments">
      ${options.map(
        ([key, text]) => html`<label key=${key}>
          <input
            type="radio"
            name=${name}
            value=${key}
            checked=${key === value}
            aria-describedby=${note ? `${name}-note` : undefined}
            onChange=${() => onChange(key)}
          />
          <span>${text}</span>
        </label>`,
      )}
    </div>
    ${note && html`<p class="note" id=${`${name}-note`}>${note}</p>`}
  </fieldset>`;
}
