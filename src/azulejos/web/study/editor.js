/** Position editor: a setup edited by fields, with all reasons at once why it is impossible. */
import { errorText, mayPass } from "../api.js";
import { Failure } from "../failure.js";
import { factsOf } from "../games/facts.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _ } from "../i18n.js";
import { boardName } from "../pages/labels.js";
import { Segments } from "../pages/segments.js";
import { boardsOf, lastSetup } from "../pages/setup.js";
import { Icon } from "../tiles.js";
import { editStudy } from "./api.js";
import { Brush, NumberField, SeatField, SelectField } from "./editor_parts.js";
import { newRecord, openAnalysis } from "./home.js";

/** @import { Catalogue } from "../types.d.ts" */
/** @typedef {import("../types.d.ts").Edited} Edited */
/** @typedef {(news: object) => void} OnChange */
/** @typedef {import("preact").FunctionComponent<any>} Component */

/** Milliseconds after a change before the service checks it. */
const PAUSE = 150;

/** @param {{ config: Catalogue }} props */
export function EditorPage({ config }) {
  const [edited, setEdited] = useState(/** @type {Edited | null} */ (null));
  const [problem, setProblem] = useState(/** @type {{ text: string, retry: (() => void) | null } | null} */ (null));
  const ask = (/** @type {Parameters<typeof editStudy>[0]} */ given) => {
    setProblem(null);
    editStudy(given).then(setEdited, (error) =>
      setProblem({ text: errorText(error), retry: mayPass(error) ? () => ask(given) : null }),
    );
  };
  const failure = problem && html`<${Failure} text=${problem.text} onRetry=${problem.retry} />`;
  useEffect(() => ask(firstQuestion(config)), []);
  if (!edited?.setup) {
    if (!failure) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
    return html`<section class="notice card">
      ${failure}
      <div class="actions"><a class="button" href="/analysis">${_("Go to the analysis board")}</a></div>
    </section>`;
  }
  const { game, board, seats } = edited.setup;
  const restart = (/** @type {{ game: string, board: string, players: number }} */ start) => ask({ start });
  return html`<div class="editor">
    <header class="analysis-intro">
      <h1>${_("Set up a position")}</h1>
      <p class="note">${_("Choose a tile, then click where it lies. With the keyboard: go to a place and type the letter of a colour; Backspace clears it.")}</p>
    </header>
    <div class="editor-start card">
      <${Segments}
        legend=${_("Game")}
        name="game"
        options=${Object.keys(config.games).map((name) => [name, factsOf(name).title()])}
        value=${game}
        onChange=${(/** @type {string} */ name) => restart({ game: name, board, players: seats.length })}
      />
      <${Segments}
        legend=${_("Board")}
        name="board"
        options=${boardsOf(config, game).map((side) => [side, boardName(side)])}
        value=${board}
        onChange=${(/** @type {string} */ side) => restart({ game, board: side, players: seats.length })}
      />
      <${Segments}
        legend=${_("Number of players")}
        name="players"
        options=${[2, 3, 4].map((n) => [n, String(n)])}
        value=${seats.length}
        onChange=${(/** @type {number} */ players) => restart({ game, board, players })}
      />
    </div>
    ${failure}
    <${Form} key=${`${game} ${board} ${seats.length}`} config=${config} first=${edited} />
  </div>`;
}

/** What the address asks for: a position, or a new game. @param {Catalogue} config @returns {Parameters<typeof editStudy>[0]} */
function firstQuestion(config) {
  const asked = new URLSearchParams(location.search);
  const position = asked.get("position");
  if (position) return { position };
  const { game, board, players } = lastSetup(config);
  return {
    start: {
      game: asked.get("game") ?? game,
      board: asked.get("board") ?? board,
      players: Number(asked.get("players") ?? players),
    },
  };
}

