/**
 * Links to seats. Tokens stand in the fragment only: it is never sent to a server, so that no log
 * and no preview of a link knows them.
 *
 * `/table/{id}#{token}` invites a friend; `/table/{id}#continue={token}.{token}` takes one's own
 * seats to another device.
 */

/** @typedef {{ kind: "invitation" | "continue", tokens: string[] }} SeatLink */

const CONTINUE = "continue=";
const TOKEN = /^[\w-]{20,64}$/;

/** What a fragment says; null where it is no link to a seat. @param {string} hash @returns {SeatLink | null} */
export function readSeatLink(hash) {
  const text = hash.replace(/^#/, "");
  const own = text.startsWith(CONTINUE);
  const tokens = (own ? text.slice(CONTINUE.length) : text).split(".");
  if (!tokens.every((token) => TOKEN.test(token))) return null;
  if (!own && tokens.length > 1) return null;
  return { kind: own ? "continue" : "invitation", tokens };
}

/** @param {string} id @param {string} token */
export function invitationLink(id, token) {
  return `${location.origin}/table/${encodeURIComponent(id)}#${token}`;
}

/** @param {string} id @param {string[]} tokens */
export function continueLink(id, tokens) {
  return `${location.origin}/table/${encodeURIComponent(id)}#${CONTINUE}${tokens.join(".")}`;
}

/**
 * The address within this site of a seat link that was typed or pasted; null for anything else.
 * @param {string} text
 */
export function pastedLink(text) {
  let url;
  try {
    url = new URL(text.trim(), location.href);
  } catch {
    return null;
  }
  const known = url.origin === location.origin && url.pathname.startsWith("/table/");
  return known && readSeatLink(url.hash) ? url.pathname + url.hash : null;
}

/** A new token of 256 bits. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
