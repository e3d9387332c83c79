/** Which computer players are being asked, as far as the server has said. */

import type { TableEvent, View } from "../net/wire.ts";
import { isClosed } from "./selectors.ts";

/** What a player does who has been thinking, or who takes the place back. */
const DONE = ["play", "commit", "return", "move"];

/** Who is still being asked after an event: it is for them to act, and they have not. */
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
