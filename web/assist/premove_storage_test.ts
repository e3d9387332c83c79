/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { loadPremove, storePremove } from "./premove_storage.ts";

function seen(table: string, round: number | null): View {
  return {
    table: { id: table },
    round: round === null ? null : { number: round },
  } as unknown as View;
}

/** Storage as a tab has it. */
function tab() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

Deno.test("the card chosen ahead is there again at the same table in the same round", () => {
  const storage = tab();
  storePremove(storage, seen("a", 2), "18.5");

  equal(loadPremove(storage, seen("a", 2)), "18.5");
  equal(loadPremove(storage, seen("a", 3)), null);
  equal(loadPremove(storage, seen("a", null)), null);
  equal(loadPremove(storage, seen("b", 2)), null);
});

Deno.test("a card that is not chosen ahead any longer leaves nothing behind", () => {
  const storage = tab();
  storePremove(storage, seen("a", 2), "5");
  storePremove(storage, seen("a", 2), null);

  equal(storage.items.size, 0);
});
