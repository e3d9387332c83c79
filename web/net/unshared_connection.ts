/** What the tables of a lesson and of a replay have in common: there is no table of the server. */

import type { Command } from "./wire.ts";

/** A connection at which nothing waits to be sent, nobody gives hints, and no socket is open. */
export abstract class UnsharedConnection {
  /** What is sent is sent at once, or not at all. */
  withdraw(): boolean {
    return false;
  }

  ask(_command: Command): string | null {
    return null;
  }

  reconnectNow(): void {}

  goOffline(): void {}
}
