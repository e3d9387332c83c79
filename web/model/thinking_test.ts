/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { TableEvent, View } from "../net/wire.ts";
import { thinkingAfter } from "./thinking.ts";

function seen(turn: number | null, waiting: number[] = [], status = "playing"): View {
  return { table: { status }, round: { turn, waiting } } as unknown as View;
}

function event(k: string, player?: number): TableEvent {
  return { t: "ev", seq: 1, k, player, set: {} } as TableEvent;
}

Deno.test("a player who has played stops thinking, even if the same player leads next", () => {
  equal([...thinkingAfter(new Set([2]), seen(2), event("play", 2))], []);
});

Deno.test("actions of other players do not stop a player from thinking", () => {
  equal([...thinkingAfter(new Set([2]), seen(2), event("seed", 0))], [2]);
  equal([...thinkingAfter(new Set([2]), seen(2), event("say", 2))], [2]);
});

Deno.test("in the exchange, players think until they have chosen", () => {
  equal([...thinkingAfter(new Set([1, 2]), seen(null, [0, 2]), event("commit", 1))], [2]);
  equal([...thinkingAfter(new Set([2]), seen(0), event("exchange"))], []);
});

Deno.test("a substitute stops thinking when the person has come back", () => {
  equal([...thinkingAfter(new Set([2]), seen(2), event("return", 2))], []);
});

Deno.test("nobody thinks at a table that is closed", () => {
  equal([...thinkingAfter(new Set([2]), seen(2, [], "closed"), event("close"))], []);
});
