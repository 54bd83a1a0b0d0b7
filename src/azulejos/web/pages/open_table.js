/** Opens a new table at the server, stores it on this device and goes there. */
import { post } from "../api.js";
import { navigate } from "../router.js";
import { remember } from "../storage.js";
import { requestOf, tableOf } from "./setup.js";

/**
 * @param {import("./setup.js").Setup} setup
 * @param {string} myName    may be empty
 */
export async function openTable(setup, myName) {
  const request = requestOf(setup, myName);
  /** @type {import("../types.d.ts").TableMade} */
  const answer = await post("/api/games", request);
  remember(tableOf(setup, request, answer));
  navigate(`/table/${answer.id}`);
}
