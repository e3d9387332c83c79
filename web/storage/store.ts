/** Stores a value where there is room for it; whether it could. What needs it must do without. */
export function storeValue(storage: Pick<Storage, "setItem">, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
