/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { beginTry, dailyResult, dailyTry, endTry, keepTry } from "./daily_results.ts";
import { PageStorage } from "./stand_in.ts";

const DAY = "2026-11-30";
const first = { text: "Deal of today. Points: 3.", said: "Points: 3.", isFirst: true };
const second = { text: "Deal of today. Points: 40.", said: "Points: 40.", isFirst: false };

Deno.test("the first try at a deal stays the result", () => {
  const storage = new PageStorage();
  equal(dailyResult(storage, DAY), null);
  equal(beginTry(storage, DAY), true);
  equal(endTry(storage, DAY, first), first);
  equal(beginTry(storage, DAY), false);
  equal(endTry(storage, DAY, second), first);
  equal(dailyResult(storage, DAY), first);
  equal(beginTry(storage, "2026-12-01"), true);
});

Deno.test("a try that was given up was the first all the same", () => {
  const storage = new PageStorage();
  beginTry(storage, DAY);
  equal(dailyResult(storage, DAY), { text: "", said: "", isFirst: false });
  equal(beginTry(storage, DAY), false);
  equal(endTry(storage, DAY, second), second);
});

Deno.test("a try is kept until another one begins", () => {
  const storage = new PageStorage();
  equal(dailyTry(storage, DAY), { actions: [], isFirst: false });
  keepTry(storage, DAY, { actions: ["3", "8"], isFirst: false });
  equal(dailyTry(storage, DAY), { actions: ["3", "8"], isFirst: false });
  keepTry(storage, DAY, { actions: [], isFirst: false });
  equal(dailyTry(storage, DAY), { actions: [], isFirst: false });
});

Deno.test("the open first try of one tab outlasts what is tried in another", () => {
  const storage = new PageStorage();
  const tried = { actions: ["3"], isFirst: beginTry(storage, DAY) };
  keepTry(storage, DAY, tried);
  keepTry(storage, DAY, { actions: ["8"], isFirst: beginTry(storage, DAY) });
  equal(dailyTry(storage, DAY), tried);

  endTry(storage, DAY, first);
  keepTry(storage, DAY, { actions: ["8"], isFirst: false });
  equal(dailyTry(storage, DAY), { actions: ["8"], isFirst: false });
});

Deno.test("the oldest days are forgotten", () => {
  const storage = new PageStorage();
  for (let n = 0; n < 70; n++) {
    endTry(storage, new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10), first);
  }
  equal(dailyResult(storage, "2026-12-31"), first);
  equal(dailyResult(storage, "2026-11-01"), null);
});

Deno.test("what is damaged in the storage, or too much for it, does no harm", () => {
  const storage = new PageStorage();
  for (
    const damaged of [
      "{",
      "null",
      "[1]",
      `{"${DAY}":5}`,
      `{"${DAY}":{"actions":5}}`,
      `{"${DAY}":"Points: 3."}`,
    ]
  ) {
    storage.setItem("bottle_daily", damaged);
    equal(endTry(storage, DAY, first), first);
    storage.setItem("bottle_daily_tries", damaged);
    equal(dailyTry(storage, DAY).actions, []);
  }
  storage.clear();
  storage.setItem = () => {
    throw new Error("full");
  };
  equal(beginTry(storage, DAY), true);
  equal(endTry(storage, DAY, first), first);
});
