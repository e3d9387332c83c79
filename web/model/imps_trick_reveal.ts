/** Opens the Imp's Trick card by card before the scores of a round are shown. */

import type { View } from "../net/wire.ts";
import { afterPause } from "./event_queue.ts";

/** A card opens after this many times the pace, within limits in ms. */
const CARD_PACES = 0.9;
const SHORTEST_CARD_MS = 450;
const LONGEST_CARD_MS = 1000;
/** The open trick and the loss stay for this many cards' time before the scores come. */
const CARDS_AT_THE_END = 2;

/** How long a card of the Imp's Trick is looked at, in ms; 0 at a table without pauses. */
export function revealStep(pace: number): number {
  if (pace === 0) return 0;
  return Math.min(LONGEST_CARD_MS, Math.max(SHORTEST_CARD_MS, CARD_PACES * pace));
}

/** The view as it was known before the scores: they would tell the loss before its time. */
export function viewWhileRevealing(view: View): View {
  const { result } = view.round ?? {};
  if (result === null || result === undefined) return view;
  const { totals, sheet } = view.match;
  const before = totals.map((total, player) => total - (result.scores[player] ?? 0));
  return {
    ...view,
    match: { ...view.match, totals: before, sheet: sheet.slice(0, -1), over: false, winners: [] },
  };
}

/** How many cards are open, changed by a timer; null when the scores are to be shown. */
export class ImpsTrickReveal {
  #change: (revealed: number | null) => void;
  #later: (call: () => void, ms: number) => () => void;
  #cancel: (() => void) | null = null;

  /** `later` calls after some milliseconds; it returns a function that cancels the call. */
  constructor(
    change: (revealed: number | null) => void,
    later: (call: () => void, ms: number) => () => void = afterPause,
  ) {
    this.#change = change;
    this.#later = later;
  }

  /** Begins with no card open. */
  start(cards: number, pace: number): void {
    this.stop();
    const step = revealStep(pace);
    if (step === 0 || cards === 0) return;
    this.#open(0, cards, step);
  }

  /** Ends the reveal; the scores are shown at once. */
  stop(): void {
    if (this.#cancel === null) return;
    this.#cancel();
    this.#cancel = null;
    this.#change(null);
  }

  #open(opened: number, cards: number, step: number): void {
    this.#change(opened);
    const ms = opened === cards ? CARDS_AT_THE_END * step : step;
    this.#cancel = this.#later(() => {
      if (opened === cards) this.stop();
      else this.#open(opened + 1, cards, step);
    }, ms);
  }
}
