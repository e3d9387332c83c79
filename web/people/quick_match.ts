/** The countdown of a quick match: seconds until computer players take the free seats. */

import { everybody, isBeforeStart, isFree } from "../model/seats.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";

/** The seconds left at which a screen reader announces the countdown again. */
const ANNOUNCE_AT_S = 5;

type Countable = Pick<State, "seatsFilledAt">;

/** Whether the user waits at a table whose free seats computer players will take. */
export function isCountingDown({ seatsFilledAt }: Countable, view: View): boolean {
  return seatsFilledAt !== null && view.you !== null && isBeforeStart(view) &&
    everybody(view).some((player) => isFree(view, player));
}

/** How many seconds are left. */
function secondsLeft({ seatsFilledAt }: Countable, now: number): number {
  return Math.max(0, Math.ceil(((seatsFilledAt ?? now) - now) / 1000));
}

/** The time until computer players take the free seats, in words. */
export function countdownText(state: Countable, now: number = Date.now()): string {
  const n = secondsLeft(state, now);
  return n === 0 ? t("Computer players take the free places now.") : tn(
    "Computer players take the free places in {n} second.",
    "Computer players take the free places in {n} seconds.",
    n,
  );
}

/** Decides when a screen reader announces the countdown: at first, and shortly before the end. */
export class Countdown {
  #announced = Infinity;

  /** The text to announce now; null if there is none. */
  next(state: Countable, view: View, now: number): string | null {
    if (!isCountingDown(state, view)) return null;
    const left = secondsLeft(state, now);
    const isDue = this.#announced === Infinity ||
      (left <= ANNOUNCE_AT_S && this.#announced > ANNOUNCE_AT_S);
    if (!isDue) return null;
    this.#announced = left;
    return countdownText(state, now);
  }
}
