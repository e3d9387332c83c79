/** Which computer players are thinking, as far as the server has said. */

import type { TableEvent, View } from "../net/wire.ts";
import { isClosed } from "./selectors.ts";

/** Events by which a player stops thinking, or takes a seat back from a substitute. */
const DONE = ["play", "commit", "return", "move"];

/** Who still thinks after an event: the players who are to act and have not acted. */
export function thinkingAfter(
  thinking: ReadonlySet<number>,
  view: View,
  event: TableEvent,
): Set<number> {
  const round = view.round;
  if (round === null || isClosed(view) || ["exchange", "start"].includes(event.k)) return new Set();
  return new Set([...thinking].filter((player) => {
    const isDone = event.player === player && DONE.includes(event.k);
    return !isDone && (round.turn === player || round.waiting.includes(player));
  }));
}
