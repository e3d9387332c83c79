/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { saleText, sidesText, trickTakenText, winnersText } from "./narration.ts";

const VIEW = { you: 0, players: [{ name: "Ada" }, { name: "Kokua" }] } as unknown as View;

const NOBODY = { taker: 1, owner_before: null, price_before: "19", price: "8" };
const OTHER = { taker: 1, owner_before: 0, price_before: "8", price: "7" };
const OWNER = { taker: 1, owner_before: 1, price_before: "8", price: "7" };

Deno.test("a player who takes a trick with a lower card buys the bottle", () => {
  equal(saleText(VIEW, NOBODY), "Kokua buys the bottle for 8.");
  equal(saleText(VIEW, OTHER), "Kokua buys the bottle for 7.");
  equal(saleText(VIEW, { ...NOBODY, taker: 0 }), "You buy the bottle for 8.");
  equal(trickTakenText(VIEW, OTHER), "Kokua takes the trick and buys the bottle for 7.");
});

Deno.test("an owner who takes a trick with a lower card keeps the bottle", () => {
  equal(saleText(VIEW, OWNER), "Kokua keeps the bottle; its price is 7 now.");
  equal(saleText(VIEW, { ...OTHER, taker: 0 }), "You keep the bottle; its price is 7 now.");
  equal(
    trickTakenText(VIEW, OWNER),
    "Kokua takes the trick and keeps the bottle; its price is 7 now.",
  );
  equal(
    trickTakenText(VIEW, { ...OTHER, taker: 0 }),
    "You take the trick and keep the bottle; its price is 7 now.",
  );
});

Deno.test("a trick above the price says nothing about a bottle", () => {
  const above = { taker: 1, owner_before: null, price_before: "8", price: null };
  equal(saleText(VIEW, above), "");
  equal(trickTakenText(VIEW, above), "Kokua takes the trick.");
});

Deno.test("partners and those who play alone are named, the user's side first", () => {
  const players = ["Ada", "Bo", "Cy", "Di"].map((name) => ({ name }));
  const words = (you: number | null, sides: number[][] | null, weights = [1, 1, 1, 1]) =>
    sidesText({ you, players, round: { sides, weights } } as unknown as View);

  equal(words(0, null), "");
  equal(
    words(0, [[1], [0, 2], [3]], [1, 2, 1, 1]),
    "You play with Cy. Bo plays alone, and all points count double. Di plays alone.",
  );
  equal(words(1, [[0, 2], [1, 3]]), "You play with Di. Ada and Cy play together.");
  equal(
    words(1, [[0, 2, 3], [1]], [1, 2, 1, 1]),
    "You play alone, and all points count double. Ada, Cy, and Di play together.",
  );
  equal(words(null, [[0, 2], [1, 3]]), "Ada and Cy play together. Bo and Di play together.");
});

Deno.test("partners of the whole match win together, others share the win", () => {
  const players = ["Ada", "Bo", "Cy", "Di"].map((name) => ({ name }));
  const won = (sides: number[][]) => {
    const round = { sides, order: [0, 1, 2, 3] };
    return winnersText({ you: 0, players, match: { winners: [1, 3] }, round } as unknown as View);
  };

  equal(won([[0, 2], [1, 3]]), "Bo and Di win the match together.");
  equal(won([[0], [1, 3], [2]]), "Bo and Di share the win."); // partners of this round alone
});
