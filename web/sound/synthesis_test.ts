/// <reference lib="deno.ns" />
import { deepStrictEqual as equal, ok } from "node:assert";
import type { Cue } from "./cues.ts";
import { lengthOf, VOICES } from "./synthesis.ts";

const CUES = Object.keys(VOICES) as Cue[];

Deno.test("every cue is over before the next play can need it", () => {
  for (const cue of CUES) ok(lengthOf(cue) <= 1.25, `${cue} lasts ${lengthOf(cue)} s`);
  ok(lengthOf("card") < 0.1);
});

Deno.test("no two cues have a voice in common", () => {
  const voices = CUES.flatMap((cue) => VOICES[cue].map((voice) => JSON.stringify(voice)));
  equal(new Set(voices).size, voices.length);
});

Deno.test("voices that sound at once do not add up to more than the output can take", () => {
  for (const cue of CUES) {
    for (const { at } of VOICES[cue]) {
      const sounding = VOICES[cue].filter((one) => one.at <= at && at < one.at + one.length);
      ok(sounding.reduce((sum, one) => sum + one.gain, 0) <= 1.7, cue);
    }
  }
});

Deno.test("every voice swells and dies away within its length", () => {
  for (const cue of CUES) {
    for (const voice of VOICES[cue]) {
      ok(voice.length > 0.05 && voice.gain > 0 && voice.from > 0 && voice.to > 0, cue);
    }
  }
});
