/** What the browser notices of network and user, and what a connection does then. */

import type { TableConnection } from "./connection.ts";

/** Drops and renews the connection with the network; `leave` is called when the page is hidden. */
export function followBrowser(connection: TableConnection, leave: () => void): void {
  addEventListener("online", () => connection.reconnectNow());
  addEventListener("offline", () => connection.goOffline());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
    else connection.reconnectNow();
  });
}
