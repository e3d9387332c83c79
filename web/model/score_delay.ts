/** Delays the score of a round until its last trick has been shown as long as any other. */

import type { TableEvent, View } from "../net/wire.ts";
import { isRoundOver } from "./selectors.ts";

/** A trick is shown for this many times the pace before the next lead. */
const AFTER_A_TRICK = 2;

/** Calls after `ms` milliseconds; returns a function that cancels the call. */
function afterPause(call: () => void, ms: number): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** Holds back the events that follow the last card of a round, and delivers them after a pause. */
export class ScoreDelay {
  #held: TableEvent[] = [];
  #cancel: (() => void) | null = null;
  #take: (event: TableEvent) => void;
  #later: (call: () => void, ms: number) => () => void;

  /** `later` calls after some milliseconds; it returns a function that cancels the call. */
  constructor(
    take: (event: TableEvent) => void,
    later: (call: () => void, ms: number) => () => void = afterPause,
  ) {
    this.#take = take;
    this.#later = later;
  }

  /** Whether events are being held back now. */
  get isHolding(): boolean {
    return this.#cancel !== null;
  }

  /** Holds the event back if a pause is running; returns whether it did. */
  hold(event: TableEvent): boolean {
    if (this.isHolding) this.#held.push(event);
    return this.isHolding;
  }

  /** Starts the pause if the event was the last card of the round; `view` is the view after it. */
  update(view: View, event: TableEvent): void {
    const ms = AFTER_A_TRICK * view.table.pace;
    if (event.k !== "play" || !isRoundOver(view) || ms === 0) return;
    this.#cancel = this.#later(() => this.release(), ms);
  }

  /** Ends the pause and delivers the held events in order. */
  release(): void {
    const kept = this.#held;
    this.clear();
    for (const event of kept) this.#take(event);
  }

  /** Drops the held events, because the server has sent a whole new view. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#held = [];
  }
}
