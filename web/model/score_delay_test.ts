/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { TableEvent, View } from "../net/wire.ts";
import { ScoreDelay } from "./score_delay.ts";

function seen(phase: string, pace = 800): View {
  return { table: { status: "playing", pace }, round: { phase, result: null } } as unknown as View;
}

function event(k: string): TableEvent {
  return { t: "ev", seq: 1, k, set: {} } as TableEvent;
}

/** A delay with its clock: what was taken, the pauses asked for, and what ends the last. */
function begun() {
  const taken: string[] = [];
  const pauses: number[] = [];
  let end = () => {};
  const delay = new ScoreDelay((one) => taken.push(one.k), (call, ms) => {
    pauses.push(ms);
    end = call;
    return () => (end = () => {});
  });
  return { delay, taken, pauses, end: () => end() };
}

Deno.test("the score waits for twice the pace, like the next lead", () => {
  const { delay, taken, pauses, end } = begun();
  delay.update(seen("over"), event("play"));
  equal([delay.hold(event("score")), delay.hold(event("end"))], [true, true]);
  equal([taken, pauses], [[], [1600]]);
  end();
  equal(taken, ["score", "end"]);
  equal(delay.hold(event("start")), false);
});

Deno.test("nothing is held back during a round or at a table without pauses", () => {
  const { delay } = begun();
  delay.update(seen("play"), event("play"));
  equal(delay.hold(event("play")), false);
  delay.update(seen("over", 0), event("play"));
  equal(delay.hold(event("score")), false);
});

Deno.test("the score can be released early and is delivered once", () => {
  const { delay, taken, end } = begun();
  delay.update(seen("over"), event("play"));
  delay.hold(event("score"));
  delay.release();
  end();
  equal(taken, ["score"]);
});

Deno.test("held events are dropped when a whole new view comes", () => {
  const { delay, taken, end } = begun();
  delay.update(seen("over"), event("play"));
  delay.hold(event("score"));
  delay.clear();
  end();
  equal([taken, delay.isHolding], [[], false]);
});
