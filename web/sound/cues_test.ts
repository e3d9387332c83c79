/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { TableEvent, View } from "../net/wire.ts";
import { cuesOf } from "./cues.ts";

interface Shown {
  owners?: number[];
  winners?: number[];
  step?: number;
}

/** A view in which the user may or may not play. */
function seen(legal: string[], more: Shown = {}): View {
  const { owners, winners = [], step = 0 } = more;
  return {
    you: 0,
    table: { status: "playing" },
    match: { winners },
    round: {
      phase: "play",
      stage: 0,
      step,
      asks: [],
      legal,
      result: owners === undefined ? null : { owners },
    },
  } as unknown as View;
}

function event(k: string, trick?: { price: string | null }): TableEvent {
  return { t: "ev", seq: 1, k, trick, set: {} } as unknown as TableEvent;
}

Deno.test("a card, a trick that is taken and a bottle that is sold sound differently", () => {
  equal(cuesOf(seen([]), seen([]), event("play")), ["card"]);
  equal(cuesOf(seen([]), seen([]), event("play", { price: null })), ["trick"]);
  equal(cuesOf(seen([]), seen([]), event("play", { price: "12" })), ["sale"]);
});

Deno.test("the turn is heard when it comes, and once", () => {
  equal(cuesOf(seen([]), seen(["7"]), event("play")), ["card", "turn"]);
  equal(cuesOf(seen(["7"]), seen(["7"]), event("say")), []);
});

Deno.test("only the user's own loss and win are heard", () => {
  equal(cuesOf(seen([]), seen([], { owners: [0] }), event("score")), ["stuck"]);
  equal(cuesOf(seen([]), seen([], { owners: [1] }), event("score")), []);
  equal(cuesOf(seen([]), seen([], { winners: [0, 2] }), event("end")), ["won"]);
  equal(cuesOf(seen([]), seen([], { winners: [1] }), event("end")), []);
});

Deno.test("nobody's turn is heard by someone who only watches", () => {
  const watching = { ...seen(["7"]), you: null };
  equal(cuesOf({ ...seen([]), you: null }, watching, event("play")), ["card"]);
});

Deno.test("a turn that comes with a whole new view is heard", () => {
  equal(cuesOf(seen([]), seen(["7"]), null), ["turn"]);
  equal(cuesOf(seen(["7"]), seen(["7"]), null), []);
  equal(cuesOf(seen(["7"]), seen(["9"], { step: 4 }), null), ["turn"]);
});
