/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { type Hushed, isHeard, kept, recalled, toggled } from "./hush.ts";
import type { State } from "./state.ts";
import { heard, lineWords, spoken, unread } from "./talk.ts";
import type { View } from "./wire.ts";

const NOBODY: Hushed = { all: false, muted: [], blocked: [] };
const phrases = [
  { id: "hello", text: "Hallo", sign: "" },
  { id: "smiles", text: "lächelt", sign: "🙂" },
];

function knowing(hushed: Hushed, read = 0): State {
  return { phrases, hushed, read } as unknown as State;
}

function line(n: number, player: number, name: string, phrase: string | null, text: string | null) {
  return { n, at: 0, player, name, phrase, text };
}

function table(...talk: unknown[]): View {
  return { you: 0, players: [{ name: "Ann" }, { name: "Bob" }], talk } as unknown as View;
}

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}

Deno.test("a phrase is said in the reader's language", () => {
  equal(lineWords(knowing(NOBODY), { phrase: "hello", text: null }), "Hallo");
  equal(lineWords(knowing(NOBODY), { phrase: "smiles", text: null }), "🙂 lächelt");
});

Deno.test("who is muted is not heard, read aloud or counted", () => {
  const view = table(line(1, 1, "Bob", "hello", null));
  const state = knowing({ ...NOBODY, muted: ["Bob"] });

  equal(heard(state, view), []);
  equal(spoken(state, view), "");
  equal(unread(state, view), 0);
});

Deno.test("who is heard is read aloud and counted until it was seen", () => {
  const view = table(line(1, 1, "Bob", null, "Nice"));

  equal(spoken(knowing(NOBODY), view), "Bob: Nice");
  equal(unread(knowing(NOBODY), view), 1);
  equal(unread(knowing(NOBODY, 1), view), 0);
});

Deno.test("one's own words are seen but not read aloud, even where nobody is heard", () => {
  const view = table(line(1, 0, "Ann", null, "Nice"));
  const state = knowing({ ...NOBODY, all: true });

  equal(heard(state, view).length, 1);
  equal(spoken(state, view), "");
  equal(unread(state, view), 0);
});

Deno.test("a block holds at every table, a mute at one", () => {
  const storage = memory();
  kept(storage, "one", { all: false, muted: ["Bob"], blocked: ["Cyd"] });

  equal(recalled(storage, "one"), { all: false, muted: ["Bob"], blocked: ["Cyd"] });
  equal(recalled(storage, "other"), { all: false, muted: [], blocked: ["Cyd"] });
  equal(isHeard(recalled(storage, "other"), "Bob"), true);
  equal(isHeard(recalled(storage, "other"), "Cyd"), false);
});

Deno.test("what is no list of names is passed over", () => {
  const storage = memory();
  storage.setItem("bottle_blocked", '{"a":1}');

  equal(recalled(storage, "one"), NOBODY);
  equal(toggled(["a"], "a"), []);
});
