/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { markedTotals, spread, totalsByRound } from "./totals_graph.ts";

Deno.test("the totals grow round by round from nothing", () => {
  const view = {
    players: [{}, {}],
    match: { sheet: [{ scores: [12, -5] }, { scores: [-8, 20] }] },
  } as unknown as View;

  equal(totalsByRound(view), [[0, 0], [12, -5], [4, 15]]);
});

Deno.test("names keep their order and do not lie on one another", () => {
  equal(spread([10, 12, 50], 10, 100), [10, 20, 50]);
});

Deno.test("names at the bottom move up", () => {
  equal(spread([95, 96, 100], 10, 100), [80, 90, 100]);
});

Deno.test("nothing is a mark of its own unless the lowest total is near to it", () => {
  equal([markedTotals(-50, 100), markedTotals(-5, 100), markedTotals(0, 100)], [
    [-50, 0, 100],
    [-5, 100],
    [0, 100],
  ]);
});
