/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { ARRANGED } from "./cause.ts";
import { markedSelectors } from "./marks.ts";

Deno.test("a sale marks the buyer and the bottle", () => {
  const sale = { bottle: 1, buyer: 2, seller: null, card: "12" };
  equal(markedSelectors({ ...ARRANGED, sale }), ['[data-anchor="2"]', '[data-bottle="1"]']);
});

Deno.test("an exchange marks what came and where cards went", () => {
  const cause = {
    ...ARRANGED,
    arrivals: new Map([["8", 1]]),
    departures: new Map<string, number | "imp">([["3", "imp"], ["20", 1]]),
  };
  equal(markedSelectors(cause), ['[data-flip="8"]', "[data-bottle]", '[data-anchor="1"]']);
});
