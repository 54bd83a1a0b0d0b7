/** Azul: the views of a player's side of the table. */
import { columns, destinations } from "../../table/options.js";
import { AzulBoard } from "./board.js";
import { retellAzul } from "./retell.js";
import { azulTips } from "./tips.js";

/** @type {import("../views.js").GameViews} */
export const azulViews = {
  Board: AzulBoard,
  Hand: null,
  Reference: null,
  boardProps,
  retell: retellAzul,
  tips: azulTips,
};

/** @param {import("../../table/acting.js").Acting} act */
function boardProps({ options, choice, hinted, commit, explain }) {
  const { pending, source, colour } = choice;
  const tiling = options.find((option) => option.kind === "tile");
  return {
    destinations:
      pending?.kind === "draft" && "destination" in pending
        ? new Map([[pending.destination, pending]])
        : destinations(options, choice),
    columns: columns(options),
    hinted,
    closedLine: explain && source !== null ? (/** @type {number} */ line) => `${source}${colour}${line}` : null,
    closedSpace:
      explain && tiling
        ? (/** @type {number} */ row, /** @type {number} */ column) => `${row + 1}>${column + 1}`
        : null,
    onPick: commit,
  };
}
