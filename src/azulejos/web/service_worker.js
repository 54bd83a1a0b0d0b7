/**
 * Service worker: keeps the files of one release, and shows the page when the server is out of reach.
 *
 * Documents come from the network, so a new release is shown at once; each names files of its own
 * release only. The worker of a new release waits until all pages of the old one are closed, then
 * drops the old files. Answers of the API are neither read from a cache nor kept.
 */

/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} LifeEvent */
/** @typedef {LifeEvent & { request: Request, respondWith(answer: Promise<Response>): void }} FetchEvent */

/** Written before this script by the server. @type {{ version: string, files: string[] }} */
const { version, files } = /** @type {any} */ (self).RELEASE;

const PREFIX = "azulejos-";
/** Files of this release. */
const CACHE = `${PREFIX}${version}`;
/** Words and pictures: the last ones seen, for when there is no connection. */
const SEEN = `${PREFIX}seen`;

self.addEventListener("install", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll(files));
  /** @type {LifeEvent} */ (event).waitUntil(kept);
});

self.addEventListener("activate", (event) => {
  /** @type {LifeEvent} */ (event).waitUntil(dropOldReleases());
});

self.addEventListener("fetch", (event) => {
  const asked = /** @type {FetchEvent} */ (event);
  const { method, mode, url } = asked.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (mode === "navigate") asked.respondWith(fromNetwork(asked.request));
  else if (pathname.startsWith("/assets/")) asked.respondWith(fromCache(asked.request));
  else if (/^\/(words|artwork)\//.test(pathname)) asked.respondWith(newest(asked));
});

async function dropOldReleases() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE && name !== SEEN) await caches.delete(name);
  }
}

/** A document; without a server the one of this release, which says so. @param {Request} request */
async function fromNetwork(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    return kept(files.find((name) => name.endsWith("/index.html")) ?? request, problem);
  }
}

/** Files of a release never change. @param {Request} request */
async function fromCache(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** @param {FetchEvent} event */
async function newest(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    const copy = answer.clone();
    if (answer.ok) event.waitUntil(caches.open(SEEN).then((cache) => cache.put(request, copy)));
    return answer;
  } catch (problem) {
    return kept(request, problem);
  }
}

/** What is in a cache, or else the problem. @param {RequestInfo} request @param {unknown} problem */
async function kept(request, problem) {
  const answer = await caches.match(request);
  if (!answer) throw problem;
  return answer;
}

// A notification leads to its table: to the page that is open there, or to a new one.
self.addEventListener("notificationclick", (event) => {
  const { notification } = /** @type {any} */ (event);
  notification.close();
  /** @type {LifeEvent} */ (event).waitUntil(show(notification.data.address));
});

/** @param {string} address */
async function show(address) {
  const { clients } = /** @type {any} */ (self);
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === address);
  return open ? open.focus() : clients.openWindow(address);
}
