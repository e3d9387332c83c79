/** Who has come along to the next match of the same people, as far as this tab has seen. */

import type { PresenceUpdate, View } from "../net/wire.ts";
import { storeValue } from "./store.ts";

type Store = Pick<Storage, "getItem" | "setItem">;

function storageKey(table: string): string {
  return `bottle_arrived ${table}`;
}

/** Notes that the user goes on from a finished match to this table, where nobody has been seen. */
export function markRematch(storage: Store, table: string): void {
  if (storage.getItem(storageKey(table)) === null) storeValue(storage, storageKey(table), "[]");
}

/** The players seen at this table so far, these included; null if it follows no match. */
export function arrivedPlayers(
  storage: Store,
  table: string,
  present: PresenceUpdate | null,
): number[] | null {
  const stored = storage.getItem(storageKey(table));
  if (stored === null) return null;
  const arrived = [...new Set([...JSON.parse(stored) as number[], ...present?.players ?? []])];
  storeValue(storage, storageKey(table), JSON.stringify(arrived));
  return arrived;
}

/** Whether the person has not come from the last match yet. */
export function isAtLastMatch(arrived: number[] | null, view: View, player: number): boolean {
  return arrived !== null && view.match.round <= 1 && !arrived.includes(player);
}
