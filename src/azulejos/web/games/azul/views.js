/** Azul: the views of a player's side of the table. */
import { columns, destinations } from "../../table/options.js";
import { AzulBoard } from "./board.js";
import { retellAzul } from "./retell.js";

/** @type {import("../views.js").GameViews} */
export const azulViews = { Board: AzulBoard, Hand: null, Reference: null, boardProps, retell: retellAzul };

/** @param {import("../../table/acting.js").Acting} act */
function boardProps({ options, choice, hinted, commit }) {
  const { pending } = choice;
  return {
    destinations:
      pending?.kind === "draft" && "destination" in pending
        ? new Map([[pending.destination, pending]])
        : destinations(options, choice),
    columns: columns(options),
    hinted,
    onPick: commit,
  };
}
