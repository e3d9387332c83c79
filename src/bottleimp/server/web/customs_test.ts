/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import { allowedWords, talkWords } from "./customs.ts";

Deno.test("what the host has changed is said, each change in a sentence", () => {
  equal(
    allowedWords({ talk: "free", hints: "never" }),
    "The host allows free talk. The host allows no hints.",
  );
});

Deno.test("every way to talk has words of its own", () => {
  equal(new Set((["presets", "free", "off"] as const).map(talkWords)).size, 3);
});
