/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { beginTry, dailyResult, endTry } from "./daily_results.ts";
import { PageStorage } from "./stand_in.ts";

const DAY = "2026-11-30";
const first = { text: "Points: 3.", isFirst: true };
const second = { text: "Points: 40.", isFirst: false };

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
  equal(dailyResult(storage, DAY), { text: "", isFirst: false });
  equal(beginTry(storage, DAY), false);
  equal(endTry(storage, DAY, second), second);
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
  for (const damaged of ["{", "null", "[1]", `{"${DAY}":5}`, `{"${DAY}":"Points: 3."}`]) {
    storage.setItem("bottle_daily", damaged);
    equal(endTry(storage, DAY, first), first);
  }
  storage.clear();
  storage.setItem = () => {
    throw new Error("full");
  };
  equal(beginTry(storage, DAY), true);
  equal(endTry(storage, DAY, first), first);
});
