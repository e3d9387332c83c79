/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundResultView, RoundView } from "../net/wire.ts";
import { scoreSum } from "./arithmetic.ts";

function round(sides: number[][] | null, weights: number[]): RoundView {
  return { sides, weights } as unknown as RoundView;
}

function result(scores: number[], taken: number[], owners: number[], points = 10): RoundResultView {
  return { scores, taken, owners, imps_points: points } as unknown as RoundResultView;
}

Deno.test("who plays alone and owns the bottle loses the Imp's Trick twice", () => {
  const teams = round([[0], [1, 2]], [2, 1, 1]);
  equal(scoreSum(teams, result([-20, 30, 30], [4, 10, 20], [0]), 0), "Imp's Trick 10, ×2 = −20");
});

Deno.test("partners add up what they have taken", () => {
  const teams = round([[0], [1, 2]], [2, 1, 1]);
  const scored = result([-20, 30, 30], [4, 10, 20], [0]);
  equal([scoreSum(teams, scored, 1), scoreSum(teams, scored, 2)], ["10 + 20 = 30", "10 + 20 = 30"]);
});

Deno.test("who plays alone doubles what was taken", () => {
  const teams = round([[0], [1, 2]], [2, 1, 1]);
  equal(scoreSum(teams, result([24, -10, -10], [12, 3, 20], [1]), 0), "12, ×2 = 24");
  equal(scoreSum(teams, result([24, -10, -10], [12, 3, 20], [1]), 2), "Imp's Trick: −10");
});

Deno.test("results that partners add up may hold a loss", () => {
  const pairs = round([[0, 1], [2, 3]], [1, 1, 1, 1]);
  equal(scoreSum(pairs, result([14, 14, 9, 9], [7, 24, 4, 5], [0]), 0), "−10 + 24 = 14");
});

Deno.test("nothing is said about single players, and nothing that does not add up", () => {
  equal(scoreSum(round(null, [1, 1]), result([12, -10], [12, 9], [1]), 0), "");
  equal(scoreSum(round([[0, 1]], [1, 1]), result([99, 99], [12, 9], [2]), 0), "");
});
