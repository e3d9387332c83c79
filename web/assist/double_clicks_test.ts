/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { hitsNeighbour } from "./double_clicks.ts";

const FIRST = { card: "7", at: 1000, x: 200, y: 500 };

Deno.test("the second click of a double click does not count for the neighbour", () => {
  equal(hitsNeighbour(FIRST, { card: "9", at: 1200, x: 203, y: 498 }), true);
});

Deno.test("clicks that are meant count", () => {
  for (
    const click of [
      { card: "7", at: 1200, x: 200, y: 500 }, // the same card: what a second click does
      { card: "9", at: 1300, x: 200, y: 500 }, // later
      { card: "9", at: 1200, x: 260, y: 500 }, // elsewhere
    ]
  ) equal(hitsNeighbour(FIRST, click), false);
  equal(hitsNeighbour(null, FIRST), false);
});
