/** The table: offer, piles, my board, the other boards. Without `act` it is read-only. */
import { factsOf } from "../games/facts.js";
import { viewsOf } from "../games/views.js";
import { html, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { useAnimation } from "./animation.js";
import { followArrow, useKeyboardFocus } from "./focus.js";
import { Offer } from "./offer.js";
import { offerKey, placeableColours, takes } from "./options.js";
import { Piles } from "./piles.js";
import { useScrollToBoard } from "./scroll.js";
import { SeatPanel } from "./seat.js";

/** @import { Catalogue, State, TableView } from "../types.d.ts" */
/** @typedef {import("../html.js").View} View */
/** @typedef {import("./acting.js").Acting} Acting */
/** @typedef {import("./options.js").Draft} Draft */
/** @typedef {import("./sentences.js").AnyEntry} AnyEntry */

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {TableView} props.table
 * @param {State} props.state
 * @param {string[]} props.names
 * @param {number} props.focusSeat       whose board is large
 * @param {AnyEntry[]} [props.fresh]     the entries that led here, to be animated
 * @param {boolean} [props.readOnly]
 * @param {Acting} [props.act]
 * @param {(seat: number) => View} [props.seatTools]
 * @param {(seat: number) => string|null} [props.bubbleOf]
 * @param {View} [props.tray]            between the offer and my board
 */
export function Scene({
  config,
  table,
  state,
  names,
  focusSeat,
  fresh,
  readOnly = false,
  act,
  seatTools,
  bubbleOf,
  tray,
}) {
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  useAnimation(root, state, fresh);
  const acting = readOnly ? null : (act ?? null);
  useKeyboardFocus(root, acting, state);
  useScrollToBoard(root, Boolean(factsOf(state.game).draftsToLine && acting && acting.choice.source !== null));
  const others = state.boards.map((_board, index) => (focusSeat + index) % state.players).slice(1);
  const seatProps = { config, table, state, names, live: !readOnly };
  const extras = (/** @type {number} */ seat) => ({ seat, tools: seatTools?.(seat), bubble: bubbleOf?.(seat) });
  return html`<div
    class=${`scene game-${state.game} players-${state.players}`}
    ref=${root}
    onKeyDown=${followArrow}
  >
    <section class="offer" aria-label=${_("Factories and centre")}>
      <${Offer} state=${state} ...${acting ? offerProps(acting) : {}} />
      <${Piles} config=${config} state=${state} />
    </section>
    <section class="mine">
      ${tray}
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
      aria-label=${_("The other players")}
      tabindex=${others.length > 1 ? "0" : undefined}
    >
      ${others.map((seat) => html`<${SeatPanel} key=${seat} ...${seatProps} ...${extras(seat)} />`)}
    </section>
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
