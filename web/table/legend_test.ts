/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundView, View } from "../net/wire.ts";
import { markup } from "../text/template_markup.ts";
import { legend } from "./legend.ts";

/** Which of the signs for played and unplayed cards are explained. */
function explained(aids: boolean, phase: string): string[] {
  const round = { phase, hands: [], order: [0, 1], weights: [1, 1], prices: ["19"] };
  const players = [{ name: "Ada", kind: "human" }, { name: "Ben", kind: "human" }];
  const table = { deck: [{ c: "1", s: "low", p: 1 }], start_price: "19", aids };
  const view = { you: 0, players, table, round };
  const text = markup(legend(view as unknown as View, round as unknown as RoundView));
  return ["pale: not played yet", "struck through: played"].filter((words) => text.includes(words));
}

Deno.test("the signs tell played cards from the others, except where the line hides that", () => {
  const both = ["pale: not played yet", "struck through: played"];

  equal([explained(true, "play"), explained(false, "play"), explained(false, "over")], [
    both,
    [],
    both,
  ]);
});
