/** Summer Pavilion: the views of a player's side of the table. */
import { spaces } from "../../table/options.js";
import { PavilionBoard } from "./board.js";
import { Hand } from "./hand.js";
import { Reference } from "./reference.js";
import { retellPavilion } from "./retell.js";

/** @type {import("../views.js").GameViews} */
export const pavilionViews = { Board: PavilionBoard, Hand, Reference, boardProps, retell: retellPavilion };

/** @import { PavilionPlace } from "../../types.d.ts" */

/** @param {import("../../table/acting.js").Acting} act */
function boardProps({ options, choice, hinted, commit, choose }) {
  const { pending } = choice;
  return {
    spaces: choice.passing ? new Map() : spaces(options, choice.hand),
    chosen: pending?.kind === "place" ? pending.space : choice.space,
    hinted,
    onSpace: (/** @type {number} */ space, /** @type {PavilionPlace[]} */ ways) =>
      ways.length === 1 ? commit(ways[0]) : choose({ space, pending: null }),
  };
}
