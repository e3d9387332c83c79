/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import { chatPolicyText, policyChangeText } from "./table_options.ts";

Deno.test("each change by the host is announced in a sentence", () => {
  equal(
    policyChangeText({ talk: "free", hints: "never" }),
    "The host allows free talk. The host allows no hints.",
  );
});

Deno.test("a change of the chat between partners is announced, allowed or not", () => {
  equal(
    policyChangeText({ partners_talk: true }),
    "The host allows talk while partners play a round, too.",
  );
  equal(
    policyChangeText({ partners_talk: false }),
    "The host allows no talk while partners play a round.",
  );
});

Deno.test("every chat policy has its own text", () => {
  equal(new Set((["presets", "free", "off"] as const).map(chatPolicyText)).size, 3);
});
