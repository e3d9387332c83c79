/**
 * The types of lessons, written by `python -m scripts.wire_types` from those with which the server
 * checks frames. `wire.ts` gives them the names that the table uses.
 */

import type { Event, View } from "./wire_types.ts";

/** All that was done so far in an exercise, or in a variation: cards, and choices, in order. */
export interface LessonActions {
  actions?: string[];
}

/**
 * What is shown in a lesson or in a variation, and the events since the last decision.
 *
 * `outcome` says how the goal stands, `said` what the teacher says to that; it may be empty.  A
 * variation is `open` until the round is over; then it is `reached`, and `said` compares scores.
 */
export interface LessonReply {
  view: View;
  events: Event[];
  outcome: "open" | "reached" | "missed";
  said: string;
}
