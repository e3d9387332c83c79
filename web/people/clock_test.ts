/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import {
  clockText,
  ClockWarnings,
  isTicking,
  longTimeText,
  ownTimeText,
  spokenClockText,
  timeLeft,
} from "./clock.ts";

function table(kind: string, times: unknown[], you: number | null = 0): View {
  return { you, times, table: { clock: { kind } }, match: { over: false } } as unknown as View;
}

const running = (left: number, since: number | null) => ({ left, since, is_up: false });

Deno.test("a running clock loses the time that has passed", () => {
  equal(timeLeft(table("move", [running(30_000, 1_000)]), 0, 11_000), 20_000);
});

Deno.test("a stopped clock loses nothing", () => {
  equal(timeLeft(table("bank", [running(30_000, null)]), 0, 99_000), 30_000);
});

Deno.test("the remaining time is never negative", () => {
  equal(timeLeft(table("move", [running(30_000, 0)]), 0, 31_000), 0);
});

Deno.test("only people have clocks", () => {
  equal(timeLeft(table("move", [null]), 0, 0), null);
});

Deno.test("a time of days is told in one unit, rounded up", () => {
  const hour = 3_600_000;
  const times = [72 * hour, 49 * hour, 48 * hour, 23.2 * hour, 61 * 60_000, hour, 90_000, 0];

  equal(times.map(longTimeText), [
    "3 days",
    "3 days",
    "48 h",
    "24 h",
    "2 h",
    "60 min",
    "2 min",
    "0 min",
  ]);
});

Deno.test("a table ticks while a clock runs", () => {
  equal(isTicking(table("move", [null, running(1, null)])), false);
  equal(isTicking(table("move", [null, running(1, 5)])), true);
});

Deno.test("time is written in minutes and seconds", () => {
  equal([65_000, 9_100, 0, 3_725_000].map(clockText), ["1:05", "0:10", "0:00", "1:02:05"]);
});

Deno.test("time is said in minutes and seconds", () => {
  equal(spokenClockText(61_000), "1 minute 1 second");
  equal(spokenClockText(9_000), "9 seconds");
});

Deno.test("with days the date is said", () => {
  const words = ownTimeText({ clockOffset: 0 } as State, table("days", [running(86_400_000, 0)]));

  equal(words.includes("2 Jan") || words.includes("Jan 2"), true);
});

Deno.test("low time is announced twice, once at each threshold", () => {
  const warnings = new ClockWarnings();
  const view = table("move", [running(60_000, 0)]);

  equal(warnings.next(view, 20_000), null);
  equal(warnings.next(view, 31_000), "Time left: 29 seconds.");
  equal(warnings.next(view, 32_000), null);
  equal(warnings.next(view, 51_000), "Time left: 9 seconds.");
  equal(warnings.next(view, 52_000), null);
});

Deno.test("time that was low from the start is not announced", () => {
  equal(new ClockWarnings().next(table("move", [running(8_000, 0)]), 1_000), null);
});
