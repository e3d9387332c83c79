/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { readingTime } from "./read_out.ts";

Deno.test("long words stay longer, and short ones long enough", () => {
  equal([readingTime("No trick."), readingTime("n".repeat(300))], [6000, 36000]);
});
