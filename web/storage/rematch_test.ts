/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { PresenceUpdate, View } from "../net/wire.ts";
import { arrivedPlayers, isAtLastMatch, markRematch } from "./rematch.ts";
import { PageStorage } from "./stand_in.ts";

const NOW = { match: { round: 1 } } as View;

function present(...players: number[]): PresenceUpdate {
  return { players, watchers: 0 } as unknown as PresenceUpdate;
}

Deno.test("until they come, the others are still at the last match", () => {
  const storage = new PageStorage();
  markRematch(storage, "next");
  const alone = arrivedPlayers(storage, "next", present(0));
  markRematch(storage, "next"); // once more, after a reload
  const both = arrivedPlayers(storage, "next", present(0, 2));
  const gone = arrivedPlayers(storage, "next", present(0));

  equal(isAtLastMatch(alone, NOW, 2), true);
  equal(isAtLastMatch(both, NOW, 2), false);
  equal(isAtLastMatch(gone, NOW, 2), false); // away by now
  equal(isAtLastMatch(alone, { match: { round: 2 } } as View, 2), false);
});

Deno.test("at a table that follows no match nobody is at the last one", () => {
  equal(isAtLastMatch(arrivedPlayers(new PageStorage(), "any", present(0)), NOW, 2), false);
});
