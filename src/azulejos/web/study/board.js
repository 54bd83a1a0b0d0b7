/**
 * The study board: a position off the table, drawn and played with the table's own components.
 * Analysis, mistakes to try again, lessons and puzzles all use this one.
 */
import { errorText } from "../api.js";
import { html, useMemo, useRef, useState } from "../html.js";
import { _, rich } from "../i18n.js";
import { useKeys } from "../keys.js";
import { cancelOutside, useActing } from "../table/acting.js";
import { Banner, LastRound } from "../table/banner.js";
import { Announcer } from "../table/log.js";
import { Name } from "../table/names.js";
import { Scene } from "../table/scene.js";
import { useRetelling } from "../table/telling.js";
import { Tray, TrayFrame } from "../table/tray.js";
import { playStudy } from "./api.js";
import { Marks } from "./marks.js";

/** @import { Catalogue, Option, SeatView, State, TableView } from "../types.d.ts" */
/** @typedef {import("../html.js").View} View */
/** @typedef {import("../table/acting.js").Acting} Acting */
/** @typedef {import("../types.d.ts").Study} Study */
/** @typedef {import("./marks.js").Mark} Mark */

/** @type {never[]} */
const NONE = [];

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {Study} props.study
 * @param {boolean} [props.tell]      whether the study's entries are told when it is another study
 *   than before; otherwise it is shown at once
 * @param {string[]} [props.names]    of the players
 * @param {number | null} [props.seat]   whose board is large; by default the one to play
 * @param {(option: Option) => unknown} [props.onMove]   a move is chosen; may return a promise.
 *   Unless the study is another one then, the choice starts again. Without it the board is read-only
 * @param {string[] | null} [props.only]   the moves that can be chosen, of those that are legal
 * @param {Mark[]} [props.marks]      of moves, the most important one first
 * @param {string[]} [props.lit]      names of places to light up, see places.js, or "pass"
 * @param {string | null} [props.hint]   a move to point at, as hints do
 * @param {View} [props.prompt]       in place of the tray's own words
 * @param {View} [props.goal]         what to reach, above the tray's own words on small screens
 * @param {View} [props.tools]        buttons at the end of the bar
 * @param {boolean} [props.bar]       whether turn, round and scores are shown above
 * @param {boolean} [props.warnings]  whether a costly move asks for a confirmation
 */
export function StudyBoard({
  config,
  study,
  tell = true,
  names: given,
  seat = null,
  onMove,
  only = null,
  marks = NONE,
  lit = NONE,
  hint = null,
  prompt = null,
  goal = null,
  tools = null,
  bar = true,
  warnings = false,
}) {
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const names = given ?? study.state.boards.map((_board, n) => _("Player {number}", { number: n + 1 }));
  const shown = useStory(root, study, tell);
  const state = /** @type {State} */ (shown.update.state);
  const told = state === study.state;
  const legal = /** @type {Option[]} */ (study.options ?? NONE);
  const [attempts, setAttempts] = useState(0);
  const focusSeat = useFocus(state, seat);
  const playable = Boolean(onMove) && told && state.to_play === focusSeat;
  const options = playable ? legal.filter(({ move }) => !only || only.includes(move)) : null;

  const play = async (/** @type {string} */ move) => {
    const option = legal.find((known) => known.move === move);
    try {
      if (option) await onMove?.(option);
    } finally {
      setAttempts((count) => count + 1);
    }
  };
  const pointed = hint && told ? legal.find(({ move }) => move === hint) : null;
  const act = useActing({
    update: /** @type {any} */ ({ state, options, version: attempts }),
    live: { play, hint: /** @type {any} */ (pointed && { option: pointed }), error: null, clearHint: () => {}, why: (move) => whyNot(study.position, move) },
    preferences: { warnings, confirm: false, autoplay: false },
    identity: study.position,
  });
  useKeys({ Escape: act.isChoosing ? act.cancel : null });

  const table = useMemo(() => tableOf(state, names), [state.players, state.board, names.join("\n")]);
  const update = /** @type {any} */ ({ state, options, table, can_undo: false, version: attempts });
  const tray = prompt ? html`<${TrayFrame}>${prompt}</${TrayFrame}>` : playable && html`<${StudyTray} update=${update} names=${names} act=${act} goal=${goal} />`;
  return html`<div
    class=${`study-board ${told && lit.includes("pass") ? "lights-pass" : ""}`}
    onClick=${(/** @type {Event} */ event) => cancelOutside(event, act)}
  >
    ${bar &&
    html`<${Banner}
      config=${config}
      update=${update}
      names=${names}
      clock=${null}
      ending=${shown.telling === "round"}
      turn=${turnText(state, names)}
      news=${null}
    >${tools}</${Banner}>`}
    ${bar && html`<${LastRound} state=${state} />`}
    <${Scene}
      config=${config}
      table=${table}
      state=${state}
      names=${names}
      focusSeat=${focusSeat}
      root=${root}
      lit=${shown.lit}
      readOnly=${!onMove}
      presence=${false}
      act=${act}
      tray=${tray || null}
    >
      <${Marks}
        root=${root}
        marks=${told ? marks : NONE}
        lit=${told ? lit : NONE}
        options=${legal}
        seat=${state.to_play}
        choice=${act.choice}
      />
    </${Scene}>
    <${Announcer} game=${state.game} fresh=${/** @type {any} */ (shown.fresh)} names=${names} />
  </div>`;
}

