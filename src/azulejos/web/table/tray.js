/**
 * Prompt beside my board: the next step, choices that need more than a click, confirmations, and
 * the tools (undo, hint, skip).
 */
import { botName } from "../bots.js";
import { factsOf } from "../games/facts.js";
import { html, useRef } from "../html.js";
import { _, ngettext, rich } from "../i18n.js";
import { Icon, Pile, Tile, pileTotal } from "../tiles.js";
import { describeOption, Points, totalPoints, warningText } from "./describe.js";
import { botAt, Name } from "./names.js";
import {
  bonusOf,
  bonuses,
  canBecome,
  firstKept,
  mostKept,
  offerKey,
  paidWith,
  passKeeping,
  passes,
  spaces,
  takes,
} from "./options.js";
import { TileToggles } from "./toggles.js";
import { useTrayHeight } from "./heights.js";
import { UndoRequest } from "./undo_request.js";

/** @import { Option, State, TableView, Update } from "../types.d.ts" */
/** @typedef {import("../connection.js").Live} Live */
/** @typedef {Pick<Live, "update" | "hint" | "undo" | "hurry" | "answerUndo">} TrayLive */
/** @typedef {import("../tiles.js").PileOfTiles} PileOfTiles */
/** @typedef {import("./acting.js").Acting} Acting */
/** @typedef {import("./acting.js").Choice} Choice */

/**
 * @param {object} props
 * @param {Update} props.update
 * @param {"" | "move" | "round"} props.telling   what is being told
 * @param {(() => void) | null} props.onSkip   goes on to the end of what is told
 * @param {"no" | "shown" | "waits"} [props.summary]   of a round: whether it is shown, and waits for me
 * @param {string[]} props.names
 * @param {Acting} props.act
 * @param {TrayLive} props.live
 * @param {boolean} [props.asking]    whether a hint is being computed
 * @param {(() => void) | null} [props.onHint]   where hints are offered
 * @param {import("../html.js").View} [props.goal]   what to reach, above the next step
 */
export function Tray({
  update,
  telling,
  onSkip,
  summary = "no",
  names,
  act,
  live,
  asking = false,
  onHint = null,
  goal = null,
}) {
  const { state, table } = update;
  // Spectators read whose turn it is in the status bar.
  if (state.over || !table.seats.some((seat) => seat.yours)) return null;
  const mine =
    state.to_play !== null &&
    table.seats[state.to_play].yours &&
    !table.seats[state.to_play].stand_in;
  // A move that is on its way is no longer something to act on.
  const acting = mine && act.choice.sent === null;
  // Who asks for something waits now, whatever is being told.
  const request = live.update?.undo_request;
  const question = html`<${UndoRequest} request=${request} table=${table} names=${names} live=${live} />`;
  if (telling === "round") {
    return html`<${TrayFrame}>${question}<${Telling} state=${state} onSkip=${onSkip} summary=${summary} /></${TrayFrame}>`;
  }
  return html`<${TrayFrame} acting=${acting}>
    ${question}
    ${goal && html`<div class="tray-goal">${goal}</div>`}
    <div class="tray-words">
      ${
        mine
          ? html`<${Step} state=${state} act=${act} live=${live} />`
          : html`<p class="instruction">${waitingText(state, table, names)}</p>`
      }
    </div>
    <${Tools}
      update=${update}
      act=${act}
      live=${live}
      mine=${mine}
      asking=${asking}
      onHint=${onHint}
    />
  </${TrayFrame}>`;
}

/** @param {{ acting?: boolean, children?: import("../html.js").View }} props */
export function TrayFrame({ acting = false, children }) {
  const frame = useRef(/** @type {HTMLElement|null} */ (null));
  useTrayHeight(frame);
  // Focus waits here while others move.
  return html`<div class=${`tray ${acting ? "acting" : ""}`} ref=${frame} tabindex="-1">
    ${children}
  </div>`;
}

/**
 * While the end of a round is told, and while its summary is read.
 * @param {{ state: State, onSkip: (() => void) | null, summary: "no" | "shown" | "waits" }} props
 */
