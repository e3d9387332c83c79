/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { endGuide, readGuide, startGuide, storeGuide } from "./guide_progress.ts";
import { GUIDE_IDEAS } from "./guide_ideas.ts";
import { canBeGuided, dueIdea, guideWords } from "./guide_steps.ts";

function store() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

function seen(round: Record<string, unknown> = {}, table: Record<string, unknown> = {}): View {
  return {
    you: 0,
    table: {
      bottles: 1,
      seats: 4,
      tricks: 8,
      has_sides: false,
      aids: true,
      status: "playing",
      deck: [{ c: "12", s: "mid", p: 2 }],
      suits: [{ s: "mid", name: "blue" }],
      ...table,
    },
    players: [{ name: "You" }, { name: "Kokua" }],
    match: { round: 1, over: false },
    round: {
      phase: "play",
      step: 1,
      asks: [],
      legal: [],
      hands: [{ player: 0, cards: ["17", "2"] }],
      prices: ["19"],
      owners: [null],
      trick: { plays: [], winning_buys: false, winning_card: null },
      undercut: { can: true, by: [1] },
      result: null,
      ...round,
    },
  } as unknown as View;
}

Deno.test("the progress of one table is kept until the guide ends", () => {
  const storage = store();
  startGuide(storage, "one");
  equal(readGuide(storage, "one"), { table: "one", round: null, read: [] });
  storeGuide(storage, { table: "one", round: 1, read: ["aim"] });
  equal(readGuide(storage, "one")?.read, ["aim"]);
  equal(readGuide(storage, "other"), null);
  endGuide(storage);
  equal(readGuide(storage, "one"), null);
});

Deno.test("the guide begins all the same where there is no room to keep its progress", () => {
  const full = {
    ...store(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };

  equal(startGuide(full, "one"), { table: "one", round: null, read: [] });
  equal(readGuide(full, "one"), null);
});

Deno.test("damaged progress switches the guide off", () => {
  const storage = store();
  storage.setItem("bottle_guide", "{");
  equal(readGuide(storage, "one"), null);
});

Deno.test("games for three and four with one bottle and no sides are guided", () => {
  const tables = [{}, { seats: 3 }, { seats: 5 }, { bottles: 2 }, { has_sides: true }];
  equal(tables.map((table) => canBeGuided(seen({}, table))), [true, true, false, false, false]);
  const driven = { ...seen({}, { seats: 3 }), players: [{ kind: "driven" }] } as unknown as View;
  equal(canBeGuided(driven), false);
});

Deno.test("an idea is due when its moment has come, and only until it is read", () => {
  equal(dueIdea(seen(), []), null);
  equal(dueIdea(seen({ legal: ["12"] }), [])?.key, "lead");
  equal(dueIdea(seen({ legal: ["12"] }), ["lead"]), null);
  equal(dueIdea(seen({ owners: [1], prices: ["12"] }), [])?.key, "sold");
  equal(dueIdea(seen({ owners: [0], prices: ["12"] }), [])?.key, "owned");
  equal(dueIdea(seen({ step: 22 }), [])?.key, "last-tricks");
});

interface Moment {
  view: View;
  /** The words of every idea whose moment has come, in their order. */
  told: Record<string, string>;
}

const MOMENTS: Moment[] = JSON.parse(
  Deno.readTextFileSync(new URL("../../tests/golden/guide_moments.json", import.meta.url)),
);

Deno.test("at every moment the guide says what the terminal says", () => {
  for (const { view, told } of MOMENTS) {
    const words = GUIDE_IDEAS.map((idea) => [idea.key, guideWords(view, idea)]);
    equal(Object.fromEntries(words.filter(([_, said]) => said !== "")), told);
    equal(dueIdea(view, [])?.key, Object.keys(told)[0]);
  }
});
