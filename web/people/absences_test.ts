/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import { Absences, absenceText } from "./absences.ts";

function seen(present: number[], ben: object = {}, status = "playing"): State {
  const players = [
    { name: "Ana", kind: "human", stand_in: null },
    { name: "Ben", kind: "human", stand_in: null, ...ben },
    { name: "Kiano", kind: "computer", stand_in: null },
  ];
  const view = { you: 0, players, table: { status } };
  return { view, present: { players: present, watchers: 0 } } as unknown as State;
}

Deno.test("who goes away and who comes back is told once", () => {
  equal(absenceText(seen([0]), new Set()), "Ben is away.");
  equal(absenceText(seen([0]), new Set([1])), "");
  equal(absenceText(seen([0, 1]), new Set([1])), "Ben is here again.");
  equal(absenceText(seen([0, 1]), new Set()), "");
});

Deno.test("whom a computer player plays for is told already, and nobody before the match", () => {
  equal(absenceText(seen([0], { stand_in: "imp" }), new Set()), "");
  equal(absenceText(seen([0], {}, "gathering"), new Set()), "");
});

Deno.test("somebody who goes away is told of however many watchers come and go", () => {
  const original = globalThis.setTimeout;
  const timers: (() => void)[] = [];
  globalThis.setTimeout = ((act: () => void) => timers.push(act)) as typeof setTimeout;
  try {
    let state = seen([0, 1]);
    const told: string[] = [];
    const absences = new Absences({
      state: () => state,
      change: (part) => state = { ...state, ...part },
      announce: (text) => [{ id: told.push(text), text }],
    });
    const frame = (players: number[], watchers: number) => {
      state = { ...state, present: { t: "present", players, watchers } };
      absences.update();
    };
    frame([0], 0);
    frame([0], 1);
    frame([0], 2);
    equal(timers.length, 1);
    timers[0]!();
    equal(told, ["Ben is away."]);

    frame([0, 1], 2);
    equal(timers.length, 2);
    timers[1]!();
    equal(told, ["Ben is away.", "Ben is here again."]);
  } finally {
    globalThis.setTimeout = original;
  }
});
