/** Tables with an open seat, on the start page: anyone can join them. */
import { errorText } from "../api.js";
import { factsOf } from "../games/facts.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _, ngettext, rich } from "../i18n.js";
import { joinTable, openTables } from "../join.js";
import { preferences } from "../preferences.js";
import { navigate } from "../router.js";
import { find } from "../storage.js";
import { optionsLine } from "../table_options.js";
import { isolated, Name } from "../table/names.js";
import { boardName } from "./labels.js";

/** @import { OpenTable } from "../types.d.ts" */
/** @typedef {import("../html.js").InputChange} InputChange */

/** Milliseconds between two looks, while the page is seen. */
const REFRESH = 15_000;

export function OpenTables() {
  const { tables, refresh } = useOpenTables();
  const [name, setName] = useState(preferences().name);
  const [error, setError] = useState("");
  const [joining, setJoining] = useState(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const others = tables.filter((table) => !isMine(table.id));

  const join = async (/** @type {string} */ id) => {
    setError("");
    setJoining(true);
    try {
      await joinTable(id, name);
      navigate(`/table/${id}`);
    } catch (problem) {
      setError(errorText(problem));
      setJoining(false);
      // The pressed button may be gone with its table.
      heading.current?.focus();
      await refresh();
    }
  };
  return html`<section class="open-tables card" aria-labelledby="open-tables-title">
    <h2 id="open-tables-title" ref=${heading} tabindex="-1">${_("Open tables")}</h2>
    ${others.length === 0 &&
    html`<p class="nothing-yet">
      ${_("No one is waiting right now. Start a game with an open seat, and anyone can join it here.")}
    </p>`}
    ${error && html`<p class="error-text" role="alert">${error}</p>`}
    ${others.length > 0 &&
    html`<label class="field">
        <span class="label">${_("Your name")}</span>
        <input
          type="text"
          maxlength="24"
          autocomplete="nickname"
          placeholder=${_("Name (optional)")}
          value=${name}
          onInput=${(/** @type {InputChange} */ event) => setName(event.currentTarget.value)}
        />
      </label>
      <ul class="game-list">
        ${others.map(
          (table) => html`<${OpenTableItem} key=${table.id} table=${table} disabled=${joining} onJoin=${join} />`,
        )}
      </ul>`}
  </section>`;
}

/** Whether this device has a seat at a table already. @param {string} id */
function isMine(id) {
  return Object.keys(find(id)?.tokens ?? {}).length > 0;
}

/** @param {{ table: OpenTable, disabled: boolean, onJoin: (id: string) => void }} props */
function OpenTableItem({ table, disabled, onJoin }) {
  const { title, Picture } = factsOf(table.game);
  const game = title();
  const what = table.host ? _("{game}, {name}", { game, name: isolated(table.host) }) : game;
  const free = ngettext("{n} free seat of {seats}", "{n} free seats of {seats}", table.free, { seats: table.players });
  return html`<li class="game-item">
    <${Picture} />
    <div class="game-item-words">
      <p class="game-item-title">${game}</p>
      <p class="note">
        ${table.host
          ? rich("{name} is waiting · {seats}", { name: html`<${Name} name=${table.host} />`, seats: free })
          : free}
      </p>
      <p class="note">${boardName(table.board)} · ${optionsLine(table.options)}</p>
    </div>
    <button
      type="button"
      class="button"
      disabled=${disabled}
      aria-label=${_("Join: {what}", { what })}
      onClick=${() => onJoin(table.id)}
    >
      ${_("Join")}
    </button>
  </li>`;
}

/** The open tables as a hook, refreshed while the page is seen. */
function useOpenTables() {
  const [tables, setTables] = useState(/** @type {OpenTable[]} */ ([]));
  const refresh = useRef(async () => {});
  useEffect(() => {
    let here = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const look = async () => {
      clearTimeout(timer);
      if (document.hidden) return;
      try {
        const found = await openTables();
        if (here) setTables(found);
      } catch {
        // The last list stays; the next look may succeed.
      }
      clearTimeout(timer);
      if (here) timer = setTimeout(look, REFRESH);
    };
    refresh.current = look;
    document.addEventListener("visibilitychange", look);
    void look();
    return () => {
      here = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return { tables, refresh: () => refresh.current() };
}
