/** Registers the service worker, where the browser has one for this address. */

import { OFFLINE_PATH } from "./kept_pages.ts";

const SERVICE_WORKER_PATH = "/service-worker.js";
const RETRY_MS = 5000;

/** What the content policy asks for where a script is named by its address. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

function trustedAddress(address: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (types === undefined) return address;
  return types.createPolicy("service-worker", { createScriptURL: (one) => one })
    .createScriptURL(address);
}

/** Registers the service worker once the page has what it needs. */
export function registerServiceWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) return; // not over plain HTTP, but for this machine itself
  const register = () => {
    // A browser that keeps nothing of a site has none either: all else works without it.
    workers.register(trustedAddress(SERVICE_WORKER_PATH)).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** Loads the wanted page as soon as the server answers again. */
export function reloadOnceConnected(): void {
  const load = () => location.pathname === OFFLINE_PATH ? location.replace("/") : location.reload();
  const timer = setInterval(async () => {
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    clearInterval(timer); // a second reload would cancel a slow first one
    load();
  }, RETRY_MS);
}
