/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import { chatPolicyText, policyChangeText } from "./table_options.ts";

Deno.test("what the host has changed is said, each change in a sentence", () => {
  equal(
    policyChangeText({ talk: "free", hints: "never" }),
    "The host allows free talk. The host allows no hints.",
  );
});

Deno.test("what the host says about partners is said, allowed or not", () => {
  equal(
    policyChangeText({ partners_talk: true }),
    "The host allows talk while partners play a round, too.",
  );
  equal(
    policyChangeText({ partners_talk: false }),
    "The host allows no talk while partners play a round.",
  );
});

Deno.test("every way to talk has words of its own", () => {
  equal(new Set((["presets", "free", "off"] as const).map(chatPolicyText)).size, 3);
});
