/**
 * The types of lessons, written by `python -m scripts.wire_types` from those with which the server
 * checks frames. `wire.ts` gives them the names that the table uses.
 */

import type { Event, View } from "./wire_types.ts";

/** All that the learner has done in an exercise so far, in order: cards, and choices. */
export interface LessonActions {
  actions?: string[];
}

/**
 * What the learner is shown now, and the events since the learner's last decision.
 *
 * `outcome` says how the goal stands, `said` what the teacher says to that; it may be empty.
 */
export interface LessonReply {
  view: View;
  events: Event[];
  outcome: "open" | "reached" | "missed";
  said: string;
}
