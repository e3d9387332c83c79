/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import { firstResult } from "./daily_results.ts";
import { PageStorage } from "./stand_in.ts";

Deno.test("the first try at a deal stays the first", () => {
  const storage = new PageStorage();
  equal(firstResult(storage, "2026-11-30", "Points: 3."), "Points: 3.");
  equal(firstResult(storage, "2026-11-30", "Points: 40."), "Points: 3.");
  equal(firstResult(storage, "2026-12-01", "Points: 40."), "Points: 40.");
});

Deno.test("the oldest days are forgotten", () => {
  const storage = new PageStorage();
  for (let n = 0; n < 70; n++) {
    const day = new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10);
    firstResult(storage, day, "Points: 3.");
  }
  equal(firstResult(storage, "2026-12-31", "Points: 40."), "Points: 3.");
  equal(firstResult(storage, "2026-11-01", "Points: 40."), "Points: 40.");
});

Deno.test("what is damaged in the storage, or too much for it, does no harm", () => {
  const storage = new PageStorage();
  for (const damaged of ["{", "null", "[1]", '{"2026-11-30":5}']) {
    storage.setItem("bottle_daily", damaged);
    equal(firstResult(storage, "2026-11-30", "Points: 3."), "Points: 3.");
  }
  storage.clear();
  storage.setItem = () => {
    throw new Error("full");
  };
  equal(firstResult(storage, "2026-11-30", "Points: 3."), "Points: 3.");
});
