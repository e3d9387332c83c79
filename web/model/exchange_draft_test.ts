/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { loadDraft, storeDraft } from "./exchange_draft.ts";

class MemoryStorage {
  readonly items = new Map<string, string>();
  getItem = (name: string) => this.items.get(name) ?? null;
  setItem = (name: string, value: string) => void this.items.set(name, value);
  removeItem = (name: string) => void this.items.delete(name);
}

Deno.test("a draft of the exchange is loaded again for the same decision", () => {
  const storage = new MemoryStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null, "11"]);

  equal(loadDraft(storage, "t1", "1 exchange 0", 3, ["6", "11", "16"]), ["6", null, "11"]);
});

Deno.test("a draft of another round or table is not loaded", () => {
  const storage = new MemoryStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null, null]);

  equal(loadDraft(storage, "t1", "2 exchange 0", 3, ["6"]), [null, null, null]);
  equal(loadDraft(storage, "t2", "1 exchange 0", 3, ["6"]), [null, null, null]);
});

Deno.test("a draft with a card that is not in the hand is not loaded", () => {
  const storage = new MemoryStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null, null]);

  equal(loadDraft(storage, "t1", "1 exchange 0", 3, ["7"]), [null, null, null]);
});

Deno.test("an empty draft is removed", () => {
  const storage = new MemoryStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null]);
  storeDraft(storage, "t1", "1 exchange 0", [null, null]);

  equal(storage.items.size, 0);
});
