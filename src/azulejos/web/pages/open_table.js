/** Opens a new table at the server, stores it on this device and goes there. */
import { post } from "../api.js";
import { navigate } from "../router.js";
import { remember } from "../storage.js";
import { requestOf, tableOf } from "./setup.js";

/**
 * @param {import("./setup.js").Setup} setup
 * @param {string} myName    may be empty
 * @param {Partial<import("../storage.js").MyTable>} [more]   to be stored with it
 */
export async function openTable(setup, myName, more = {}) {
  const request = requestOf(setup, myName);
  /** @type {import("../types.d.ts").TableMade} */
  const answer = await post("/api/games", request);
  remember({ ...tableOf(setup, request, answer), ...more });
  navigate(`/table/${answer.id}`);
}
