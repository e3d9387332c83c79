/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { Sounds, toggledLoudness } from "./sounds.ts";

/** A storage that holds what was put into it. */
function emptyStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

Deno.test("one tap turns the sounds off, another brings them back as loud as they were", () => {
  const storage = emptyStorage();
  equal(toggledLoudness("loud", storage), "off");
  equal(toggledLoudness("off", storage), "loud");
});

Deno.test("sounds that were never on come back quietly", () => {
  equal(toggledLoudness("off", emptyStorage()), "quiet");
});

Deno.test("sounds are turned off even where there is no room to keep how loud they were", () => {
  const full = {
    ...emptyStorage(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };

  equal(toggledLoudness("loud", full), "off");
});

Deno.test("a gesture brings the sounds back after a pause or a call, unless they ended for good", () => {
  const resumed: string[] = [];
  class Output {
    static state = "";
    get state() {
      return Output.state;
    }
    resume() {
      resumed.push(Output.state);
      return Promise.resolve();
    }
  }
  Object.assign(globalThis, { AudioContext: Output });
  const sounds = new Sounds(() => "medium");
  for (const state of ["suspended", "running", "interrupted", "closed"]) {
    Output.state = state;
    sounds.unlock();
  }

  equal(resumed, ["suspended", "interrupted"]);
});
