/** Why a move does not solve a puzzle. */

/** @import { JudgedMove } from "../types.d.ts" */
/** @typedef {"quick" | "standard"} Effort */

/** The second one is asked for where the first one finds less than that loss. @type {Effort[]} */
const EFFORTS = ["quick", "standard"];
/** Share of the victory. By definition all other moves lose more, but a quick search may not see it. */
const LEAST_LOSS = 0.05;

/**
 * What a wrong move loses, and how its line differs.
 * @param {(effort: Effort) => Promise<Pick<JudgedMove, "loss" | "facts">>} judge
 * @returns {Promise<{ loss: number | null, facts: string[] }>}   no loss where none was found
 */
export async function explanation(judge) {
  for (const effort of EFFORTS) {
    const { loss, facts } = await judge(effort);
    if (loss >= LEAST_LOSS) return { loss, facts };
  }
  return { loss: null, facts: [] };
}
