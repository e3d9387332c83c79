/** Whether the user plays on at this table, but on another device. */

import type { View } from "../net/wire.ts";
import { storeValue } from "./store.ts";

function storageKey(table: string): string {
  return `bottle_other_device ${table}`;
}

/**
 * The tag of whoever holds the user's seat on another device, given the one before; else null.
 *
 * Taking a seat over changes neither its name nor that a person holds it; leaving changes both.
 * Without a name the user is "You" here and has one of the guests' names, by seats, elsewhere.
 */
export function personOnOtherDevice(
  known: string | null,
  before: View | null,
  view: View,
  guests: string[],
): string | null {
  if (view.you !== null) return null;
  const seat = before?.you ?? null;
  if (before === null || seat === null) {
    return view.players.some(({ person }) => person === known) ? known : null;
  }
  const now = view.players[seat];
  // An erased person has such a name before the seat is lost.
  if (now?.kind !== "human" || /^Someone \d+$/.test(now.name)) return null;
  return [before.players[seat]?.name, guests[seat]].includes(now.name) ? now.person : null;
}

/** Stores the tag for this tab, so that a reload of the page does not forget it. */
export function storeOnOtherDevice(
  storage: Pick<Storage, "setItem" | "removeItem">,
  table: string,
  person: string | null,
): void {
  if (person !== null) storeValue(storage, storageKey(table), person);
  else storage.removeItem(storageKey(table));
}

/** What has been stored for this tab. */
export function loadOnOtherDevice(storage: Pick<Storage, "getItem">, table: string): string | null {
  return storage.getItem(storageKey(table));
}
