/**
 * The service worker: what a visitor gets without a connection, and notifications of phones.
 *
 * Every page comes from the server as long as that answers. Otherwise the rules that were read
 * before come from a cache, and in place of any other page one that says what is the matter. Nothing
 * of a table is ever kept.
 */

import {
  isKept,
  languageOf,
  notifiedPath,
  OFFLINE_PATH,
  outdatedCaches,
  RULES_PATH,
  staticAddresses,
} from "./kept_pages.ts";
import { tellServer } from "./push_addresses.ts";
import { pushedMessage } from "./pushed_message.ts";
import type {
  FetchEvent,
  NotificationClickEvent,
  PushEvent,
  SubscriptionChangeEvent,
  WorkerScope,
} from "./worker_scope.ts";

/** A hash of all bundled files, which the server writes in front of this script. */
declare const BUNDLE: string;

const worker = self as unknown as WorkerScope;
const CACHE = `bottle-imp-${BUNDLE}`;

/** Keeps a page as the server has it now, with the files that it needs. */
async function keep(path: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(path, { credentials: "same-origin", cache: "no-store" });
  if (!page.ok || page.redirected) return; // a browser refuses to show what was redirected
  const text = await page.clone().text();
  const files = staticAddresses(text);
  for (const file of files) {
    if (await cache.match(file) === undefined) await cache.add(file);
  }
  const before = path === OFFLINE_PATH ? await cache.match(path) : undefined;
  await cache.put(path, page);
  if (before !== undefined && languageOf(await before.text()) !== languageOf(text)) {
    await keepAgain(cache);
  }
}

/** Keeps all pages of a cache anew: in another language, or for the present version. */
async function keepAgain(cache: Cache): Promise<void> {
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    // What cannot be had now is kept when it is read next.
    if (isKept(path) && path !== OFFLINE_PATH) await keep(path).catch(() => {});
  }
}

/** Keeps what a former version kept, in the present version. */
async function install(): Promise<void> {
  await Promise.all([keep(OFFLINE_PATH), keep(RULES_PATH)]);
  if (await (await caches.open(CACHE)).match(OFFLINE_PATH) === undefined) {
    throw new Error("the page without a connection cannot be had"); // the former version stays
  }
  for (const name of outdatedCaches(await caches.keys(), CACHE)) {
    await keepAgain(await caches.open(name));
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
    const refresh = async () => {
      await answer;
      await keep(isKept(pathname) ? pathname : OFFLINE_PATH);
    };
    event.waitUntil(refresh().catch(() => {})); // without a connection the old ones are good
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(
      caches.match(event.request).then((found) => found ?? fetch(event.request)),
    );
  }
});

/**
 * Shows what the server sent. From a user who looks at that table it is taken back at once, without a
 * sound: a browser may end the subscription of a site that shows nothing (Safari).
 */
async function showPushed(event: PushEvent): Promise<void> {
  const { title, path, ...shown } = pushedMessage(event.data);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isSeen = windows.some((one) =>
    one.visibilityState === "visible" && new URL(one.url).pathname === path
  );
  const options = { ...shown, data: path, renotify: !isSeen, silent: isSeen }; // each turn sounds
  if (!isSeen) navigator.setAppBadge?.(1).catch(() => {});
  await worker.registration.showNotification(title, options);
  if (!isSeen) return;
  for (const one of await worker.registration.getNotifications({ tag: shown.tag })) one.close();
}

worker.addEventListener("push", (event) => event.waitUntil(showPushed(event)));

/** Tells the server the new address of a browser whose maker has changed it. */
async function subscribeAgain(event: SubscriptionChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options;
  const found = event.newSubscription ??
    (options ? await worker.registration.pushManager.subscribe(options) : null);
  if (found !== null) await tellServer("POST", found); // else the next table that is opened does so
}

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(event));
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
