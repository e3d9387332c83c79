/**
 * Messages of the server while no page is open (W3C Push API), where the server sends any.
 *
 * The service worker shows them. The server knows the browser's address for as long as the user wants
 * notifications.
 */

import { secondsToWait, tellServer } from "../offline/push_addresses.ts";

/** The key of the server; empty where it sends nothing. */
function serverKey(): string {
  return document.documentElement.dataset.push ?? "";
}

/** The bytes that the text writes, in base64 as addresses have it. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Whether both are the same bytes. */
export function isSameKey(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, place) => byte === other[place]);
}

async function pushManager(): Promise<PushManager | null> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.getRegistration();
  return (registration?.pushManager as PushManager | undefined) ?? null;
}

/** The present subscription for this key; a new one where there is none, or one for another key. */
async function subscriptionFor(manager: PushManager, text: string): Promise<PushSubscription> {
  const key = bytesOf(text);
  const found = await manager.getSubscription();
  if (found !== null && isSameKey(found.options.applicationServerKey, key)) return found;
  await found?.unsubscribe();
  return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * Has the server tell of turns while no page is open, where browser and user allow it.
 *
 * The seconds after which that is to be tried again, if the server is busy.
 */
async function startPush(): Promise<number | null> {
  const key = serverKey();
  if (key === "" || typeof Notification === "undefined") return null;
  if (Notification.permission !== "granted") return null;
  const manager = await pushManager();
  if (manager === null) return null;
  return secondsToWait(await tellServer("POST", await subscriptionFor(manager, key)));
}

/** Has the server tell of nothing any more. */
async function stopPush(): Promise<null> {
  const found = await (await pushManager())?.getSubscription() ?? null;
  if (found === null) return null;
  try {
    if (serverKey() !== "") await tellServer("DELETE", found);
  } finally {
    await found.unsubscribe(); // a server that could not be reached learns it from the push service
  }
  return null;
}

/** A choice that is carried out one time after another: the last one holds. */
export class LastChoice {
  #carryOut: (isWanted: boolean) => Promise<number | null>;
  #before = Promise.resolve();
  #made = 0;

  /** `carryOut` gives the seconds after which it is to be tried again, if it is. */
  constructor(carryOut: (isWanted: boolean) => Promise<number | null>) {
    this.#carryOut = carryOut;
  }

  /** Carries the choice out, unless another one is made before its turn comes. */
  set(isWanted: boolean): void {
    const number = ++this.#made;
    const isLast = () => number === this.#made;
    this.#before = this.#before.then(async () => {
      if (!isLast()) return;
      const seconds = await this.#carryOut(isWanted).catch(() => null);
      if (seconds !== null) setTimeout(() => isLast() && this.set(isWanted), 1000 * seconds);
    });
  }
}

const choice = new LastChoice((isWanted) => isWanted ? startPush() : stopPush());

/** Does one or the other; without a connection, or where the browser has no such service, nothing. */
export function setPush(isWanted: boolean): void {
  choice.set(isWanted);
}
