/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { ImpsTrickReveal, revealStep, viewWhileRevealing } from "./imps_trick_reveal.ts";

/** A reveal with its clock: what was shown, the pauses, and what lets the next one pass. */
function begun() {
  const shown: (number | null)[] = [];
  const pauses: number[] = [];
  let next = () => {};
  const reveal = new ImpsTrickReveal((revealed) => shown.push(revealed), (call, ms) => {
    pauses.push(ms);
    next = call;
    return () => {};
  });
  return { reveal, shown, pauses, pass: () => next() };
}

Deno.test("the cards open one by one, then the scores come", () => {
  const { reveal, shown, pauses, pass } = begun();
  reveal.start(2, 1000);
  for (let time = 0; time < 3; time++) pass();
  equal([shown, pauses], [[0, 1, 2, null], [900, 900, 1800]]);
});

Deno.test("the reveal can be skipped at any card", () => {
  const { reveal, shown, pass } = begun();
  reveal.start(3, 800);
  pass();
  reveal.stop();
  reveal.stop();
  equal(shown, [0, 1, null]);
});

Deno.test("a table without pauses shows the scores at once", () => {
  const { reveal, shown } = begun();
  reveal.start(3, 0);
  equal([shown, revealStep(3000)], [[], 1000]);
});

Deno.test("what the round has brought is not known before the cards are open", () => {
  const view = {
    match: { totals: [20, -4], sheet: [1, 2], over: true, winners: [0] },
    round: { result: { scores: [13, -7] } },
  } as unknown as View;
  const { match } = viewWhileRevealing(view);

  equal([match.totals, match.sheet, match.over, match.winners], [[7, 3], [1], false, []]);
});
