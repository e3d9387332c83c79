/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundView, View } from "../net/wire.ts";
import { hasLastingSides } from "../model/sides.ts";
import { standings } from "./ranking.ts";

function round(order: number[], sides: number[][] | null = null): RoundView {
  return { order, sides } as unknown as RoundView;
}

function ended(totals: number[], driven: number[] = []): View {
  const players = totals.map((_, player) => ({
    kind: driven.includes(player) ? "driven" : "human",
  }));
  return { players, match: { totals } } as unknown as View;
}

Deno.test("the ranking goes by totals, and equal totals share a place", () => {
  const places = standings(ended([12, 40, 12, -3]), round([0, 1, 2, 3]));
  equal(places.map(({ players, place }) => [players, place]), [
    [[1], 1],
    [[0], 2],
    [[2], 2],
    [[3], 4],
  ]);
});

Deno.test("a player that a rule drives comes last and has no place", () => {
  const places = standings(ended([12, 40, 90], [2]), round([0, 1, 2]));
  equal(places.map(({ players, place }) => [players, place]), [[[1], 1], [[0], 2], [[2], null]]);
});

Deno.test("partners who stay partners stand together with their sum", () => {
  const opposite = round([2, 3, 0, 1], [[0, 2], [1, 3]]);
  equal(hasLastingSides(opposite), true);
  equal(standings(ended([10, 30, 10, 30]), opposite), [
    { players: [1, 3], total: 30, place: 1 },
    { players: [0, 2], total: 10, place: 2 },
  ]);
});

Deno.test("partners who change with the deal stand alone", () => {
  const changing = round([0, 1, 2, 3], [[0, 2], [1], [3]]);
  equal(hasLastingSides(changing), false);
  equal(standings(ended([10, 30, 10, 5]), changing).map(({ players }) => players), [
    [1],
    [0],
    [2],
    [3],
  ]);
});
