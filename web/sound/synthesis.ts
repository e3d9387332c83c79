/**
 * The sounds, made from tones and noise by the Web Audio API; there are no files.
 *
 * A cue is a list of voices. A tone glides from one pitch to another; noise passes a filter that
 * glides in the same way. Every voice swells and dies away, so that nothing clicks.
 */

import type { Cue } from "./cues.ts";

/** One voice: pitches in Hz, times in seconds, the highest gain between 0 and 1. */
export interface Voice {
  kind: "sine" | "triangle" | "noise";
  from: number;
  to: number;
  at: number;
  length: number;
  gain: number;
}

/** Swelling takes this long, in seconds, unless the voice is shorter. */
const ATTACK_S = 0.008;
/** What an exponential fade ends at; it cannot reach 0. */
const SILENCE = 0.0001;

function tone(
  kind: "sine" | "triangle",
  pitches: [number, number],
  at: number,
  length: number,
  gain: number,
): Voice {
  return { kind, from: pitches[0], to: pitches[1], at, length, gain };
}

function noise(pitches: [number, number], at: number, length: number, gain: number): Voice {
  return { kind: "noise", from: pitches[0], to: pitches[1], at, length, gain };
}

/** The voices of every cue: paper, a swept trick, liquid, a bell, a sinking chord, a rising one. */
export const VOICES: Record<Cue, Voice[]> = {
  card: [noise([2600, 1500], 0, 0.06, 0.9), tone("sine", [190, 120], 0.012, 0.06, 0.35)],
  trick: [noise([1800, 600], 0, 0.14, 0.9), noise([1400, 450], 0.09, 0.18, 0.7)],
  sale: [
    tone("sine", [210, 340], 0, 0.09, 0.55),
    tone("sine", [180, 310], 0.12, 0.1, 0.6),
    tone("sine", [150, 290], 0.25, 0.14, 0.55),
    noise([700, 300], 0.02, 0.32, 0.12),
  ],
  turn: [
    tone("sine", [660, 660], 0, 0.22, 0.4),
    tone("sine", [880, 880], 0.11, 0.34, 0.4),
    tone("sine", [1760, 1760], 0.11, 0.2, 0.08),
  ],
  stuck: [
    tone("triangle", [233, 220], 0, 0.35, 0.5),
    tone("triangle", [196, 185], 0.22, 0.4, 0.5),
    tone("triangle", [147, 110], 0.46, 0.7, 0.6),
    tone("sine", [74, 55], 0.46, 0.7, 0.5),
  ],
  won: [
    tone("triangle", [523, 523], 0, 0.3, 0.35),
    tone("triangle", [659, 659], 0.13, 0.3, 0.35),
    tone("triangle", [784, 784], 0.26, 0.3, 0.35),
    tone("triangle", [1047, 1047], 0.39, 0.75, 0.4),
    tone("sine", [523, 523], 0.39, 0.75, 0.25),
  ],
};

/** How long a cue lasts, in seconds. */
export function lengthOf(cue: Cue): number {
  return Math.max(...VOICES[cue].map((voice) => voice.at + voice.length));
}

/** A second of noise, the same for all cues. */
function noiseBuffer(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  return buffer;
}

/** Plays voices through one context; the noise is made once. */
export class Synthesizer {
  #context: BaseAudioContext;
  #noise: AudioBuffer | null = null;

  constructor(context: BaseAudioContext) {
    this.#context = context;
  }

  /** Plays the cue at a time of the context; `gain` is its loudness. */
  play(cue: Cue, at: number, gain: number): void {
    const all = this.#context.createGain();
    all.gain.value = gain;
    all.connect(this.#context.destination);
    for (const voice of VOICES[cue]) this.#playVoice(voice, at, all);
  }

  #playVoice(voice: Voice, start: number, into: AudioNode): void {
    const begin = start + voice.at;
    const end = begin + voice.length;
    const envelope = this.#context.createGain();
    envelope.gain.setValueAtTime(SILENCE, begin);
    envelope.gain.exponentialRampToValueAtTime(voice.gain, begin + ATTACK_S);
    envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
    envelope.connect(into);
    const source = voice.kind === "noise"
      ? this.#noiseSource(voice, begin, end, envelope)
      : this.#toneSource(voice, voice.kind, begin, end, envelope);
    source.start(begin);
    source.stop(end);
  }

  #toneSource(
    voice: Voice,
    kind: "sine" | "triangle",
    begin: number,
    end: number,
    into: AudioNode,
  ): AudioScheduledSourceNode {
    const source = this.#context.createOscillator();
    source.type = kind;
    source.frequency.setValueAtTime(voice.from, begin);
    source.frequency.exponentialRampToValueAtTime(voice.to, end);
    source.connect(into);
    return source;
  }

  #noiseSource(
    voice: Voice,
    begin: number,
    end: number,
    into: AudioNode,
  ): AudioScheduledSourceNode {
    this.#noise ??= noiseBuffer(this.#context);
    const source = this.#context.createBufferSource();
    source.buffer = this.#noise;
    const filter = this.#context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(voice.from, begin);
    filter.frequency.exponentialRampToValueAtTime(voice.to, end);
    source.connect(filter).connect(into);
    return source;
  }
}