/**
 * What is shown while events lead from one study to the next.
 * @param {import("../html.js").ElementRef} root
 * @param {Study} study
 * @param {boolean} tell
 */
function useStory(root, study, tell) {
  const told = useRef(0);
  const fresh = useMemo(() => {
    // Every study counts its entries from 1; the teller needs different numbers.
    return (tell ? study.entries : NONE).map((entry) => ({ ...entry, number: (told.current += 1) }));
  }, [study.state]);
  return useRetelling(root, study.state, fresh, true);
}

/** Why a move is not legal. @param {string} position @param {string} move @returns {Promise<string>} */
function whyNot(position, move) {
  return playStudy(position, { move }).then(() => "", errorText);
}

/** The seat whose board is large: the given one, else the one to play or that played last. */
function useFocus(/** @type {State} */ state, /** @type {number | null} */ seat) {
  const last = useRef(state.to_play ?? 0);
  if (state.to_play !== null) last.current = state.to_play;
  const focused = seat ?? last.current;
  return focused < state.players ? focused : 0;
}

/** @param {{ update: any, names: string[], act: Acting, goal: View }} props */
function StudyTray({ update, names, act, goal }) {
  const mine = useMemo(() => {
    const seats = update.table.seats.map((/** @type {SeatView} */ one) => ({ ...one, yours: true }));
    return { ...update.table, seats };
  }, [update.table]);
  return html`<${Tray}
    update=${{ ...update, table: mine }}
    telling=""
    onSkip=${null}
    names=${names}
    act=${act}
    live=${NO_SERVICE}
    goal=${goal}
  />`;
}

/** The tray's tools of a live table: a study has none of them. */
const NO_SERVICE = { update: null, hint: null, undo: () => {}, hurry: () => {}, answerUndo: () => {} };

/** A table of people without service, as the components take it. @param {State} state @param {string[]} names */
function tableOf(state, names) {
  const seats = names.map((name, number) => ({
    seat: number,
    name,
    kind: "person",
    bot: null,
    stand_in: null,
    present: true,
    yours: false,
    replaceable: false,
  }));
  const { game, board, players } = state;
  return /** @type {TableView} */ ({
    id: "",
    game,
    board,
    players,
    first_player: 0,
    uploaded: false,
    commitment: null,
    reveal: null,
    rematch: null,
    options: { hints: false, undo: "off" },
    seats,
  });
}

/** @param {State} state @param {string[]} names @returns {View} */
function turnText(state, names) {
  if (state.over) return _("The game is over");
  if (state.to_play === null) return _("Tiles are to be drawn");
  return rich("{name}'s turn", { name: html`<${Name} name=${names[state.to_play]} />` });
}
