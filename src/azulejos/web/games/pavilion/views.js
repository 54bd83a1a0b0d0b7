/** Summer Pavilion: the views of a player's side of the table. */
import { spaces } from "../../table/options.js";
import { PavilionBoard } from "./board.js";
import { Hand } from "./hand.js";
import { Reference } from "./reference.js";
import { retellPavilion } from "./retell.js";
import { pavilionTips } from "./tips.js";

/** @type {import("../views.js").GameViews} */
export const pavilionViews = {
  Board: PavilionBoard,
  Hand,
  Reference,
  boardProps,
  retell: retellPavilion,
  tips: pavilionTips,
};

/** @import { PavilionPlace } from "../../types.d.ts" */

/** @param {import("../../table/acting.js").Acting} act */
function boardProps({ options, choice, hinted, commit, choose, explain }) {
  const { pending } = choice;
  const placing = options.some((option) => option.kind === "place" || option.kind === "pass");
  return {
    spaces: choice.passing ? new Map() : spaces(options, choice.hand),
    chosen: pending?.kind === "place" ? pending.space : choice.space,
    hinted,
    closedColour: explain && placing && !choice.passing ? (choice.hand ?? "") : null,
    onSpace: (/** @type {number} */ space, /** @type {PavilionPlace[]} */ ways) =>
      ways.length === 1 ? commit(ways[0]) : choose({ space, pending: null }),
  };
}
