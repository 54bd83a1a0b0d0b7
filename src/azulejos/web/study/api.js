/** Requests about positions off the table: every step is a question to the service. */
import { ApiError, open, post, unreachable } from "../api.js";

/** @import { AnalysisLine, Edited, JudgedMove, Study, StudyLine, StudyRecord, WaitingLine } from "../types.d.ts" */

/**
 * @typedef {{ game: string, board: string, players: number, first?: number }} Start
 * @typedef {{ position: string, ply?: number } | { record: string, ply?: number, dealt?: boolean }
 *   | { game: string, ply?: number, dealt?: boolean } | { start: Start }} Source
 *
 * @typedef {{ move: string } | { deal: string }} Step
 *
 * @typedef {object} Ply        a move or deal of a JSON record, see docs/notation.md
 * @property {string} [move]
 * @property {string} [deal]
 * @property {string} [comment]
 * @property {Line[]} [variations]   what could have been played instead
 *
 * @typedef {object} Line       a variation of a JSON record
 * @property {string | null} [comment]   before its first move
 * @property {Ply[]} plies
 * @property {Line[]} [variations]       where it ends
 *
 * @typedef {Line & { azulejos: number, game: string, board: string, players: number, first_player: number,
 *   options: Record<string, unknown>, headers: Record<string, string>, position: string | null,
 *   scores: number[] | null, winners: number[] }} RecordJson
 *
 * @typedef {Omit<StudyRecord, "record"> & { record: RecordJson }} ReadRecord
 */

/** The study of a position, a record, a finished game or a new game. @param {Source} source @returns {Promise<Study>} */
export function openStudy(source) {
  return post("/api/study", source);
}

/**
 * Play a move, and deal the tiles that are due: given ones, random ones, or none yet.
 * @param {string} position
 * @param {{ move?: string, tiles?: string, draw?: boolean, ply?: number }} step
 * @returns {Promise<Study>}
 */
export function playStudy(position, step) {
  return post("/api/study/play", { position, ...step });
}

/**
 * Play several steps: the positions after each of them, and the study after the last.
 * @param {string} position
 * @param {Step[]} steps
 * @param {number} [ply]
 * @returns {Promise<StudyLine>}
 */
export function playLine(position, steps, ply = 0) {
  return post("/api/study/line", { position, steps, ply });
}

/**
 * An edited position, with all reasons why it is impossible.
 * @param {{ setup: object } | { position: string } | { start: Start }} given
 * @returns {Promise<Edited>}
 */
export function editStudy(given) {
  return post("/api/study/edit", given);
}

/**
 * A record in both formats, checked.
 * @param {{ record: string } | { game: string }} source
 * @returns {Promise<ReadRecord>}
 */
export function readRecord(source) {
  return post("/api/study/record", source);
}

/**
 * @param {{ position: string, move: string, effort?: "quick" | "standard", names?: string[] }} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<JudgedMove>}
 */
export function judgeMove(question, signal) {
  return post("/api/study/judge", question, { signal });
}

/**
 * Analyses of growing effort, until the last one; ended by the signal.
 * @param {{ position: string, nodes?: number, lines?: number, names?: string[], facts?: boolean }} question
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<AnalysisLine | WaitingLine>}
 */
export async function* analyse(question, signal) {
  const response = await open("/api/study/analyse", question, { signal });
  let ended = false;
  try {
    for await (const line of linesOf(response)) {
      const message = JSON.parse(line);
      if (message.type === "error") throw new ApiError(message.code, message.text);
      ended = message.type === "analysis" && message.last;
      yield message;
    }
  } catch (problem) {
    // What the browser says of a lost connection is not for people.
    throw signal.aborted || problem instanceof ApiError ? problem : unreachable();
  }
  if (!ended) throw unreachable();
}

/** The lines of an answer as they arrive. @param {Response} response @returns {AsyncGenerator<string>} */
async function* linesOf(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim());
  }
  if (rest.trim()) yield rest;
}
