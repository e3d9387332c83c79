/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { vibrationPattern } from "./attention.ts";

Deno.test("a phone vibrates at the user's turn and loss, and at nothing else", () => {
  const on = { vibration: true };
  equal(vibrationPattern(["card", "turn"], on), [40]);
  equal(vibrationPattern(["stuck"], on)?.length, 5);
  equal(vibrationPattern(["card", "sale", "trick", "won"], on), null);
});

Deno.test("a phone stays still if the setting says so", () => {
  equal(vibrationPattern(["turn"], { vibration: false }), null);
});
