/**
 * Holds back the events that follow a finished trick or a claim, so that each trick can be read.
 *
 * How long depends on a setting of the user; the last trick of a round stays as long as any other
 * before the score comes. Events wait in this browser alone: the server and the other players do
 * not notice, no event is lost, and the user's turn is never held back longer than asked for.
 */

import type { TableEvent, View } from "../net/wire.ts";
import { hasShortClock, isRoundOver, isToPlay } from "./selectors.ts";
import type { Settings } from "./types.ts";

/** A trick is shown for this many times the pace before the next lead. */
const AFTER_A_TRICK = 2;
/** With the setting "Longer" a trick is shown for this many times the pace, and at least so long. */
const SLOWER_AFTER_A_TRICK = 4;
const SLOWER_MIN_MS = 2500;
/** Plays that have waited follow one another by the pace, but no slower than this. */
const MOST_BETWEEN_PLAYS_MS = 500;

/** After a claim, which comes with all its cards, these follow one another no slower than this. */
const CLAIMED_CARD_MS = 150;
/** A claimed trick is shown no longer than this before the next one. */
const CLAIMED_TRICK_MS = 700;

/** Calls after `ms` milliseconds; returns a function that cancels the call. */
export function afterPause(call: () => void, ms: number): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** What the queue needs to know of the user. */
interface Reader {
  tricks(): Settings["tricks"];
  /** Whether the page is hidden: then nothing is held back, so that a turn is told at once. */
  isAway(): boolean;
  /** Whether the tricks of a claim are being shown. */
  showsClaim(): boolean;
  /** Shows that a finished trick stays until the user goes on, or that it does no longer. */
  showHold(waitsForTap: boolean): void;
}

export class EventQueue {
  #held: TableEvent[] = [];
  #isHolding = false;
  #waitsForTap = false;
  #isFlushing = false;
  #pace = 0;
  #cancel = () => {};
  #take: (event: TableEvent) => void;
  #reader: Reader;
  #later: (call: () => void, ms: number) => () => void;

  /** `later` calls after some milliseconds; it returns a function that cancels the call. */
  constructor(
    take: (event: TableEvent) => void,
    reader: Reader,
    later: (call: () => void, ms: number) => () => void = afterPause,
  ) {
    this.#take = take;
    this.#reader = reader;
    this.#later = later;
  }

  /** Whether events are being held back now. */
  get isHolding(): boolean {
    return this.#isHolding;
  }

  /** Whether a finished trick stays until the user goes on. */
  get waitsForTap(): boolean {
    return this.#waitsForTap;
  }

  /** Holds the event back if a trick is being shown; returns whether it did. */
  hold(event: TableEvent): boolean {
    // Talk changes nothing else, so it does not wait.
    if (!this.#isHolding || event.k === "say") return false;
    this.#held.push(event);
    return true;
  }

  /** Begins to hold if the event has finished a trick or is a claim; `view` is that after it. */
  update(view: View, event: TableEvent): void {
    if (this.#isFlushing || this.#reader.isAway()) return;
    const tricks = this.#reader.tricks();
    const isClaimed = event.k === "claim" || (event.k === "play" && this.#reader.showsClaim());
    if (isClaimed && !isRoundOver(view)) {
      const longest = event.trick === undefined ? CLAIMED_CARD_MS : CLAIMED_TRICK_MS;
      // Who lets tricks stay longer sees these twice as long.
      const ms = tricks === "pace" ? Math.min(view.table.pace, longest) : 2 * longest;
      if (ms > 0) this.#wait(ms);
      return;
    }
    if (event.k !== "play" || event.trick === undefined) return;
    if (isToPlay(view)) return; // a user who leads decides how long
    // The end of an exercise: nothing follows.
    if (view.round?.phase === "play" && view.round.turn === null) return;
    this.#pace = view.table.pace;
    // A clock that counts seconds does not wait for a tap.
    if (tricks === "tap" && !hasShortClock(view)) {
      this.#isHolding = true;
      return this.#setWaitsForTap(true);
    }
    const ms = tricks !== "pace"
      ? Math.max(SLOWER_MIN_MS, SLOWER_AFTER_A_TRICK * this.#pace)
      : isRoundOver(view)
      ? AFTER_A_TRICK * this.#pace
      : 0; // the server itself waits before the next lead
    if (ms > 0) this.#wait(ms);
  }

  /** Holds everything until `goOn`, while something else is shown. */
  pause(): void {
    this.#stop();
    this.#isHolding = true;
  }

  /** Goes on to what has happened since, one play after another. */
  goOn(): void {
    this.#stop();
    while (this.#held.length > 0 && !this.#isHolding) {
      const event = this.#held.shift();
      if (event === undefined) return;
      this.#take(event);
      const between = Math.min(this.#pace, MOST_BETWEEN_PLAYS_MS);
      // The event may have finished another trick, which is held in its turn.
      if (!this.#isHolding && event.k === "play" && this.#held.length > 0 && between > 0) {
        this.#wait(between);
      }
    }
  }

  /** Delivers everything at once. */
  flush(): void {
    const held = this.#held;
    this.clear();
    this.#isFlushing = true;
    for (const event of held) this.#take(event);
    this.#isFlushing = false;
  }

  /** Drops the held events, because the server has sent a whole new view. */
  clear(): void {
    this.#stop();
    this.#held = [];
  }

  #wait(ms: number): void {
    this.#isHolding = true;
    this.#cancel = this.#later(() => this.goOn(), ms);
  }

  #stop(): void {
    this.#cancel();
    this.#cancel = () => {};
    this.#isHolding = false;
    this.#setWaitsForTap(false);
  }

  #setWaitsForTap(waitsForTap: boolean): void {
    if (waitsForTap === this.#waitsForTap) return;
    this.#waitsForTap = waitsForTap;
    this.#reader.showHold(waitsForTap);
  }
}