function Telling({ state, onSkip, summary }) {
  const goesOn = summary === "no" ? "skip" : "next";
  return html`<div class="tray-words">
      <p class="instruction">${_("Points in round {round}", { round: state.round })}</p>
    </div>
    <div class="tray-tools">
      <button
        type="button"
        key=${goesOn}
        class=${summary === "no" ? "tool" : "primary"}
        ref=${summary === "waits" ? focusOnce : undefined}
        title=${_("Press any key to continue")}
        onClick=${onSkip}
      >
        <${Icon} name=${goesOn} />
        ${summary === "no" ? html`<span class="tool-text">${_("Skip")}</span>` : _("Continue")}
      </button>
    </div>`;
}

/** The next step, the most specific one first. @param {{ state: State, act: Acting, live: TrayLive }} props */
function Step({ state, act, live }) {
  const { choice, forced } = act;
  const { game } = state;
  if (choice.sent !== null) return html`<p class="instruction">${_("Playing …")}</p>`;
  if (choice.pending)
    return html`<${Confirmation} game=${game} act=${act} option=${choice.pending} />`;
  if (forced)
    return html`<p class="instruction forced">${_("Playing the only move …")}</p>`;
  if (choice.space !== null) return html`<${Payments} game=${game} act=${act} />`;
  if (choice.passing) return html`<${Keeping} state=${state} act=${act} />`;
  if (bonuses(act.options).length) return html`<${BonusTiles} state=${state} act=${act} />`;
  if (choice.source !== null && !factsOf(game).draftsToLine)
    return html`<${TakeThese} game=${game} act=${act} />`;
  return html`
    <p class="instruction">${instruction(state, act)}</p>
    ${choice.reason && html`<p class="reason" role="status"><${Icon} name="info" /> <span>${choice.reason}</span></p>`}
    ${live.hint && html`<${HintWords} game=${game} hint=${live.hint} />`}
  `;
}

/** @param {State} state @param {Acting} act */
function instruction(state, { choice, options }) {
  if (state.phase === "tile") return _("Choose a column on your wall");
  if (state.phase === "place") {
    if (options.length && options.every(({ kind }) => kind === "pass")) return _("You can't place any of your tiles: pass");
    return choice.hand
      ? _("Pick a space for this colour")
      : _("Place a tile on a lit space, or pass");
  }
  if (factsOf(state.game).draftsToLine && choice.source !== null) return _("Now pick a line");
  return _("Pick tiles");
}

/** @param {State} state @param {TableView} table @param {string[]} names */
function waitingText(state, table, names) {
  if (state.to_play === null) return _("Dealing tiles …");
  if (table.seats[state.to_play].kind === "open") return _("Waiting for someone to take the open seat");
  const name = html`<${Name} name=${names[state.to_play]} />`;
  return botAt(table.seats[state.to_play])
    ? rich("{name} is thinking …", { name })
    : rich("Waiting for {name}", { name });
}

/** @param {{ game: string, hint: { bot: string, option: Option } }} props */
function HintWords({ game, hint }) {
  const points = totalPoints(hint.option);
  const move = html`<span>${describeOption(game, hint.option)}</span>`;
  return html`<p class="hint-words" role="status">
    <${Icon} name="hint" />
    <span>
      ${rich("{bot} suggests: {move}", { bot: botName(hint.bot), move })}
      ${" "}${points ? html`<${Points} value=${points} />` : null}
    </span>
  </p>`;
}

/** @param {{ game: string, act: Acting, option: Option }} props */
function Confirmation({ game, act, option }) {
  const warnings = option.warnings ?? [];
  return html`<div
    class=${`confirmation ${warnings.length ? "warned" : ""}`}
    role="group"
    aria-label=${_("Confirm your move")}
  >
    <div class="confirmation-words" role="status">
      ${warnings.map(
        (warning) =>
          html`<p key=${warning.code}>
            <${Icon} name="warning" /> <span>${warningText(game, warning)}</span>
          </p>`,
      )}
      <p>${warnings.length ? _("Play it anyway?") : describeOption(game, option)}</p>
    </div>
    <div class="tray-buttons">
      <button
        type="button"
        class=${`primary ${pointedAt(act, option)}`}
        ref=${focusOnce}
        onClick=${() => act.send(option)}
      >
        <${Icon} name="check" /> ${_("Confirm")}
      </button>
      <${Back} act=${act} news=${{ pending: null }} />
    </div>
  </div>`;
}

