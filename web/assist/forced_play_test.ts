/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { DEFAULTS } from "../model/settings.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { forcedCard, forcedPlayDelay } from "./forced_play.ts";

function table(legal: string[], pace = 800, tricks = 0, plays = 1): View {
  return {
    you: 0,
    table: { status: "playing", pace },
    round: {
      phase: "play",
      legal,
      tricks: Array.from({ length: tricks }),
      trick: { plays: Array.from({ length: plays }) },
    },
  } as unknown as View;
}

function wishing(forced: boolean): State {
  return { settings: { ...DEFAULTS, forced }, pending: false } as unknown as State;
}

Deno.test("forced cards are not played automatically by default", () => {
  equal(DEFAULTS.forced, false);
  equal(forcedCard(wishing(false), table(["7"])), null);
});

Deno.test("with the option on, a forced card is played automatically, one of two is not", () => {
  equal(forcedCard(wishing(true), table(["7"])), "7");
  equal(forcedCard(wishing(true), table(["7", "9"])), null);
});

Deno.test("the delay is the table's pace, within limits", () => {
  equal([0, 300, 800, 3000].map((pace) => forcedPlayDelay(table(["7"], pace))), [
    0,
    600,
    800,
    1200,
  ]);
});

Deno.test("the delay is longer after a trick", () => {
  equal(forcedPlayDelay(table(["7"], 800, 3, 0)), 1600);
});