/** @param {{ config: Catalogue, first: Edited }} props */
function Form({ config, first }) {
  // The bag holds what lies nowhere else, until it is edited.
  const [setup, setSetup] = useState(
    // Any: each game has its own fields.
    () => /** @type {any} */ ({ ...first.setup, bag: first.reasons.length ? first.setup?.bag : null }),
  );
  const [brush, setBrush] = useState(/** @type {string | null} */ (factsOf(setup.game).tiles.colours[0]));
  const checked = useChecked(setup, first);
  const Fields = useFields(setup.game);
  const change = (/** @type {object} */ news) => setSetup((/** @type {any} */ now) => withOffer({ ...now, ...news }));
  const { reasons, study, phases } = checked.edited;
  const open = (/** @type {boolean} */ manual) => {
    if (!study) return;
    const { game, board, seats, start_player: start } = setup;
    openAnalysis(newRecord({ game, board, players: seats.length, first: start, position: study.position }), { manual });
  };
  const bag = study ? study.state.bag : null;
  return html`<div class="editor-body">
    <div class="editor-tools card">
      <${Brush} game=${setup.game} brush=${brush} onBrush=${setBrush} />
      <${Verdict} reasons=${reasons} error=${checked.error} onRetry=${checked.again} possible=${study !== null} />
      <div class="actions">
        <button type="button" class="button primary" disabled=${!study} onClick=${() => open(false)}>
          <${Icon} name="eye" />${_("Analyse this position")}
        </button>
        <button type="button" class="button" disabled=${!study} onClick=${() => open(true)}>
          <${Icon} name="person" />${_("Continue at a real table")}
        </button>
      </div>
    </div>
    <div class="editor-general card">
      <${SelectField} label=${_("Next")} value=${setup.phase} options=${phases.map((phase) => [phase, phaseName(phase)])} onChange=${(/** @type {string} */ phase) => change(withPhase(setup, phase))} />
      <${SeatField} label=${_("To play")} seats=${setup.seats.length} value=${setup.to_play} none=${_("no player")} onChange=${(/** @type {number | null} */ seat) => change({ to_play: seat })} />
      <${SeatField} label=${_("Started the round")} seats=${setup.seats.length} value=${setup.start_player} onChange=${(/** @type {number | null} */ seat) => change({ start_player: seat })} />
      <${SeatField} label=${_("Starting player marker")} seats=${setup.seats.length} value=${setup.marker} none=${_("in the centre")} onChange=${(/** @type {number | null} */ seat) => change({ marker: seat })} />
      <${NumberField} label=${_("Round")} value=${setup.round} min=${1} max=${99} onChange=${(/** @type {number} */ round) => change({ round })} />
    </div>
    ${Fields === "failed" && html`<${Failure} text=${_("Something went wrong. Please try again.")} onRetry=${() => location.reload()} />`}
    ${Fields && Fields !== "failed" && html`<${Fields} config=${config} setup=${setup} brush=${brush} bag=${bag} onChange=${change} />`}
  </div>`;
}

/** The players to move are known in some phases only. @param {any} setup @param {string} phase */
function withPhase(setup, phase) {
  const waits = phase !== "deal" && phase !== "over";
  return { phase, to_play: waits ? (setup.to_play ?? setup.start_player) : null };
}

/** Once tiles are on offer, they are to be taken. @param {any} setup */
function withOffer(setup) {
  const offered = [setup.centre, ...(setup.factories ?? [])].some(Boolean);
  return offered && setup.phase === "deal" ? { ...setup, ...withPhase(setup, "draft") } : setup;
}

/** @param {string} phase */
function phaseName(phase) {
  switch (phase) {
    case "deal":
      return _("tiles are drawn");
    case "draft":
      return _("tiles are taken");
    case "tile":
      return _("a column is chosen");
    case "place":
      return _("tiles are placed");
    case "bonus":
      return _("bonus tiles are chosen");
    case "over":
      return _("The game is over");
    default:
      return phase;
  }
}

/** The fields of a game are loaded when they are needed. @param {string} game @returns {Component | "failed" | null} */
function useFields(game) {
  const [fields, setFields] = useState(/** @type {{ component: Component | "failed" } | null} */ (null));
  useEffect(() => {
    factsOf(game).loadEditor().then((component) => setFields({ component }), () => setFields({ component: "failed" }));
  }, [game]);
  return fields?.component ?? null;
}

/** The service's answer to the newest setup. @param {any} setup @param {Edited} first */
function useChecked(setup, first) {
  const [edited, setEdited] = useState(first);
  const [error, setError] = useState("");
  const [tries, setTries] = useState(0);
  const untouched = useRef(true);
  useEffect(() => {
    if (untouched.current) {
      untouched.current = false;
      return undefined;
    }
    let wanted = true;
    const timer = setTimeout(() => {
      editStudy({ setup }).then(
        (answer) => {
          if (!wanted) return;
          setEdited(answer);
          setError("");
        },
        (problem) => {
          if (wanted) setError(errorText(problem));
        },
      );
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [setup, tries]);
  return { edited, error, again: () => setTries(tries + 1) };
}

/** @param {{ reasons: Edited["reasons"], error: string, onRetry: () => void, possible: boolean }} props */
function Verdict({ reasons, error, onRetry, possible }) {
  return html`<div class="edit-verdict" role="status">
    ${error && html`<${Failure} text=${error} onRetry=${onRetry} />`}
    ${possible && !error && html`<p class="possible"><${Icon} name="check" /> ${_("This position is possible.")}</p>`}
    ${reasons.length > 0 &&
    html`<p><${Icon} name="warning" /> ${_("This position is impossible:")}</p>
      <ul class="reasons">
        ${reasons.map(({ text }) => html`<li key=${text}>${text}</li>`)}
      </ul>`}
  </div>`;
}
