/** Options of a new table: a folded part of the form, with a line that says what is chosen. */
import { html } from "../html.js";
import { _, ngettext } from "../i18n.js";
import { optionsLine } from "../table_options.js";
import { Segments } from "./segments.js";
import { INCREMENTS, MINUTES, DAYS, chosenOptions } from "./setup.js";

/** @typedef {import("../html.js").SelectChange} SelectChange */
/** @typedef {import("./setup.js").OptionChoice} OptionChoice */
/** @typedef {(news: Partial<OptionChoice>) => void} OnChange */

/** @param {{ options: OptionChoice, onChange: OnChange }} props */
export function OptionFields({ options, onChange }) {
  return html`<details class="table-options">
    <summary>
      <span class="label">${_("Table options")}</span>
      <span class="note">${optionsLine(chosenOptions(options))}</span>
    </summary>
    <div class="option-fields">
      <${Segments}
        legend=${_("Hints")}
        name="hints"
        options=${hintChoices()}
        value=${options.hints}
        note=${options.hints === "usual" ? _("Off when people play on different devices, otherwise on.") : ""}
        onChange=${(/** @type {OptionChoice["hints"]} */ hints) => onChange({ hints })}
      />
      <${Segments}
        legend=${_("Undo")}
        name="undo"
        options=${undoChoices()}
        value=${options.undo}
        note=${options.undo === "consent" ? _("The other players must agree. Bots always do.") : ""}
        onChange=${(/** @type {OptionChoice["undo"]} */ undo) => onChange({ undo })}
      />
      <${TimeFields} options=${options} onChange=${onChange} />
      <${Segments}
        legend=${_("Spectators")}
        name="spectators"
        options=${[
          ["yes", _("Welcome")],
          ["no", _("Players only")],
        ]}
        value=${options.spectators ? "yes" : "no"}
        onChange=${(/** @type {"yes" | "no"} */ value) => onChange({ spectators: value === "yes" })}
      />
    </div>
  </details>`;
}

/** @returns {[OptionChoice["hints"], string][]} */
function hintChoices() {
  return [
    ["usual", _("Automatic")],
    ["on", _("On")],
    ["off", _("Off")],
  ];
}

/** @returns {[OptionChoice["undo"], string][]} */
function undoChoices() {
  return [
    ["free", _("Free")],
    ["consent", _("By consent")],
    ["off", _("Off")],
  ];
}

/** @returns {[OptionChoice["time"], string][]} */
function timeChoices() {
  return [
    ["none", _("No limit")],
    ["player", _("Per player")],
    ["move", _("Per move")],
  ];
}

/** @param {{ options: OptionChoice, onChange: OnChange }} props */
function TimeFields({ options, onChange }) {
  const { time, minutes, increment, days } = options;
  return html`<div class="time-fields">
    <${Segments}
      legend=${_("Time")}
      name="time"
      options=${timeChoices()}
      value=${time}
      note=${time === "none" ? "" : _("When a player's time is up, a bot plays on for them.")}
      onChange=${(/** @type {OptionChoice["time"]} */ chosen) => onChange({ time: chosen })}
    />
    ${time === "player" &&
    html`<div class="time-values">
      <${Value}
        label=${_("Minutes for the whole game")}
        values=${MINUTES}
        value=${minutes}
        text=${(/** @type {number} */ n) => ngettext("{n} minute", "{n} minutes", n)}
        onChange=${(/** @type {number} */ n) => onChange({ minutes: n })}
      />
      <${Value}
        label=${_("Extra time per move")}
        values=${INCREMENTS}
        value=${increment}
        text=${(/** @type {number} */ n) => ngettext("{n} second", "{n} seconds", n)}
        onChange=${(/** @type {number} */ n) => onChange({ increment: n })}
      />
    </div>`}
    ${time === "move" &&
    html`<div class="time-values">
      <${Value}
        label=${_("Days for each move")}
        values=${DAYS}
        value=${days}
        text=${(/** @type {number} */ n) => ngettext("{n} day", "{n} days", n)}
        onChange=${(/** @type {number} */ n) => onChange({ days: n })}
      />
    </div>`}
  </div>`;
}

/**
 * @param {object} props
 * @param {string} props.label
 * @param {readonly number[]} props.values
 * @param {number} props.value
 * @param {(value: number) => string} props.text
 * @param {(value: number) => void} props.onChange
 */
function Value({ label, values, value, text, onChange }) {
  return html`<label class="field">
    <span class="note">${label}</span>
    <select
      value=${String(value)}
      onChange=${(/** @type {SelectChange} */ event) => onChange(Number(event.currentTarget.value))}
    >
      ${values.map((n) => html`<option key=${n} value=${String(n)} selected=${n === value}>${text(n)}</option>`)}
    </select>
  </label>`;
}