/** Keyboard users continue at the question. @param {HTMLElement | null} element */
function focusOnce(element) {
  element?.focus({ preventScroll: true });
}

/** @param {{ act: Acting, news?: Partial<Choice> }} props */
function Back({ act, news }) {
  return html`<button
    type="button"
    class="quiet"
    onClick=${() => (news ? act.choose(news) : act.cancel())}
  >
    ${_("Back")}
  </button>`;
}

/** Pavilion: several ways to pay for one space. @param {{ game: string, act: Acting }} props */
function Payments({ game, act }) {
  const { space, hand } = act.choice;
  const ways = (space !== null && spaces(act.options, hand).get(space)) || [];
  return html`<div class="payments">
    <p class="instruction">${_("How do you pay?")}</p>
    <div class="payment-list">
      ${ways.map(
        (option, index) =>
          html`<button
            type="button"
            key=${option.move}
            ref=${index === 0 ? focusOnce : undefined}
            class=${`payment ${pointedAt(act, option)}`}
            onClick=${() => option && act.commit(option)}
          >
            <${Tile} game=${game} colour=${option.colour} label=${true} class="placed" />
            <${Pile} game=${game} tiles=${paidWith(option)} />
            <${Points} value=${option.points} />
          </button>`,
      )}
    </div>
    <${Back} act=${act} news=${{ space: null }} />
  </div>`;
}

/** Drafts without destination, chosen by touch. @param {{ game: string, act: Acting }} props */
function TakeThese({ game, act }) {
  const { source, colour } = act.choice;
  const option = source === null ? null : takes(act.options).get(offerKey(source, colour))?.[0];
  if (!option) return null;
  return html`<p class="instruction">
      ${describeOption(game, option)}
      ${option.points ? html`<${Points} value=${option.points} />` : null}
    </p>
    <div class="tray-buttons">
      <button
        type="button"
        class=${`primary ${pointedAt(act, option)}`}
        onClick=${() => option && act.commit(option)}
      >
        <${Icon} name="check" /> ${_("Take")}
      </button>
      <${Back} act=${act} />
    </div>`;
}

/** @param {{ state: State, act: Acting }} props */
function BonusTiles({ state, act }) {
  const sets = bonuses(act.options).map((option) => option.tiles);
  const picked = act.choice.picked ?? {};
  const option = bonusOf(act.options, picked);
  return html`<div class="choosing-tiles">
    <p class="instruction">
      ${ngettext(
        "Choose {n} bonus tile from the supply",
        "Choose {n} bonus tiles from the supply",
        state.bonus_due,
      )}
    </p>
    <${TileToggles}
      game=${state.game}
      tiles=${state.supply}
      picked=${picked}
      allowed=${(/** @type {PileOfTiles} */ tiles) => canBecome(tiles, sets)}
      onChange=${(/** @type {PileOfTiles} */ tiles) => act.choose({ picked: tiles })}
      label=${_("Supply")}
      hinted=${act.hinted?.kind === "bonus" ? act.hinted.tiles : null}
    />
    <div class="tray-buttons">
      <button
        type="button"
        class=${`primary ${pointedAt(act, option)}`}
        disabled=${!option}
        onClick=${() => option && act.commit(option)}
      >
        <${Icon} name="check" />
        ${_("Take {count} of {due}", { count: pileTotal(picked), due: state.bonus_due })}
      </button>
    </div>
  </div>`;
}

