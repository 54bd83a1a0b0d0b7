/** The table: offer, piles, my board, the other boards. Without `act` it is read-only. */
import { factsOf } from "../games/facts.js";
import { viewsOf } from "../games/views.js";
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { useKeys } from "../keys.js";
import { Enlarged } from "./enlarged.js";
import { explainClosed } from "./closed.js";
import { followArrow, switchToClosed, useKeyboardFocus } from "./focus.js";
import { isTaken, Offer } from "./offer.js";
import { offerKey, placeableColours, takes } from "./options.js";
import { Piles } from "./piles.js";
import { useScrollToBoard } from "./scroll.js";
import { SeatPanel } from "./seat.js";

/** @import { Catalogue, State, TableView } from "../types.d.ts" */
/** @typedef {import("../html.js").View} View */
/** @typedef {import("./acting.js").Acting} Acting */
/** @typedef {import("./options.js").Draft} Draft */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {TableView} props.table
 * @param {State} props.state
 * @param {string[]} props.names
 * @param {number} props.focusSeat       whose board is large
 * @param {import("../html.js").ElementRef} props.root   of the scene's element
 * @param {ReadonlySet<string>} [props.lit]   places whose tiles are counted now
 * @param {View} [props.summary]         of a round, in place of the empty factories
 * @param {boolean} [props.readOnly]
 * @param {boolean} [props.presence]     whether it is shown who is connected
 * @param {Acting} [props.act]
 * @param {(seat: number) => View} [props.seatTools]
 * @param {(seat: number) => string|null} [props.bubbleOf]
 * @param {View} [props.tray]            beside the boards, never above them
 * @param {View} [props.children]        drawn above everything
 */
export function Scene({
  config,
  table,
  state,
  names,
  focusSeat,
  root,
  lit,
  summary,
  readOnly = false,
  presence = !readOnly,
  act,
  seatTools,
  bubbleOf,
  tray,
  children,
}) {
  const acting = readOnly ? null : (act ?? null);
  useKeyboardFocus(root, acting, state, Boolean(summary));
  useScrollToBoard(root, Boolean(factsOf(state.game).draftsToLine && acting && acting.choice.source !== null));
  const [enlarged, enlarge] = useState(/** @type {number|null} */ (null));
  useKeys({
    ...Object.fromEntries(
      state.boards.map((_board, seat) => [String(seat + 1), seat !== focusSeat && (() => enlarge(seat))]),
    ),
    w: acting?.explain && (() => switchToClosed(root.current)),
  });
  const others = state.boards.map((_board, index) => (focusSeat + index) % state.players).slice(1);
  const { Reference } = viewsOf(state.game);
  // Between drafting and the next deal the boards get the room of the factories.
  const taken = isTaken(state);
  const placing = taken && !factsOf(state.game).draftsToLine;
  const classes = ["scene", `game-${state.game}`, `players-${state.players}`];
  if (taken && !summary) classes.push("taken");
  if (placing) classes.push("placing");
  // Its place is below my board, or where the factories were.
  const reference = Reference && html`<${Reference} config=${config} state=${state} />`;
  const seatProps = { config, table, state, names, lit, live: presence };
  const extras = (/** @type {number} */ seat) => ({ seat, tools: seatTools?.(seat), bubble: bubbleOf?.(seat) });
  return html`<div
    class=${classes.join(" ")}
    ref=${root}
    onClick=${(/** @type {Event} */ event) => explainClosed(acting, event)}
    onKeyDown=${(/** @type {any} */ event) => (followArrow(event), explainClosed(acting, event))}
  >
    <div class="side">
      ${tray}
      <section class="offer" aria-label=${_("Factories and centre")}>
        <${Offer} state=${state} ...${acting ? offerProps(acting) : {}}>${summary}</${Offer}>
        <${Piles} config=${config} state=${state} />
      </section>
      ${placing && reference}
    </div>
    <section class="mine">
      <${SeatPanel}
        large
        ...${seatProps}
        ...${extras(focusSeat)}
        boardProps=${acting ? viewsOf(state.game).boardProps(acting) : {}}
        handProps=${acting ? handProps(acting) : {}}
      />
    </section>
    <section
      class="others"
      aria-label=${_("Other players")}
      tabindex=${others.length > 1 ? "0" : undefined}
    >
      ${others.map(
        (seat) =>
          html`<${SeatPanel} key=${seat} ...${seatProps} ...${extras(seat)} onEnlarge=${enlarge} />`,
      )}
    </section>
    ${!placing && reference}
    ${enlarged !== null &&
    html`<${Enlarged} onClose=${() => enlarge(null)}>
      <${SeatPanel} large ...${seatProps} seat=${enlarged} />
    </${Enlarged}>`}
    ${children}
  </div>`;
}

/** @param {Acting} act */
function offerProps(act) {
  const { options, choice } = act;
  const chosen = choice.source === null ? null : offerKey(choice.source, choice.colour);
  const pending = choice.pending?.kind === "draft" ? choice.pending : null;
  const hint = act.hinted?.kind === "draft" ? act.hinted : null;
  return {
    takes: takes(options),
    closed: act.explain && options.some((option) => option.kind === "draft"),
    chosen: pending ? offerKey(pending.source, pending.colour) : chosen,
    hinted: hint && offerKey(hint.source, hint.colour),
    onTake: (/** @type {Draft[]} */ group, /** @type {boolean} */ touch) => take(act, chosen, group, touch),
  };
}

/**
 * Tiles are picked first and placed later; a draft without destination is one step.
 * @param {Acting} act
 * @param {string | null} chosen
 * @param {Draft[]} group
 * @param {boolean} touch
 */
function take(act, chosen, [option], touch) {
  const again = chosen === offerKey(option.source, option.colour);
  const oneStep = !("destination" in option);
  if (oneStep && (again || !touch)) act.commit(option);
  else if (again) act.cancel();
  else act.choose({ source: option.source, colour: option.colour, pending: null });
}

/** @param {Acting} act */
function handProps(act) {
  const { options, choice } = act;
  if (choice.passing) return {};
  return {
    placeable: placeableColours(options),
    chosen: choice.hand,
    onColour: (/** @type {string} */ colour) =>
      act.choose({ hand: choice.hand === colour ? null : colour, space: null, pending: null }),
  };
}
