/** Whether the settings were open when a page was loaded anew in another language, in this tab. */

import { storeValue } from "./store.ts";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const KEY = "bottle_settings_open";

export function markSettingsOpen(storage: Store): void {
  storeValue(storage, KEY, "yes");
}

/** Whether they were, which is true once. */
export function takeSettingsOpen(storage: Store): boolean {
  const wereOpen = storage.getItem(KEY) !== null;
  storage.removeItem(KEY);
  return wereOpen;
}
