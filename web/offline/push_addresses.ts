/** Where the server learns at which address a browser takes its messages. */

const PATH = "/push-subscription";

/** Tells the server a new address, or that one is no longer wanted. */
export async function tellServer(
  method: "POST" | "DELETE",
  subscription: PushSubscription,
): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  // The user may leave the page at once.
  await fetch(PATH, { method, headers, body: JSON.stringify(subscription), keepalive: true });
}
