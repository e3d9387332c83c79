/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import {
  actionOf,
  DEFAULT_KEYS,
  KEY_ACTIONS,
  keyProblem,
  readKeys,
  storeKeys,
  withKey,
} from "./keys.ts";

/** A storage that holds this text, if any. */
function storage(text: string | null = null) {
  return {
    text,
    getItem: () => text,
    setItem(_: string, value: string) {
      this.text = value;
    },
    removeItem() {
      this.text = null;
    },
  };
}

Deno.test("each action has a key of its own", () => {
  equal(new Set(Object.values(DEFAULT_KEYS)).size, KEY_ACTIONS.length);
  equal(KEY_ACTIONS.map((action) => actionOf(DEFAULT_KEYS, DEFAULT_KEYS[action])), KEY_ACTIONS);
  equal([actionOf(DEFAULT_KEYS, "Y"), actionOf(DEFAULT_KEYS, "z")], ["confirm", null]);
});

Deno.test("an action takes over a free key, and its old key is free then", () => {
  const keys = withKey(DEFAULT_KEYS, "undo", "Z");

  equal([actionOf(keys, "z"), actionOf(keys, "u")], ["undo", null]);
});

Deno.test("a key that another action has is refused by its name", () => {
  equal(keyProblem(DEFAULT_KEYS, "undo", "N"), "next");
  equal(keyProblem(DEFAULT_KEYS, "undo", "u"), null);
  equal(keyProblem(DEFAULT_KEYS, "undo", "z"), null);
});

Deno.test("digits, points, spaces and named keys cannot be chosen", () => {
  for (const key of ["7", "\u0663", ".", ",", " ", "\u00a0", "Enter", "Tab", "F1", ""]) {
    equal(keyProblem(DEFAULT_KEYS, "undo", key), "reserved", key);
  }
  for (const key of ["\u044f", "\u00df", "\u20ac", "+", "/"]) {
    equal(keyProblem(DEFAULT_KEYS, "undo", key), null, key);
  }
});

Deno.test("only keys that differ from the defaults are stored", () => {
  const store = storage();
  storeKeys(store, withKey(DEFAULT_KEYS, "undo", "z"));

  equal(store.text, '{"undo":"z"}');
  equal(readKeys(storage(store.text)), { ...DEFAULT_KEYS, undo: "z" });
  storeKeys(store, DEFAULT_KEYS);
  equal(store.text, null);
});

Deno.test("what is stored and cannot hold is ignored", () => {
  const wrong = [
    "nonsense",
    "null",
    "[]",
    '{"undo":"n"}',
    '{"undo":7}',
    '{"undo":"7"}',
    '{"x":"z"}',
  ];

  equal(wrong.map((text) => readKeys(storage(text))), wrong.map(() => DEFAULT_KEYS));
});

Deno.test("a browser that stores nothing has the defaults, and changes do no harm", () => {
  const refuse = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  storeKeys({ setItem: refuse, removeItem: refuse }, withKey(DEFAULT_KEYS, "undo", "z"));

  equal(readKeys({ getItem: refuse }), DEFAULT_KEYS);
});