/** @param {{ state: State, act: Acting }} props */
function Keeping({ state, act }) {
  const hand = handOf(state);
  const sets = passes(act.options).map((option) => option.kept);
  const picked = act.choice.picked ?? {};
  const option = passKeeping(act.options, picked);
  return html`<div class="choosing-tiles">
    <p class="instruction">
      ${ngettext(
        "Keep up to {n} tile for the next round",
        "Keep up to {n} tiles for the next round",
        mostKept(act.options),
      )}
      ${" "}${option?.points ? html`<${Points} value=${option.points} />` : null}
    </p>
    <${TileToggles}
      game=${state.game}
      tiles=${hand}
      picked=${picked}
      allowed=${(/** @type {PileOfTiles} */ tiles) => canBecome(tiles, sets)}
      onChange=${(/** @type {PileOfTiles} */ tiles) => act.choose({ picked: tiles })}
      label=${_("Tiles to keep")}
      hinted=${act.hinted?.kind === "pass" ? act.hinted.kept : null}
    />
    <div class="tray-buttons">
      <button
        type="button"
        class=${`primary ${pointedAt(act, option)}`}
        disabled=${!option}
        onClick=${() => option && act.commit(option)}
      >
        <${Icon} name="check" /> ${_("Pass")}
      </button>
      <${Back} act=${act} />
    </div>
  </div>`;
}

/** Class of a button that plays an option. @param {Acting} act @param {Option | null} option */
function pointedAt(act, option) {
  return option && act.hinted?.move === option.move ? "hinted" : "";
}

/** Pavilion: the tiles beside the board of the player to move. @param {State} state @returns {PileOfTiles} */
function handOf(state) {
  const board = state.to_play === null ? null : state.boards[state.to_play];
  return board && "tiles" in board ? board.tiles : {};
}

/**
 * @param {object} props
 * @param {Update} props.update
 * @param {Acting} props.act
 * @param {TrayLive} props.live
 * @param {boolean} props.mine
 * @param {boolean} props.asking
 * @param {(() => void) | null} props.onHint
 */
function Tools({ update, act, live, mine, asking, onHint }) {
  const { state, table } = update;
  // Tiles or a colour are picked, and no question is asked that has a way back of its own.
  const { source, hand, space, pending } = act.choice;
  const toLine = source !== null && factsOf(state.game).draftsToLine;
  const picked = mine && (toLine || hand !== null) && space === null && !pending;
  const ways = mine && !act.choice.passing ? passes(act.options) : [];
  const botThinks = state.to_play !== null && botAt(table.seats[state.to_play]);
  const byConsent = table.options?.undo === "consent";
  const pass = () =>
    ways.length === 1
      ? act.commit(ways[0])
      : act.choose({
          passing: true,
          space: null,
          hand: null,
          picked: firstKept(act.options),
        });
  const tools = [
    ways.length > 0 &&
      html`<button
        type="button"
        key="pass"
        class=${`tool pass ${act.hinted?.kind === "pass" ? "hinted" : ""}`}
        onClick=${pass}
      >
        ${_("Pass")}
      </button>`,
    update.can_undo &&
      html`<button
        type="button"
        key="undo"
        class="tool"
        aria-keyshortcuts="U"
        title=${byConsent ? _("Ask the others to take back your last move (key U)") : _("Undo the last move (key U)")}
        onClick=${live.undo}
      >
        <${Icon} name="undo" />
        <span class="tool-text">${byConsent ? _("Ask to undo") : _("Undo")}</span>
      </button>`,
    picked &&
      html`<button type="button" key="cancel" class="tool" aria-keyshortcuts="Escape" onClick=${act.cancel}>
        <${Icon} name="close" /> ${_("Cancel")}
      </button>`,
    mine &&
      onHint &&
      html`<button
        type="button"
        key="hint"
        class=${`tool ${asking ? "busy" : ""}`}
        aria-keyshortcuts="H"
        aria-busy=${asking}
        title=${_("Show the strongest bot's move (key H)")}
        onClick=${onHint}
      >
        <${Icon} name="hint" />
        <span class=${asking ? "" : "tool-text"}>${asking ? _("Thinking …") : _("Hint")}</span>
      </button>`,
    botThinks &&
      html`<button
        type="button"
        key="skip"
        class="tool"
        aria-keyshortcuts="S"
        title=${_("Fast-forward the bots (key S)")}
        onClick=${live.hurry}
      >
        <${Icon} name="skip" /> <span class="tool-text">${_("Skip")}</span>
      </button>`,
  ].filter(Boolean);
  return tools.length ? html`<div class="tray-tools">${tools}</div>` : null;
}
