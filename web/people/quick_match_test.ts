/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { Countdown, countdownText, isCountingDown } from "./quick_match.ts";

const VIEW = {
  you: 0,
  table: { status: "gathering" },
  players: [{ kind: "human" }, { kind: "open" }],
} as unknown as View;
const AT = { seatsFilledAt: 10_000 };

Deno.test("the seconds until computer players come are counted down", () => {
  equal(countdownText(AT, 0), "Computer players take the free places in 10 seconds.");
  equal(countdownText(AT, 9_001), "Computer players take the free places in 1 second.");
  equal(countdownText(AT, 12_000), "Computer players take the free places now.");
});

Deno.test("the countdown is announced at first and shortly before the end, not every second", () => {
  const countdown = new Countdown();
  const told = Array.from({ length: 12 }, (_, second) => countdown.next(AT, VIEW, second * 1000));

  equal(told.filter((words) => words !== null).length, 2);
  equal(told[0], "Computer players take the free places in 10 seconds.");
  equal(told[5], "Computer players take the free places in 5 seconds.");
});

Deno.test("there is no countdown for spectators or when all seats are taken", () => {
  const full = { ...VIEW, players: [{ kind: "human" }, { kind: "human" }] } as unknown as View;

  equal(isCountingDown(AT, VIEW), true);
  equal(isCountingDown(AT, { ...VIEW, you: null }), false);
  equal(isCountingDown(AT, full), false);
  equal(isCountingDown({ seatsFilledAt: null }, VIEW), false);
});
