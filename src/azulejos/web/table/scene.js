/**
 * The whole table in one picture: offer, piles, my board, the others. Without `act` it only shows,
 * which is what replays and spectators need.
 */
import { factsOf } from "../games/facts.js";
import { viewsOf } from "../games/views.js";
import { html, useRef } from "../html.js";
import { _ } from "../i18n.js";
import { useTravel } from "./animation.js";
import { followArrow, useKeyboardFocus } from "./focus.js";
import { Offer } from "./offer.js";
import { offerKey, placeableColours, takes } from "./options.js";
import { Piles } from "./piles.js";
import { useScrollToBoard } from "./scroll.js";
import { SeatPanel } from "./seat.js";

/**
 * @param {object} props
 * @param {any} props.config
 * @param {any} props.table
 * @param {any} props.state
 * @param {string[]} props.names
 * @param {number} props.focusSeat       whose board is large
 * @param {any[]} [props.fresh]          entries that led here, to be shown as movement
 * @param {boolean} [props.readOnly]
 * @param {any} [props.act]              how the person acts (see acting.js)
 * @param {(seat: number) => any} [props.seatTools]
 * @param {(seat: number) => string|null} [props.bubbleOf]
 * @param {any} [props.tray]             what goes between the offer and my board
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
  useTravel(root, state, fresh);
  const acting = readOnly ? null : (act ?? null);
  useKeyboardFocus(root, acting, state);
  useScrollToBoard(root, Boolean(factsOf(state.game).draftsToLine && acting && acting.choice.source !== null));
  const options = acting?.options ?? [];
  const choice = acting?.choice;
  const others = state.boards.map((_board, index) => (focusSeat + index) % state.players).slice(1);
  const seatProps = { config, table, state, names, live: !readOnly };
  const extras = (seat) => ({ seat, tools: seatTools?.(seat), bubble: bubbleOf?.(seat) });
  return html`<div
    class=${`scene game-${state.game} players-${state.players}`}
    ref=${root}
    onKeyDown=${followArrow}
  >
    <section class="offer" aria-label=${_("Factories and centre")}>
      <${Offer} state=${state} ...${offerProps(acting, options, choice)} />
      <${Piles} config=${config} state=${state} />
    </section>
    <section class="mine">
      ${tray}
      <${SeatPanel}
        large
        ...${seatProps}
        ...${extras(focusSeat)}
        boardProps=${acting ? viewsOf(state.game).boardProps(acting) : {}}
        handProps=${handProps(acting, options, choice)}
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

function offerProps(act, options, choice) {
  if (!act) return {};
  const chosen = choice.source === null ? null : offerKey(choice.source, choice.colour);
  const pending = choice.pending?.kind === "draft" ? choice.pending : null;
  const hint = act.hinted?.kind === "draft" ? act.hinted : null;
  return {
    takes: takes(options),
    chosen: pending ? offerKey(pending.source, pending.colour) : chosen,
    hinted: hint && offerKey(hint.source, hint.colour),
    onTake: (group, touch) => take(act, chosen, group, touch),
  };
}

/** Tiles are picked first and placed later; where nothing is to be placed, picking is all. */
function take(act, chosen, group, touch) {
  const [option] = group;
  const again = chosen === offerKey(option.source, option.colour);
  const oneStep = option.destination === undefined;
  if (oneStep && (again || !touch)) act.commit(option);
  else if (again) act.cancel();
  else act.choose({ source: option.source, colour: option.colour, pending: null });
}

function handProps(act, options, choice) {
  if (!act || choice.passing) return {};
  return {
    placeable: placeableColours(options),
    chosen: choice.hand,
    onColour: (colour) =>
      act.choose({ hand: choice.hand === colour ? null : colour, space: null, pending: null }),
  };
}
