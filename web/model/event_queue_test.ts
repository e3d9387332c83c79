/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { TableEvent, View } from "../net/wire.ts";
import { EventQueue } from "./event_queue.ts";
import type { Settings } from "./types.ts";

interface Shown {
  clock?: string;
  legal?: string[];
  turn?: number | null;
}

function seen(phase: string, pace = 800, more: Shown = {}): View {
  const { clock = "none", legal = [], turn = 1 } = more;
  return {
    you: 0,
    table: { status: "playing", pace, clock: { kind: clock } },
    round: { phase, result: null, legal, turn },
  } as unknown as View;
}

function event(k: string, trick?: Record<string, unknown>): TableEvent {
  return { t: "ev", seq: 1, k, set: {}, trick } as unknown as TableEvent;
}

const LAST_OF_TRICK = event("play", {});

/** A queue with its clock: what was taken, the pauses asked for, and what ends the last. */
function begun(tricks: Settings["tricks"] = "pace", isAway = false, showsClaim = false) {
  const taken: string[] = [];
  const pauses: number[] = [];
  const shown: boolean[] = [];
  let end = () => {};
  const queue: EventQueue = new EventQueue(
    (one) => {
      taken.push(one.k);
      queue.update(seen("play"), one);
    },
    {
      tricks: () => tricks,
      isAway: () => isAway,
      showsClaim: () => showsClaim,
      showHold: (waits) => shown.push(waits),
    },
    (call, ms) => {
      pauses.push(ms);
      end = call;
      return () => (end = () => {});
    },
  );
  return { queue, taken, pauses, shown, end: () => end() };
}

Deno.test("the score waits for twice the pace, like the next lead", () => {
  const { queue, taken, pauses, end } = begun();
  queue.update(seen("over"), LAST_OF_TRICK);
  equal([queue.hold(event("score")), queue.hold(event("end"))], [true, true]);
  equal([taken, pauses], [[], [1600]]);
  end();
  equal(taken, ["score", "end"]);
  equal(queue.hold(event("start")), false);
});

Deno.test("nothing is held back during a round or at a table without pauses", () => {
  const { queue } = begun();
  queue.update(seen("play"), LAST_OF_TRICK);
  equal(queue.hold(event("play")), false);
  queue.update(seen("over", 0), LAST_OF_TRICK);
  equal(queue.hold(event("score")), false);
});

Deno.test("a finished trick stays until the user goes on, whatever the pace", () => {
  for (const pace of [0, 800]) {
    const { queue, taken, pauses, shown } = begun("tap");
    queue.update(seen("play", pace), LAST_OF_TRICK);
    queue.hold(event("play"));
    equal([queue.waitsForTap, pauses, taken], [true, [], []]);
    queue.goOn();
    equal([shown, taken], [[true, false], ["play"]]);
  }
});

Deno.test("a trick can be shown longer than the table's pace", () => {
  const { queue, pauses } = begun("slower");
  queue.update(seen("play", 0), LAST_OF_TRICK);
  equal([queue.isHolding, queue.waitsForTap, pauses], [true, false, [2500]]);
});

Deno.test("plays that have waited follow one another, and the next trick is held again", () => {
  const { queue, taken, pauses, end } = begun("tap");
  queue.update(seen("play", 300), LAST_OF_TRICK);
  for (const one of [event("play"), event("play"), LAST_OF_TRICK, event("play")]) queue.hold(one);
  queue.goOn();
  equal([taken, pauses], [["play"], [300]]);
  end();
  equal(queue.hold(event("play")), true);
  end();
  equal([taken.length, queue.waitsForTap], [3, true]);
  queue.goOn();
  equal(taken.length, 4);
});

Deno.test("a play of the user delivers everything at once, without another hold", () => {
  const { queue, taken } = begun("tap");
  queue.update(seen("play"), LAST_OF_TRICK);
  for (const one of [event("play"), LAST_OF_TRICK, event("play")]) queue.hold(one);
  queue.flush();
  equal([taken, queue.isHolding], [["play", "play", "play"], false]);
});

Deno.test("a trick is not held while the user leads, is away or plays on a clock", () => {
  const leads = begun("tap");
  leads.queue.update(seen("play", 800, { legal: ["7"] }), LAST_OF_TRICK);
  equal(leads.queue.isHolding, false);
  const away = begun("tap", true);
  away.queue.update(seen("play"), LAST_OF_TRICK);
  equal(away.queue.isHolding, false);
  const hurried = begun("tap");
  hurried.queue.update(seen("play", 800, { clock: "move" }), LAST_OF_TRICK);
  equal([hurried.queue.waitsForTap, hurried.pauses], [false, [3200]]);
});

Deno.test("the trick that ends an exercise is not held: nothing follows", () => {
  const { queue } = begun("tap");
  queue.update(seen("play", 800, { turn: null }), LAST_OF_TRICK);

  equal(queue.isHolding, false);
});

const CLAIM = event("claim");

Deno.test("the cards of a claim follow one another quickly, with a rest after each trick", () => {
  const { queue, taken, pauses, end } = begun("pace", false, true);
  queue.update(seen("play"), CLAIM);
  for (const one of [event("play"), LAST_OF_TRICK, event("play"), event("score")]) {
    equal(queue.hold(one), true);
  }
  for (const count of [1, 2, 3]) {
    end();
    equal(taken.length, count);
  }
  equal(pauses, [150, 150, 700, 150]);
});

Deno.test("a claim goes by at once at a table without pauses, and on a hidden page", () => {
  const quick = begun("pace", false, true);
  quick.queue.update(seen("play", 0), CLAIM);
  const away = begun("pace", true, true);
  away.queue.update(seen("play"), CLAIM);

  equal([quick.queue.isHolding, away.queue.isHolding], [false, false]);
});

Deno.test("who lets tricks stay sees those of a claim longer, but taps after the last alone", () => {
  const { queue, pauses } = begun("tap", false, true);
  queue.update(seen("play", 0), CLAIM);
  queue.update(seen("play", 0), LAST_OF_TRICK);
  equal([queue.waitsForTap, pauses], [false, [300, 1400]]);
  queue.update(seen("over", 0), LAST_OF_TRICK);
  equal(queue.waitsForTap, true);
});

Deno.test("a claim is skipped at once", () => {
  const { queue, taken } = begun("pace", false, true);
  queue.update(seen("play"), CLAIM);
  for (const one of [event("play"), LAST_OF_TRICK, event("score")]) queue.hold(one);
  queue.flush();
  equal([taken, queue.isHolding], [["play", "play", "score"], false]);
});

Deno.test("talk does not wait", () => {
  const { queue } = begun("tap");
  queue.update(seen("play"), LAST_OF_TRICK);
  equal([queue.hold(event("say")), queue.hold(event("ready"))], [false, true]);
});

Deno.test("held events are dropped when a whole new view comes", () => {
  const { queue, taken, end } = begun();
  queue.update(seen("over"), LAST_OF_TRICK);
  queue.hold(event("score"));
  queue.clear();
  end();
  equal([taken, queue.isHolding], [[], false]);
});
