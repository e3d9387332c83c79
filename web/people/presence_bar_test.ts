/// <reference lib="deno.ns" />
import { deepStrictEqual as equal, match } from "node:assert";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { words } from "../text/template_markup.ts";
import { countsDownToRound, nextRoundText, otherDeviceText, presenceBar } from "./presence_bar.ts";

const WATCHED = {
  you: null,
  table: {
    status: "playing",
    host: 0,
    grace: 60,
    clock: { kind: "none" },
    length: { rounds: null },
  },
  match: { over: false },
  round: { phase: "play" },
  players: [{ name: "Ana", kind: "human" }, { name: "Kiano", kind: "computer" }],
} as unknown as View;
const STATE = {
  present: null,
  arrived: null,
  onOtherDevice: null,
  news: null,
  name: "",
  guests: [],
  nameError: null,
  waitsForSeat: false,
} as unknown as State;

function shown(part: Partial<State>, view: View = WATCHED): string {
  return words(presenceBar({ ...STATE, ...part }, view, {} as Actions));
}

Deno.test("a spectator is offered a place, also one who plays on another device", () => {
  equal(shown({}).includes("Sit down after this round"), true);
  equal(shown({ onOtherDevice: "p" }), `${otherDeviceText()} ${shown({})}`);
});

Deno.test("who has left is told, at the end of a match too", () => {
  const over = { ...WATCHED, you: 0, match: { over: true } } as unknown as View;

  equal(shown({ news: "Ben has left." }, over), "Ben has left. ×");
  equal(shown({}, over), "");
});

Deno.test("who looks at the last match is not called away, and nobody plays for them yet", () => {
  const next = {
    ...WATCHED,
    you: 0,
    match: { over: false, round: 1 },
    players: [{ name: "Ana", kind: "human" }, { name: "Ben", kind: "human" }],
    round: { waiting: [0, 1] },
  } as unknown as View;
  const present = { players: [0], watchers: 0 } as unknown as State["present"];

  equal(shown({ present, arrived: [0] }, next), "Ben is still looking at the last match.");
  equal(
    shown({ present, arrived: null }, next),
    "Ben is away. After waiting 60 seconds for Ben, a computer plays. Let a computer play for Ben",
  );
  for (
    const [clock, words] of [
      [
        { kind: "move", seconds: 30 },
        "After waiting 30 seconds for Ben, a computer plays. Let a computer play for Ben",
      ],
      [
        { kind: "move", seconds: 90 },
        "After waiting 60 seconds for Ben, a computer plays. Let a computer play for Ben",
      ],
      [{ kind: "days", days: 1 }, "When the time for a choice is up, a computer makes it."],
    ] as const
  ) {
    const timed = { ...next, table: { ...next.table, clock } } as unknown as View;
    equal(shown({ present, arrived: null }, timed), `Ben is away. ${words}`);
  }
  const chosen = { ...next, round: { waiting: [1] } } as unknown as View;
  equal(
    shown({ present, arrived: [0] }, chosen),
    "Ben is still looking at the last match. Let a computer play for Ben",
  );
});

Deno.test("the seconds until the next round are told by the server's clock", () => {
  const at = (next: number | null) => ({ match: { next_at: next } }) as unknown as View;
  const told = (next: number | null) => nextRoundText({ clockOffset: 3000 }, at(next), 10_000);

  equal(told(null), "");
  equal(told(32_100), "The next round begins in 20 seconds at the latest.");
  equal(told(13_500), "The next round begins in 1 second at the latest.");
  equal(told(13_000), "");
});

Deno.test("the start of a round in hours or days is told as a date, without a countdown", () => {
  const state = { clockOffset: 3000 };
  const at = (next: number | null) => ({ match: { next_at: next } }) as unknown as View;
  const soon = at(133_000), later = at(13_000 + 86_400_000);

  match(
    nextRoundText(state, later, 10_000),
    /^If nobody asks for it sooner, the next round begins on .*Jan.*\.$/,
  );
  equal([soon, later, at(null)].map((view) => countsDownToRound(state, view, 10_000)), [
    true,
    false,
    false,
  ]);
});
