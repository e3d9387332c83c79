/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import { absenceText } from "./absences.ts";

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
