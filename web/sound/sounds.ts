/**
 * Plays the cues as loud as the setting says.
 *
 * Browsers allow sound only after a gesture on the page; until then cues are dropped, because a
 * sound that comes late says something wrong.
 */

import type { Settings } from "../model/types.ts";
import { storeValue } from "../storage/store.ts";
import type { Cue } from "./cues.ts";
import { Synthesizer } from "./synthesis.ts";

type Loudness = Settings["sound"];

const GAINS: Record<Loudness, number> = { off: 0, quiet: 0.12, medium: 0.32, loud: 0.75 };
/** A reminder of the turn follows the sound of the play by this many seconds. */
const AFTER_A_PLAY_S = 0.22;
/** The key of local storage for the loudness before the sounds were turned off. */
const LAST_LOUDNESS = "bottle_loudness";

/** The loudness after a tap on the speaker; what it was is remembered for the next tap. */
export function toggledLoudness(
  now: Loudness,
  storage: Pick<Storage, "getItem" | "setItem">,
): Loudness {
  if (now !== "off") {
    storeValue(storage, LAST_LOUDNESS, now);
    return "off";
  }
  const last = storage.getItem(LAST_LOUDNESS);
  return last === "medium" || last === "loud" ? last : "quiet";
}

export class Sounds {
  #context: AudioContext | null = null;
  #synthesizer: Synthesizer | null = null;
  #loudness: () => Loudness;

  constructor(loudness: () => Loudness) {
    this.#loudness = loudness;
  }

  /** Prepares the output; to be called in a gesture of the user. */
  unlock(): void {
    if (this.#loudness() === "off" || typeof AudioContext === "undefined") return;
    this.#context ??= new AudioContext();
    this.#synthesizer ??= new Synthesizer(this.#context);
    const { state } = this.#context; // "interrupted" after a call on some phones
    // A browser may refuse until a later gesture, which tries again.
    if (state !== "running" && state !== "closed") this.#context.resume().catch(() => {});
  }

  /** Plays the cues, a reminder of the turn a moment after the rest. */
  play(cues: Cue[]): void {
    const gain = GAINS[this.#loudness()];
    if (gain === 0 || this.#context?.state !== "running") return;
    const now = this.#context.currentTime;
    for (const cue of cues) {
      const isAfter = cue === "turn" && cues.length > 1;
      this.#synthesizer?.play(cue, now + (isAfter ? AFTER_A_PLAY_S : 0), gain);
    }
  }
}
