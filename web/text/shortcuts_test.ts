/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { nothing } from "lit-html";
import { DEFAULT_KEYS, KEY_ACTIONS, withKey } from "../storage/keys.ts";
import { DEFAULTS } from "../model/settings.ts";
import { keyName, keyProblemText, keyTitle, shortcut } from "./shortcuts.ts";

Deno.test("each key is listed with what it alone does", () => {
  equal(new Set(KEY_ACTIONS.map(keyTitle)).size, KEY_ACTIONS.length);
});

Deno.test("a refused key says what it is for", () => {
  equal(
    keyProblemText(DEFAULT_KEYS, "undo", "i"),
    "I is taken: ask for a hint; show or hide advice in a replay. Press another key.",
  );
  equal(
    keyProblemText(DEFAULT_KEYS, "undo", "7"),
    "This key has a fixed meaning. Press another one.",
  );
  equal(keyProblemText(DEFAULT_KEYS, "undo", "z"), "");
});

Deno.test("a key is named as it stands on a keyboard", () => {
  equal(["y", "?", "\u00df"].map(keyName), ["Y", "?", "\u00df"]);
});

Deno.test("the shortcut of a button is the key that was chosen, and none while keys are off", () => {
  const chosen = { settings: DEFAULTS, keys: withKey(DEFAULT_KEYS, "undo", "+") };

  equal([shortcut(chosen, "undo"), shortcut(chosen, "next")], ["plus", "N"]);
  equal(shortcut({ ...chosen, settings: { ...DEFAULTS, keys: false } }, "undo"), nothing);
});
