/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { answerForTable, isTableOpen } from "./open_tables.ts";

Deno.test("a table that is open in another tab answers, and only for itself", async () => {
  const end = answerForTable("one");
  const found = [await isTableOpen("one", 60_000), await isTableOpen("two", 50)];
  end();

  equal(found, [true, false]);
});
