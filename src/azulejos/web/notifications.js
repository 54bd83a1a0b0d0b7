/** Notifications of the browser. Permission is asked for only after a click. */
import { preferences, setPreference } from "./preferences.js";

/** Whether this browser has notifications. */
export function hasNotifications() {
  return "Notification" in globalThis;
}

/** Whether the person has neither allowed nor blocked them. */
export function canAskToNotify() {
  return hasNotifications() && Notification.permission === "default";
}

/** Whether they are blocked, which only the browser's own settings can change. */
export function areBlocked() {
  return hasNotifications() && Notification.permission === "denied";
}

/** Ask for permission where it is not given yet, and remember the answer as a preference. */
export async function askToNotify() {
  const answer = hasNotifications() ? await Notification.requestPermission() : "denied";
  setPreference("notify", answer === "granted");
}

/**
 * Show a notification about a table; a later one replaces it.
 * @param {string} table
 * @param {string} title
 * @param {string} body
 */
export async function notify(table, title, body) {
  if (!preferences().notify || !hasNotifications() || Notification.permission !== "granted") return;
  const address = `/table/${encodeURIComponent(table)}`;
  const details = { body, tag: table, icon: "/web/icons/icon-192.png", data: { address } };
  const worker = await registration();
  // Phones show those of a service worker only, and others need none.
  if (worker?.active) return worker.showNotification(title, details);
  new Notification(title, details).onclick = () => window.focus();
}

/** Close the notification about a table. @param {string} table */
export async function withdraw(table) {
  const worker = await registration();
  for (const shown of (await worker?.getNotifications({ tag: table })) ?? []) shown.close();
}

async function registration() {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}
