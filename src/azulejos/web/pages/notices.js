/** Notices in place of a page: not found, unreachable, broken. */
import { html, useEffect } from "../html.js";
import { forget } from "../storage.js";
import { navigate, useTitle } from "../router.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";

/**
 * @param {{ title: string, text: string, children?: import("../html.js").View }} props
 */
function Notice({ title, text, children }) {
  useTitle(title);
  return html`<section class="notice card">
    <h1>${title}</h1>
    <p>${text}</p>
    <div class="actions">${children}</div>
  </section>`;
}

/** An unknown address. */
export function NotFound() {
  const title = _("Page not found");
  const text = _("Check the link: part of it may be missing.");
  return html`<${Notice} title=${title} text=${text}>
    <a class="button primary" href="/">${_("Go to the start page")}</a>
  </${Notice}>`;
}

/**
 * A table or replay that the server does not know.
 * @param {{ id: string }} props
 */
export function MissingTable({ id }) {
  const title = _("Game not found");
  const text = _(
    "The server doesn't have this game. The link may be incomplete, or the game has expired.",
  );
  const leave = () => {
    forget(id);
    navigate("/");
  };
  return html`<${Notice} title=${title} text=${text}>
    <button type="button" class="button primary" onClick=${leave}>${_("Start a new game")}</button>
  </${Notice}>`;
}

/**
 * A link to a seat whose token is wrong, or was replaced.
 * @param {{ id: string, watchable?: boolean }} props
 */
export function LinkExpired({ id, watchable = true }) {
  const title = _("This link no longer works");
  const text = _(
    "The seat has a new link, or a part of this one is missing. Ask for the new link, or watch the game.",
  );
  return html`<${Notice} title=${title} text=${text}>
    ${watchable &&
    html`<a class="button primary" href=${`/table/${encodeURIComponent(id)}`}>
      <${Icon} name="eye" />${_("Just watch")}
    </a>`}
    <a class="button" href="/">${_("Go to the start page")}</a>
  </${Notice}>`;
}

/** A table without spectators, opened without the link to a seat. */
export function PrivateTable() {
  const title = _("Players only");
  const text = _(
    "This table has no spectators until the game is over. If you're one of the players, open the link to your seat.",
  );
  return html`<${Notice} title=${title} text=${text}>
    <a class="button primary" href="/">${_("Go to the start page")}</a>
  </${Notice}>`;
}

/** The server did not answer at the start. */
export function Unreachable() {
  const title = navigator.onLine ? _("The server isn't responding") : _("You're offline");
  const text = _("Your games are safe. Check your connection and try again.");
  useEffect(() => {
    const again = () => location.reload();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  return html`<${Notice} title=${title} text=${text}>
    <button type="button" class="button primary" onClick=${() => location.reload()}>
      ${_("Try again")}
    </button>
  </${Notice}>`;
}

/**
 * The page has loaded, but the live connection to its table does not open.
 * @param {{ onRetry: () => void }} props
 */
export function NoConnection({ onRetry }) {
  const title = _("No connection to the table");
  const text = _(
    "The live connection can't be opened. The server may be down, or a firewall, a proxy or a browser extension is blocking it. We'll keep trying.",
  );
  return html`<${Notice} title=${title} text=${text}>
    <button type="button" class="button primary" onClick=${onRetry}>${_("Try again")}</button>
    <a class="button" href="/">${_("Go to the start page")}</a>
  </${Notice}>`;
}

/**
 * An error in the page's own code.
 * @param {{ onRetry: () => void }} props
 */
export function Broken({ onRetry }) {
  const title = _("Something went wrong on this page");
  const text = _("Sorry, that's on us. No move is lost. Please try again.");
  return html`<${Notice} title=${title} text=${text}>
    <button type="button" class="button primary" onClick=${onRetry}>${_("Try again")}</button>
    <a class="button" href="/">${_("Go to the start page")}</a>
  </${Notice}>`;
}

/**
 * Status of the connection, above a live table; empty while it is open.
 * @param {{ status: import("../connection.js").ConnectionState["status"] }} props
 */
export function ConnectionBanner({ status }) {
  const lost = status === "lost";
  return html`<div role="status" class=${lost ? "banner" : "visually-hidden"}>
    ${lost && html`<${Icon} name="warning" />`}
    ${lost && _("Connection lost. Reconnecting; your moves are safe.")}
  </div>`;
}
