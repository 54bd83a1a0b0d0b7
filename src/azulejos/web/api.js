/** HTTP client of the service. Errors are thrown with a stable code and a text to show. */
import { useEffect, useState } from "./html.js";
import { preferences } from "./preferences.js";
import { _, languageTag } from "./i18n.js";

/** @import { Catalogue } from "./types.d.ts" */

export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} text    in the reader's language
   * @param {number} [status]
   */
  constructor(code, text, status = 0) {
    super(text);
    this.name = "ApiError";
    this.code = code;
    this.text = text;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{ token?: string }} [options]    a seat's token, where the answer depends on who asks
 */
export function get(path, { token } = {}) {
  return request(path, { method: "GET", headers: bearer(token) });
}

/** @param {string | undefined} token @returns {Record<string, string>} */
function bearer(token) {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** A text that is no JSON. @param {string} path @returns {Promise<string>} */
export async function getText(path) {
  const response = await fetch(path, {
    headers: { "Accept-Language": languageTag(preferences().language || "en") },
  });
  if (!response.ok) throw new ApiError("unknown", response.statusText, response.status);
  return response.text();
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ token?: string, signal?: AbortSignal }} [options]    `token`: of a seat, where the answer
 *   depends on who asks; `signal`: to cancel it
 */
export function post(path, body = {}, { token, signal } = {}) {
  return request(path, { ...posted(body), headers: { ...JSON_BODY, ...bearer(token) }, signal });
}

/**
 * The answer to a request whose body is read as it arrives.
 * @param {string} path
 * @param {unknown} body
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<Response>}
 */
export async function open(path, body, { signal } = {}) {
  const response = await sent(path, { ...posted(body), signal });
  if (response.ok) return response;
  throw errorOf(response, await response.json().catch(() => null));
}

const JSON_BODY = { "Content-Type": "application/json" };

/** @param {unknown} body */
function posted(body) {
  return { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) };
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<any>} the body, whose type is the caller's to know
 */
async function request(path, options) {
  const response = await sent(path, options);
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  throw errorOf(response, answer);
}

/** @param {string} path @param {RequestInit} options */
async function sent(path, options) {
  const language = languageTag(preferences().language || "en");
  const headers = { Accept: "application/json", "Accept-Language": language, ...options.headers };
  try {
    return await fetch(path, { ...options, headers });
  } catch (problem) {
    // Cancelled by the page itself: not an error of the service.
    if (options.signal?.aborted) throw problem;
    throw unreachable();
  }
}

/** There was no answer, or only a part of it. */
export function unreachable() {
  return new ApiError("unreachable", _("The server isn't responding. Please try again soon."));
}

/** @param {Response} response @param {any} answer   its body; null if it is no JSON */
function errorOf(response, answer) {
  if (typeof answer?.text === "string") {
    return new ApiError(answer.code ?? "unknown", answer.text, response.status);
  }
  const code = response.status === 404 ? "not-found" : "unknown";
  return new ApiError(code, _("Something went wrong. Please try again."), response.status);
}

/** Codes of answers after which asking again helps. */
const PASSING = ["unreachable", "overloaded", "too-fast", "closing"];
/** Milliseconds before asking again, the last one for all further times. */
const PAUSES = [500, 1_000, 2_000, 4_000];

/**
 * The answer to a question that changes nothing. While the service is busy or starting, it is asked again.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {AbortSignal} signal    ends it with the last error
 * @param {readonly number[]} [pauses]
 * @returns {Promise<T>}
 */
export async function patiently(ask, signal, pauses = PAUSES) {
  for (let asked = 0; ; asked += 1) {
    try {
      return await ask();
    } catch (problem) {
      const passes = problem instanceof ApiError && PASSING.includes(problem.code);
      if (!passes || signal.aborted) throw problem;
      await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(asked, pauses.length - 1)]));
      if (signal.aborted) throw problem;
    }
  }
}

/** @type {Catalogue | null} */
let config = null;
/** @type {Promise<Catalogue> | null} */
let requested = null;

/** Fetch the catalogue (games, bots, languages) once. @returns {Promise<Catalogue>} */
export function loadConfig() {
  requested ??= get("/api/config").then(
    (answer) => (config = answer),
    (error) => {
      requested = null;
      throw error;
    },
  );
  return requested;
}

/** The catalogue, for components. */
export function useConfig() {
  const [value, setValue] = useState(config);
  useEffect(() => {
    if (!value) loadConfig().then(setValue, () => {});
  }, [value]);
  return value;
}

/** The text of a caught error that the person may read. @param {unknown} problem @returns {string} */
export function errorText(problem) {
  return problem instanceof ApiError ? problem.text : String(problem);
}

/** Statuses of requests that would be refused again. */
const LASTING = [400, 404, 410, 413, 422];

/** Whether the same request may succeed later. @param {unknown} problem */
export function mayPass(problem) {
  return !LASTING.includes(errorStatus(problem));
}

/** The HTTP status of a caught error; 0 where there was no answer. @param {unknown} problem */
export function errorStatus(problem) {
  return problem instanceof ApiError ? problem.status : 0;
}
