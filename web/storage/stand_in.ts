/**
 * Storage for pages of browsers that allow none: it holds until the page is left.
 *
 * With all site data blocked, even the names `localStorage` and `sessionStorage` throw an error, and
 * nothing would be drawn. To be imported before all other modules of a page.
 */

/** What a storage does, in memory. */
export class PageStorage implements Storage {
  #values = new Map<string, string>();

  get length(): number {
    return this.#values.size;
  }

  clear(): void {
    this.#values.clear();
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, String(value));
  }
}

/** Puts such a storage in the place of each that may not be used. */
export function standInForStorage(page: object): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      void Reflect.get(page, name);
    } catch {
      Object.defineProperty(page, name, { value: new PageStorage() });
    }
  }
}

standInForStorage(globalThis);
