/** Where the server learns at which address a browser takes its messages. */

import { NOT_YET } from "./not_yet.ts";

const PATH = "/push-subscription";
const USUAL_PAUSE_S = 60;
const MAX_PAUSE_S = 3600;

/** Tells the server a new address, or that one is no longer wanted; its answer. */
export async function tellServer(
  method: "POST" | "DELETE",
  subscription: PushSubscription,
): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  // The user may leave the page at once.
  return await fetch(PATH, {
    method,
    headers,
    body: JSON.stringify(subscription),
    keepalive: true,
  });
}

/** The seconds after which a server that is busy wants to be asked again; null if it is not. */
export function secondsToWait(answer: Response): number | null {
  if (!NOT_YET.includes(answer.status)) return null;
  const named = Number(answer.headers.get("Retry-After"));
  return Math.min(named > 0 ? named : USUAL_PAUSE_S, MAX_PAUSE_S);
}
