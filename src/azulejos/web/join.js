/** Open seats: tables that anyone can join. */
import { get, post } from "./api.js";
import { preferences, setPreference } from "./preferences.js";
import { remember } from "./storage.js";
import { typedName } from "./typed_name.js";

/** @import { OpenTable, SeatTaken } from "./types.d.ts" */

/** The tables with an open seat. @returns {Promise<OpenTable[]>} */
export async function openTables() {
  return (await get("/api/open-tables")).tables;
}

/**
 * Take an open seat of a table, which this device then plays.
 * @param {string} id
 * @param {string} name   may be empty
 */
export async function joinTable(id, name) {
  const called = typedName(name);
  if (called !== preferences().name) setPreference("name", called);
  const path = `/api/games/${encodeURIComponent(id)}/join`;
  /** @type {SeatTaken} */
  const { seat, token } = await post(path, called ? { name: called } : {});
  remember({ id, tokens: { [seat]: token } });
}
