/** The page as an installed app: its service worker, and releases of the page. */

/** The worker's cache of words and pictures; see service_worker.js. */
const SEEN = "azulejos-seen";
/** Milliseconds after loading in which a missing module is a fault, not an old release. */
const FRESH = 10_000;

/**
 * Keep the page for times without a connection. Files are fetched after the page is shown.
 * @param {string} language
 */
export function keepForOffline(language) {
  // Only under HTTPS, and on this machine; some private windows have it and refuse it.
  const worker = navigator.serviceWorker?.register("/service-worker.js", { updateViaCache: "none" });
  worker
    ?.then(() => navigator.serviceWorker.ready)
    .then(() => caches.open(SEEN))
    // The worker hears of later ones itself.
    .then((cache) =>
      cache.addAll([`/words/${language}.json`, "/artwork/tiles.svg", "/artwork/icon.svg"]),
    )
    .catch(() => {});
}

/**
 * Whether the server has forgotten the release of this page: it is older than a few updates. Loading
 * it again brings the new one.
 */
export async function isOutdated() {
  if (performance.now() < FRESH) return false;
  try {
    return (await fetch(import.meta.url, { method: "HEAD", cache: "no-store" })).status === 404;
  } catch {
    return false;
  }
}
