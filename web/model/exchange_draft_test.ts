/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { loadDraft, storeDraft } from "./exchange_draft.ts";

class Shelf {
  readonly items = new Map<string, string>();
  getItem = (name: string) => this.items.get(name) ?? null;
  setItem = (name: string, value: string) => void this.items.set(name, value);
  removeItem = (name: string) => void this.items.delete(name);
}

Deno.test("a begun exchange is found again in the same situation", () => {
  const shelf = new Shelf();
  storeDraft(shelf, "t1", "1 exchange 0", ["6", null, "11"]);

  equal(loadDraft(shelf, "t1", "1 exchange 0", 3, ["6", "11", "16"]), ["6", null, "11"]);
});

Deno.test("what was begun in another round or at another table is not taken for this one", () => {
  const shelf = new Shelf();
  storeDraft(shelf, "t1", "1 exchange 0", ["6", null, null]);

  equal(loadDraft(shelf, "t1", "2 exchange 0", 3, ["6"]), [null, null, null]);
  equal(loadDraft(shelf, "t2", "1 exchange 0", 3, ["6"]), [null, null, null]);
});

Deno.test("a card that is not in the hand is not chosen", () => {
  const shelf = new Shelf();
  storeDraft(shelf, "t1", "1 exchange 0", ["6", null, null]);

  equal(loadDraft(shelf, "t1", "1 exchange 0", 3, ["7"]), [null, null, null]);
});

Deno.test("nothing stays of a choice that was taken back", () => {
  const shelf = new Shelf();
  storeDraft(shelf, "t1", "1 exchange 0", ["6", null]);
  storeDraft(shelf, "t1", "1 exchange 0", [null, null]);

  equal(shelf.items.size, 0);
});
