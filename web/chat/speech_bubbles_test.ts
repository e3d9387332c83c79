/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { BUBBLE_MS, recentMessages } from "./speech_bubbles.ts";

const NOW = 1_000_000;

function line(n: number, player: number, age: number) {
  return { n, at: NOW - age, player, name: "x", person: `p${player}`, phrase: "hello", text: null };
}

function said(...talk: ReturnType<typeof line>[]): View {
  return { you: 0, players: [{ person: "p0" }, { person: "p1" }], talk } as unknown as View;
}

function hearing(blocked: string[] = []): State {
  const people = blocked.map((person) => ({ person, name: "x" }));
  return { muteList: { all: false, muted: [], blocked: people } } as unknown as State;
}

Deno.test("a bubble shows the last message of each player while it is new", () => {
  const view = said(line(1, 0, 10), line(2, 1, 9), line(3, 1, 5), line(4, 0, BUBBLE_MS));

  equal(recentMessages(hearing(), view, NOW).map(({ n }) => n), [1, 3]);
});

Deno.test("nobody sees a bubble of somebody they have blocked", () => {
  equal(recentMessages(hearing(["p1"]), said(line(1, 1, 5)), NOW), []);
});
