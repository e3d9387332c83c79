/** The score of a round waits until its last trick has been seen as long as any other. */

import type { TableEvent, View } from "../net/wire.ts";
import { isRoundOver } from "./selectors.ts";

/** A trick stands for so many times the pace before somebody leads to the next. */
const AFTER_A_TRICK = 2;

/** Calls after so many ms; returns what takes that back. */
function afterPause(call: () => void, ms: number): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** Keeps the events that follow the last card of a round, and hands them on after a pause. */
export class ScoreDelay {
  #held: TableEvent[] = [];
  #cancel: (() => void) | null = null;
  #take: (event: TableEvent) => void;
  #later: (call: () => void, ms: number) => () => void;

  /** `later` calls after so many ms; it returns what takes that back. */
  constructor(
    take: (event: TableEvent) => void,
    later: (call: () => void, ms: number) => () => void = afterPause,
  ) {
    this.#take = take;
    this.#later = later;
  }

  /** Whether events are being kept now. */
  get isHolding(): boolean {
    return this.#cancel !== null;
  }

  /** Keeps the event and says so, if it has to wait. */
  hold(event: TableEvent): boolean {
    if (this.isHolding) this.#held.push(event);
    return this.isHolding;
  }

  /** Begins the pause, if the event was the last card of the round; `view` is as after it. */
  update(view: View, event: TableEvent): void {
    const ms = AFTER_A_TRICK * view.table.pace;
    if (event.k !== "play" || !isRoundOver(view) || ms === 0) return;
    this.#cancel = this.#later(() => this.release(), ms);
  }

  /** Ends the pause: everything that was kept is handed on, in order. */
  release(): void {
    const kept = this.#held;
    this.clear();
    for (const event of kept) this.#take(event);
  }

  /** Forgets what was kept: the table is told anew. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#held = [];
  }
}
