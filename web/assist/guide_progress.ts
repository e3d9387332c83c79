/** What this browser remembers of the guide: the table, the round and the ideas that were read. */

import { storeValue } from "../storage/store.ts";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface GuideProgress {
  table: string;
  /** The round that is guided; null until the table has shown one. */
  round: number | null;
  read: string[];
}

const KEY = "bottle_guide";

/** The progress at this table; null if the guide is off here. */
export function readGuide(storage: Store, table: string): GuideProgress | null {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? "null");
    return found?.table === table && Array.isArray(found.read) ? found : null;
  } catch {
    return null;
  }
}

export function storeGuide(storage: Store, progress: GuideProgress): void {
  storeValue(storage, KEY, JSON.stringify(progress));
}

/** Switches the guide on at this table; returns its progress, which begins with the first idea. */
export function startGuide(storage: Store, table: string): GuideProgress {
  const progress = { table, round: null, read: [] };
  storeGuide(storage, progress);
  return progress;
}

/** Switches the guide off. */
export function endGuide(storage: Store): void {
  storage.removeItem(KEY);
}
