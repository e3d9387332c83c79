/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { personOnOtherDevice } from "./other_device.ts";

const GUESTS = ["Bittern", "Heron"];

function seen(you: number | null, name: string, person: string | null, kind = "human"): View {
  const bo = { name: "Bo", kind: "human", person: "b" };
  return { you, players: [bo, { name, kind, person }] } as unknown as View;
}

function after(before: View | null, view: View, known: string | null = null) {
  return personOnOtherDevice(known, before, view, GUESTS);
}

Deno.test("a seat that is taken along is still a person's of that name", () => {
  equal(after(seen(1, "Ana", "a"), seen(null, "Ana", "p")), "p");
  equal(after(seen(1, "Ana", "a"), seen(1, "Ana", "a")), null);
});

Deno.test("without a name, whoever takes the seat along is called a guest", () => {
  equal(after(seen(1, "You", "a"), seen(null, "Heron", "p")), "p");
  equal(after(seen(1, "You", "a"), seen(null, "Bittern", "p")), null);
});

Deno.test("a seat that was given up or taken away is not", () => {
  equal(after(seen(1, "Ana", "a"), seen(null, "Kiano", null, "computer")), null);
  equal(after(seen(1, "Ana", "a"), seen(null, "", null, "open")), null);
  equal(after(seen(1, "Ana", "a"), seen(null, "Cy", "c")), null);
});

Deno.test("nor is the seat of somebody who was erased", () => {
  equal(after(seen(1, "Someone 2", "a"), seen(null, "Someone 2", "s")), null);
  equal(after(seen(1, "Someone 3", "a"), seen(null, "Someone 3", "s")), null);
});

Deno.test("it stays so until the seat is taken back or given up", () => {
  equal(after(seen(null, "Ana", "p"), seen(null, "Ana", "p"), "p"), "p");
  equal(after(null, seen(null, "Ana", "p"), "p"), "p");
  equal(after(seen(null, "Ana", "p"), seen(1, "Ana", "a"), "p"), null);
  equal(after(seen(null, "Ana", "p"), seen(null, "", null, "open"), "p"), null);
  equal(after(seen(null, "Ana", "p"), seen(null, "Ana", "p")), null);
});
