/** What is heard and felt at an event: a pure question, apart from how it sounds. */

import { beginsTurn, isChoosing, isToPlay } from "../model/selectors.ts";
import type { TableEvent, View } from "../net/wire.ts";

/** A short sound with a meaning of its own. */
export type Cue = "card" | "trick" | "sale" | "turn" | "stuck" | "won";

/** Whether the table waits for the user. */
export function isAwaited(view: View): boolean {
  return isToPlay(view) || isChoosing(view);
}

/** Whether the table waits for the user since this change. */
export function isTurnNew(before: View, view: View): boolean {
  return isAwaited(view) && (!isAwaited(before) || before.round?.stage !== view.round?.stage);
}

/** The cues of an event, or of a whole new view (null), in the order in which they are heard. */
export function cuesOf(before: View, view: View, event: TableEvent | null): Cue[] {
  const cues: Cue[] = [];
  if (event?.k === "play") {
    cues.push(event.trick === undefined ? "card" : event.trick.price === null ? "trick" : "sale");
  }
  if (event?.k === "exchange") cues.push("card");
  const { you } = view;
  if (event?.k === "score" && you !== null && view.round?.result?.owners.includes(you)) {
    cues.push("stuck");
  }
  if (event?.k === "end" && you !== null && view.match.winners.includes(you)) cues.push("won");
  // Between two views there may have been other turns.
  const isTurn = isTurnNew(before, view) || (event === null && beginsTurn(before, view));
  if (isTurn) cues.push("turn");
  return cues;
}
