/** A request to take back a move, for those who are asked and for the player who asks. */
import { html } from "../html.js";
import { _, rich } from "../i18n.js";
import { useKeys } from "../keys.js";
import { Icon } from "../tiles.js";
import { Name } from "./names.js";

/** @import { TableView, UndoRequest as Request } from "../types.d.ts" */
/** @typedef {import("../connection.js").Live} Live */

/**
 * @param {{ request: Request | null | undefined, table: TableView, names: string[], live: Pick<Live, "answerUndo"> }} props
 */
export function UndoRequest({ request, table, names, live }) {
  const asked = Boolean(request?.waiting.some((seat) => table.seats[seat].yours));
  const answer = (/** @type {boolean} */ agree) => request && live.answerUndo(request.request, agree);
  useKeys({ y: asked && (() => answer(true)), n: asked && (() => answer(false)) });
  if (!request) return null;
  const mine = table.seats[request.seat].yours;
  const waiting = request.waiting.flatMap((seat, n) => [n ? ", " : "", html`<${Name} name=${names[seat]} />`]);
  return html`<div class="undo-request" role="group" aria-label=${_("Take back a move?")}>
    <p role="status">
      <${Icon} name="undo" />
      <span>
        ${
          mine
            ? rich("Waiting for an answer: {names}", { names: waiting })
            : rich("{name} asks to take back a move", { name: html`<${Name} name=${names[request.seat]} />` })
        }
      </span>
    </p>
    <div class="tray-buttons">
      ${asked && html`<${Answers} onAnswer=${answer} />`}
      ${mine && html`<button type="button" class="button" onClick=${() => answer(false)}>${_("Withdraw")}</button>`}
    </div>
  </div>`;
}

/** @param {{ onAnswer: (agree: boolean) => void }} props */
function Answers({ onAnswer }) {
  return html`<button
      type="button"
      class="button primary"
      aria-keyshortcuts="Y"
      title=${_("Agree (key Y)")}
      onClick=${() => onAnswer(true)}
    >
      <${Icon} name="check" /> ${_("Agree")}
    </button>
    <button type="button" class="button" aria-keyshortcuts="N" title=${_("Refuse (key N)")} onClick=${() => onAnswer(false)}>
      <${Icon} name="close" /> ${_("Refuse")}
    </button>`;
}
