/**
 * The types of finished rounds, written by `python -m scripts.wire_types` from those with which the server
 * checks frames. `wire.ts` gives them the names that the table uses.
 */

import type { DealtHand, Event, HintRow, View } from "./wire_types.ts";

/**
 * A file with the finished rounds of one match, as its text.
 *
 * It holds records as text or as JSON, or is the file of a match that a table publishes.
 */
export interface RecordFile {
  content: string;
}

/** The same, with all that the player has done so far in a variation of a round of it. */
export interface RecordVariation {
  content: string;
  actions?: string[];
}

/** A stage of the exchange, a card, or the score; `hands` are everybody's cards after it. */
export interface ReplayStep {
  event: Event;
  hands: DealtHand[];
}

/**
 * A finished round from the deal to its score, as the player saw it, or as an onlooker did.
 *
 * `rounds` says how many rounds of the match are finished; `view` and `hands` are those before
 * the first step.  What could be played or chosen then is in the views, but nothing is offered.
 */
export interface RoundReplay {
  rounds: number;
  view: View;
  hands: DealtHand[];
  steps: ReplayStep[];
}

/**
 * What a strong player would have done where a player made a choice of a finished round.
 *
 * `chosen` is what the player did, nothing yet in a variation; `actions` is what the player of
 * this `level` would have done: a card, or all choices of a stage; then `targets` say in words
 * where each card goes.  While the strongest player is being got ready another one `stands_in`
 * for it: ask again later.  `settled` says that the player's own points no longer depended on the
 * choice.  All the rest is as in `hint`.
 */
export interface StepAdvice {
  chosen: string[];
  actions: string[];
  targets: string[];
  level: string;
  stands_in: boolean;
  reason: string;
  rows: HintRow[];
  notes: string[];
  settled?: boolean;
}
