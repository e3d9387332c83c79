/** Whether the user plays on at this table, but on another device. */

import type { View } from "../net/wire.ts";
import { storeValue } from "./store.ts";

function storageKey(table: string): string {
  return `bottle_other_device ${table}`;
}

/**
 * Whether the user's seat is theirs on another device, given the view before.
 *
 * Taking a seat over changes neither its name nor that a person holds it; leaving changes both.
 */
export function playsOnOtherDevice(wasSo: boolean, before: View | null, view: View): boolean {
  if (view.you !== null) return false;
  const seat = before?.you ?? null;
  if (before === null || seat === null) return wasSo;
  const then = before.players[seat];
  const now = view.players[seat];
  return now?.kind === "human" && now.name === then?.name;
}

/** Stores it for this tab, so that a reload of the page does not forget it. */
export function storePlaysOnOtherDevice(
  storage: Pick<Storage, "setItem" | "removeItem">,
  table: string,
  isSo: boolean,
): void {
  if (isSo) storeValue(storage, storageKey(table), "1");
  else storage.removeItem(storageKey(table));
}

/** What has been stored for this tab. */
export function loadPlaysOnOtherDevice(storage: Pick<Storage, "getItem">, table: string): boolean {
  return storage.getItem(storageKey(table)) !== null;
}
