/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { initials } from "./avatar.ts";

Deno.test("one letter is enough where no two names begin with the same one", () => {
  equal(initials(["Ada", "Bea", "Nahinu", ""]), ["A", "B", "N", ""]);
});

Deno.test("names that begin alike are told apart by a second letter", () => {
  equal(initials(["You", "Keawe", "Kokua", "Kiano"]), ["Y", "Ke", "Ko", "Ki"]);
  equal(initials(["Anna", "Anne", "anni"]), ["Aa", "Ae", "Ai"]);
});

Deno.test("no two avatars are the same, whatever the names", () => {
  for (
    const names of [
      ["Ann", "Anna", "Ann B", "An"],
      ["Kab", "Kac", "Kbx"],
      ["\u{1f37e}a", "\u{1f37e}b", "ab", "ac"],
      ["A", "a", "A"],
    ]
  ) {
    equal(new Set(initials(names)).size, names.length);
  }
});
