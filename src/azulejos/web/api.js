/** Questions to the server over HTTP. Errors are thrown with a stable code and a text to show. */
import { useEffect, useState } from "./html.js";
import { preferences } from "./preferences.js";
import { _, languageTag } from "./i18n.js";

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

/** @param {string} path */
export function get(path) {
  return ask(path, { method: "GET" });
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ token?: string }} [options]    a seat's token, where the answer depends on who asks
 */
export function post(path, body = {}, { token } = {}) {
  return ask(path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
}

/**
 * @param {string} path
 * @param {RequestInit} request
 * @returns {Promise<any>}
 */
async function ask(path, request) {
  const language = languageTag(preferences().language || "en");
  const headers = { Accept: "application/json", "Accept-Language": language, ...request.headers };
  let response;
  try {
    response = await fetch(path, { ...request, headers });
  } catch {
    throw new ApiError("unreachable", _("The server does not answer. Please try again soon."));
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  if (typeof answer?.text === "string") {
    throw new ApiError(answer.code ?? "unknown", answer.text, response.status);
  }
  const code = response.status === 404 ? "not-found" : "unknown";
  throw new ApiError(code, _("Something went wrong. Please try again."), response.status);
}

/** @type {any} */
let config = null;
/** @type {Promise<any> | null} */
let asked = null;

/** Ask for what the server offers, once. */
export function loadConfig() {
  asked ??= get("/api/config").then(
    (answer) => (config = answer),
    (error) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** What the server offers; known before any page is shown. */
export function getConfig() {
  return config;
}

/** What the server offers, for views. */
export function useConfig() {
  const [value, setValue] = useState(config);
  useEffect(() => {
    if (!value) loadConfig().then(setValue, () => {});
  }, [value]);
  return value;
}
