/** Notices in place of a page: not found, unreachable, broken. */
import { html } from "../html.js";
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
  const title = _("There is nothing here");
  const text = _("This address leads nowhere. Perhaps a piece of the link is missing.");
  return html`<${Notice} title=${title} text=${text}>
    <a class="button primary" href="/">${_("To the start page")}</a>
  </${Notice}>`;
}

/**
 * A table or replay that the server does not know.
 * @param {{ id: string }} props
 */
export function MissingTable({ id }) {
  const title = _("This table is gone");
  const text = _(
    "The server does not know this game. The link may be incomplete, or the game was cleared away long after its end.",
  );
  const leave = () => {
    forget(id);
    navigate("/");
  };
  return html`<${Notice} title=${title} text=${text}>
    <button type="button" class="button primary" onClick=${leave}>${_("Start a new game")}</button>
  </${Notice}>`;
}

/** The server did not answer at the start. */
export function Unreachable() {
  const title = _("The server does not answer");
  const text = _("Your games are safe. Please check your connection and try again.");
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
    "The live connection cannot be opened. Perhaps the server is down, or a firewall, a proxy or a browser extension blocks it. We keep trying.",
  );
  return html`<${Notice} title=${title} text=${text}>
    <button type="button" class="button primary" onClick=${onRetry}>${_("Try again")}</button>
    <a class="button" href="/">${_("To the start page")}</a>
  </${Notice}>`;
}

/**
 * An error in the page's own code.
 * @param {{ onRetry: () => void }} props
 */
export function Broken({ onRetry }) {
  const title = _("Something broke on this page");
  const text = _("That is our fault, and no move is lost. Please try again.");
  return html`<${Notice} title=${title} text=${text}>
    <button type="button" class="button primary" onClick=${onRetry}>${_("Try again")}</button>
    <a class="button" href="/">${_("To the start page")}</a>
  </${Notice}>`;
}

/**
 * Status of the connection, above a live table; empty while it is open.
 * @param {{ status: "connecting" | "open" | "lost" | "missing" }} props
 */
export function ConnectionBanner({ status }) {
  const lost = status === "lost";
  return html`<div role="status" class=${lost ? "banner" : "visually-hidden"}>
    ${lost && html`<${Icon} name="warning" />`}
    ${lost && _("Connection lost. Trying again; your moves are kept.")}
  </div>`;
}
