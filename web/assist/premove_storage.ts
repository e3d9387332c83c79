/** The card chosen ahead, stored for this tab so that a reload of the page does not lose it. */

import type { Card, View } from "../net/wire.ts";
import { storeValue } from "../storage/store.ts";

/** For a replay, which leaves alone what is stored of its table. */
export const NO_STORAGE = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

function storageKey(view: View): string {
  return `bottle_premove ${view.table.id}`;
}

/** Stores the card chosen ahead in the current round; removes it if there is none. */
export function storePremove(
  storage: Pick<Storage, "setItem" | "removeItem">,
  view: View,
  premove: Card | null,
): void {
  if (premove === null || view.round === null) storage.removeItem(storageKey(view));
  else storeValue(storage, storageKey(view), JSON.stringify([view.round.number, premove]));
}

/** The card that was chosen ahead in this round before the page was loaded; null if none was. */
export function loadPremove(storage: Pick<Storage, "getItem">, view: View): Card | null {
  const stored = storage.getItem(storageKey(view));
  if (stored === null) return null;
  const [round, premove] = JSON.parse(stored) as [number, Card];
  return round === view.round?.number ? premove : null;
}
