/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { Listener } from "../net/connection.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { tableNews, watchTable } from "./table_watch.ts";

/** A table with a finished round, and one that runs; the reader has these cards to play. */
function table(number: number, phase: string, legal: string[]): View {
  return {
    you: 0,
    players: [{ stand_in: null }],
    table: { lobby: "playing" },
    match: { sheet: [{}] },
    round: { number, phase, legal, asks: [], waiting: [] },
  } as unknown as View;
}

Deno.test("a reader hears that the table waits, or that a round has begun", () => {
  equal(tableNews(table(1, "over", []), 1), { rounds: 1, words: "" });
  equal(tableNews(table(2, "play", []), 1).words, "Round 2 has begun at the table.");
  equal(tableNews(table(2, "play", ["17"]), 1).words, "The table is waiting for you.");
  equal(tableNews(table(2, "play", []), 2).words, "");
  equal(tableNews(table(2, "over", []), 1).words, "");
});

Deno.test("the news go with the events of the table", () => {
  const heard: string[] = [];
  let table_: Listener | undefined;
  watchTable(
    (listener) => {
      table_ = listener;
      return { start: () => heard.push("started") };
    },
    1,
    ({ words }) => heard.push(words),
  );
  const event = (set: TableEvent["set"]) => table_?.event({ t: "ev", seq: 1, k: "play", set });
  event({ "round.legal": ["3"] });
  table_?.welcome(table(2, "play", []));
  event({ "round.legal": ["3"] });
  event({ "round.legal": [] });
  equal(heard, [
    "started",
    "Round 2 has begun at the table.",
    "The table is waiting for you.",
    "Round 2 has begun at the table.",
  ]);
});
