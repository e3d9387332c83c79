/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundView, View } from "../net/wire.ts";
import { markup } from "../text/template_markup.ts";
import { numberLine } from "./number_line.ts";

const DECK = [{ c: "1", s: "low", p: 1 }, { c: "2", s: "low", p: 1 }, { c: "20", s: "mid", p: 1 }];
const SUITS = [{ s: "low", name: "yellow" }, { s: "mid", name: "blue" }];

function drawn(phase: string, passed: unknown[] = []): string {
  const trick = { plays: [{ card: "20", player: 0 }] };
  const round = {
    phase,
    tricks: [trick],
    trick: null,
    hands: [],
    prices: ["19"],
    passed,
    received: [],
  };
  const table = { deck: DECK, suits: SUITS, start_price: "19", aids: true };
  const players = [{ name: "Ada", kind: "human" }, { name: "Ben", kind: "human" }];
  const view = { you: 0, players, table, round };
  return markup(numberLine(view as unknown as View, round as unknown as RoundView));
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

Deno.test("during play the cards that lie elsewhere are still to be seen", () => {
  equal([count(drawn("play"), "not seen yet"), count(drawn("play"), "not played")], [4, 0]);
});

Deno.test("after the last trick no card is still to be seen", () => {
  equal([count(drawn("over"), "not seen yet"), count(drawn("over"), "not played")], [0, 4]);
});

Deno.test("a card that you passed says to whom, and is no card that you have not seen", () => {
  const text = drawn("play", [{ card: "1", to: 1 }, { card: "2", to: "imp" }]);

  equal(
    ["you passed it to Ben", "you put it into the Imp", "not seen yet"].map((words) =>
      count(text, words)
    ),
    [2, 2, 0],
  );
});
