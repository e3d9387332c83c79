/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundResultView, RoundView, View } from "../net/wire.ts";
import { lossSoFar, ownResultText, stuckText } from "./own_result.ts";

const view = {
  you: 0,
  players: ["You", "Bo", "Cy"].map((name) => ({ name, kind: "human" })),
} as unknown as View;
const round = { sides: null, weights: [1, 1, 1] } as unknown as RoundView;

function result(scores: number[], owners: number[], points = 10): RoundResultView {
  return { scores, owners, imps_points: points } as unknown as RoundResultView;
}

Deno.test("the reader's own loss comes first", () => {
  equal(
    ownResultText(view, round, result([-10, 12, 20], [0])),
    "You are stuck with the bottle: your tricks count nothing. You score −10.",
  );
});

Deno.test("the reader's own points come before the loss of another", () => {
  equal(
    ownResultText(view, round, result([24, -10, 20], [1])),
    "You score +24. Bo is stuck with the bottle.",
  );
});

Deno.test("someone who watches reads who was stuck", () => {
  equal(
    ownResultText({ ...view, you: null }, round, result([24, -10, 20], [1, 1])),
    "Bo is stuck with both bottles.",
  );
  equal(stuckText(view, result([0, -3, -3], [1, 2])), "Bo and Cy are stuck with the bottles.");
});

Deno.test("the loss grows with the open cards to the score, doubled or not", () => {
  const single = result([-10, 0, 0], [0]);
  equal([0, 6, 10].map((points) => lossSoFar(single, 0, points, 1)), [0, -6, -10]);
  const doubled = result([-20, 0, 0], [0]);
  equal([0, 6, 10].map((points) => lossSoFar(doubled, 0, points, 1)), [0, -12, -20]);
});

Deno.test("a loss that a partner makes up for is counted all the same", () => {
  equal(lossSoFar(result([14, 14, 0], [0]), 0, 6, 1), -6);
  equal([0, 3, 10].map((points) => lossSoFar(result([-1, -1, 0], [0]), 0, points, 1)), [
    0,
    -3,
    -10,
  ]);
  equal(lossSoFar(result([-1, -1, 0], [0, 0]), 0, 5, 2), -20);
});
