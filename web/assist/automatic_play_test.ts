/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { DEFAULTS } from "../model/settings.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import {
  automaticCard,
  AutomaticPlay,
  forcedCard,
  forcedPlayDelay,
  premovedCard,
  premoveDelay,
} from "./automatic_play.ts";

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

function planning(premove: string | null): State {
  return { ...wishing(false), premove };
}

Deno.test("the card chosen ahead is played on the user's turn if it is legal", () => {
  equal(premovedCard(planning("7"), table(["7", "9"])), "7");
  equal(premovedCard(planning("8"), table(["7", "9"])), null);
  equal(premovedCard(planning("7"), table([])), null);
  equal(premovedCard({ ...planning("7"), pending: true }, table(["7", "9"])), null);
});

Deno.test("while a computer plays for the user, no card is played automatically", () => {
  const forced = wishing(true);
  const view = {
    ...table(["7"]),
    times: [{ is_up: false }],
    players: [{ kind: "human", stand_in: null }],
  } as unknown as View;
  const away = { ...view, players: [{ kind: "human", stand_in: "regular" }] } as unknown as View;
  const late = { ...view, times: [{ is_up: true }] } as unknown as View;

  equal([view, away, late].map((one) => automaticCard(forced, one)), ["7", null, null]);
  equal(automaticCard({ ...forced, premove: "7" }, late), null);
});

function among(other: "human" | "computer", pace: number): View {
  const players = [{ kind: "human" }, { kind: other }];
  return { ...table(["7"], pace), players } as unknown as View;
}

Deno.test("beside computer players the card chosen ahead is paced as a forced one", () => {
  equal([0, 800, 3000].map((pace) => premoveDelay(among("computer", pace), 0.5)), [0, 800, 1200]);
});

Deno.test("beside people the card chosen ahead takes its time, and not always the same", () => {
  equal(premoveDelay(among("human", 0), 0), 600);
  equal(premoveDelay(among("human", 0), 0.999), 1199);
  equal(premoveDelay(among("human", 800), 0.5), 1100);
});

Deno.test("a card that is refused is not played again by itself", async () => {
  let played = 0;
  let state = { ...wishing(true), premove: null, view: forcedTable(3) } as unknown as State;
  const automatic = new AutomaticPlay(() => state, () => {
    played += 1;
    state = { ...state, pending: true };
    automatic.update();
    state = { ...state, pending: false }; // refused
    automatic.update();
  });
  automatic.update();
  await new Promise((done) => setTimeout(done, 5));
  equal(played, 1);

  state = { ...state, view: forcedTable(7) };
  automatic.update();
  await new Promise((done) => setTimeout(done, 5));
  equal(played, 2);
});

/** A table without pauses where one card can be played. */
function forcedTable(step: number): View {
  const view = table(["7"], 0);
  const round = { ...view.round, number: 1, step };
  return { ...view, players: [{ kind: "human" }], times: [], round } as unknown as View;
}
