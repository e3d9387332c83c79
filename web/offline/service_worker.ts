/**
 * The service worker: what a visitor gets without a connection, and notifications of phones.
 *
 * Every page comes from the server as long as that answers. Otherwise the rules that were read
 * before come from a cache, and in place of any other page one that says what is the matter. Nothing
 * of a table is ever kept.
 */

import {
  isKept,
  notifiedPath,
  OFFLINE_PATH,
  outdatedCaches,
  RULES_PATH,
  staticAddresses,
} from "./kept_pages.ts";
import type { FetchEvent, NotificationClickEvent, WorkerScope } from "./worker_scope.ts";

/** A hash of all bundled files, which the server writes in front of this script. */
declare const BUNDLE: string;

const worker = self as unknown as WorkerScope;
const CACHE = `bottle-imp-${BUNDLE}`;

/** Keeps a page as the server has it now, with the files that it needs. */
async function keep(path: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(path, { credentials: "same-origin", cache: "no-store" });
  if (!page.ok) return;
  const files = staticAddresses(await page.clone().text());
  for (const file of files) {
    if (await cache.match(file) === undefined) await cache.add(file);
  }
  await cache.put(path, page);
}

/** Keeps what a former version kept, in the present version. */
async function install(): Promise<void> {
  await Promise.all([keep(OFFLINE_PATH), keep(RULES_PATH)]);
  for (const name of outdatedCaches(await caches.keys(), CACHE)) {
    for (const request of await (await caches.open(name)).keys()) {
      const path = new URL(request.url).pathname;
      if (isKept(path)) await keep(path).catch(() => {}); // else it is kept when next read
    }
  }
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of outdatedCaches(await caches.keys(), CACHE)) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The page from the server; without a connection the one that is kept, or the one that says so. */
async function navigate(event: FetchEvent, path: string): Promise<Response> {
  try {
    const preloaded = await event.preloadResponse;
    return preloaded ?? await fetch(event.request);
  } catch {
    const cache = await caches.open(CACHE);
    return await cache.match(path) ?? await cache.match(OFFLINE_PATH) ?? Response.error();
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== worker.location.origin) return;
  if (mode === "navigate") {
    const answer = navigate(event, pathname);
    event.respondWith(answer);
    // Language and colours may have changed since, and so may the rules.
    const kept = [pathname === "/" ? OFFLINE_PATH : pathname].filter(isKept);
    const refresh = async () => {
      await answer;
      await Promise.all(kept.map((path) => keep(path)));
    };
    event.waitUntil(refresh().catch(() => {})); // without a connection the old ones are good
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(
      caches.match(event.request).then((found) => found ?? fetch(event.request)),
    );
  }
});

/** Shows the table that a notification is about. */
async function showTable(event: NotificationClickEvent): Promise<void> {
  const path = notifiedPath(event.notification.data);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((one) => new URL(one.url).pathname === path);
  await (open === undefined ? worker.clients.openWindow(path) : open.focus());
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showTable(event));
});
