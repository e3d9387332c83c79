/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundView } from "../net/wire.ts";
import { sideClass, sideSign } from "./sides.ts";

/** The signs of the players in round after round of a match whose seats are in these sides. */
function signs(seats: number[], weight: number): Record<string, Set<string>> {
  const found: Record<string, Set<string>> = {};
  for (const [forehand] of seats.entries()) {
    const order = seats.map((_, seat) => (forehand + seat) % seats.length);
    const round = { order, weights: seats.map(() => weight) } as RoundView;
    for (const side of new Set(seats)) {
      const players = order.filter((_, seat) => seats[seat] === side).sort();
      const key = players.join(" ");
      (found[key] ??= new Set()).add(
        `${sideSign(round, players)} ${sideClass(round, players)}`,
      );
    }
  }
  return found;
}

Deno.test("each pair keeps its letter and colour for the whole match", () => {
  equal(signs([0, 1, 2, 0, 1, 2], 1), {
    "0 3": new Set(["A team team-0"]),
    "1 4": new Set(["B team team-1"]),
    "2 5": new Set(["C team team-2"]),
  });
  const five = signs([0, 1, 0, 1, 2], 2);
  const pairs = Object.entries(five).filter(([players]) => players.includes(" "));

  equal(Object.fromEntries(pairs), {
    "0 2": new Set(["A team team-0"]),
    "0 3": new Set(["B team team-1"]),
    "1 3": new Set(["C team team-2"]),
    "1 4": new Set(["D team team-3"]),
    "2 4": new Set(["E team team-4"]),
  });
});

Deno.test("a player alone has the weight for a sign, without a colour", () => {
  const four = signs([0, 1, 0, 2], 2);

  equal(four, {
    "0 2": new Set(["A team team-0"]),
    "1": new Set(["×2 team"]),
    "3": new Set(["×2 team"]),
    "1 3": new Set(["B team team-1"]),
    "2": new Set(["×2 team"]),
    "0": new Set(["×2 team"]),
  });
});
