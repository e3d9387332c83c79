/** A quick match: the seconds until computer players take the places that are still free. */

import { everybody, isBeforeStart, isFree } from "../model/seats.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";

/** They are told to who hears the table when so many are left, besides at first. */
const TOLD_AT = 5;

type Countable = Pick<State, "seatsFilledAt">;

/** Whether the reader waits at a table that fills up by itself. */
export function isCountingDown({ seatsFilledAt }: Countable, view: View): boolean {
  return seatsFilledAt !== null && view.you !== null && isBeforeStart(view) &&
    everybody(view).some((player) => isFree(view, player));
}

/** How many seconds are left. */
function secondsLeft({ seatsFilledAt }: Countable, now: number): number {
  return Math.max(0, Math.ceil(((seatsFilledAt ?? now) - now) / 1000));
}

/** How long it is until computer players come, in words. */
export function countdownText(state: Countable, now: number = Date.now()): string {
  const n = secondsLeft(state, now);
  return n === 0 ? t("Computer players take the free places now.") : tn(
    "Computer players take the free places in {n} second.",
    "Computer players take the free places in {n} seconds.",
    n,
  );
}

/** Says when to tell that to a screen reader: at first, and shortly before. */
export class Countdown {
  #told = Infinity;

  /** What is to be told now; null for nothing. */
  next(state: Countable, view: View, now: number): string | null {
    if (!isCountingDown(state, view)) return null;
    const left = secondsLeft(state, now);
    const isDue = this.#told === Infinity || (left <= TOLD_AT && this.#told > TOLD_AT);
    if (!isDue) return null;
    this.#told = left;
    return countdownText(state, now);
  }
}
