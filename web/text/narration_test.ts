/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { saleText, trickTakenText } from "./narration.ts";

const VIEW = { you: 0, players: [{ name: "Ada" }, { name: "Kokua" }] } as unknown as View;

const NOBODY = { taker: 1, owner_before: null, price_before: "19", price: "8" };
const OTHER = { taker: 1, owner_before: 0, price_before: "8", price: "7" };
const OWNER = { taker: 1, owner_before: 1, price_before: "8", price: "7" };

Deno.test("a player who takes a trick with a lower card buys the bottle", () => {
  equal(saleText(VIEW, NOBODY), "Kokua buys the bottle: 19 to 8.");
  equal(saleText(VIEW, OTHER), "Kokua buys the bottle: 8 to 7.");
  equal(saleText(VIEW, { ...NOBODY, taker: 0 }), "You buy the bottle: 19 to 8.");
  equal(trickTakenText(VIEW, OTHER), "Kokua takes the trick and buys the bottle: 8 to 7.");
});

Deno.test("an owner who takes a trick with a lower card keeps the bottle", () => {
  equal(saleText(VIEW, OWNER), "Kokua keeps the bottle: 8 to 7.");
  equal(saleText(VIEW, { ...OTHER, taker: 0 }), "You keep the bottle: 8 to 7.");
  equal(trickTakenText(VIEW, OWNER), "Kokua takes the trick and keeps the bottle: 8 to 7.");
  equal(
    trickTakenText(VIEW, { ...OTHER, taker: 0 }),
    "You take the trick and keep the bottle: 8 to 7.",
  );
});

Deno.test("a trick above the price says nothing about a bottle", () => {
  const above = { taker: 1, owner_before: null, price_before: "8", price: null };
  equal(saleText(VIEW, above), "");
  equal(trickTakenText(VIEW, above), "Kokua takes the trick.");
});
