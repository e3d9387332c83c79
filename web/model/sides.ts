/** The letter and the colour of players who score together, the same for a whole match. */

import type { RoundView } from "../net/wire.ts";

const LETTERS = "ABCDEF";

function keyOf(players: number[]): string {
  return [...players].sort((one, other) => one - other).join(" ");
}

/**
 * The number of a side among all that this match can have; -1 for a player alone.
 *
 * The seats move on by one player a round, and the sides with them, so it does not depend on the round.
 */
function sideNumber({ order }: RoundView, side: number[]): number {
  if (side.length < 2) return -1;
  const moved = order.map((_, by) => keyOf(side.map((player) => (player + by) % order.length)));
  return [...new Set(moved)].sort().indexOf(keyOf(side));
}

/** A letter for players who score together, the weight for a player who plays alone. */
export function sideSign(round: RoundView, side: number[]): string {
  const number = sideNumber(round, side);
  return number >= 0 ? LETTERS[number] ?? "" : `\u00d7${round.weights[side[0] ?? 0] ?? 1}`;
}

/** The style class of the side's colour. */
export function sideClass(round: RoundView, side: number[]): string {
  const number = sideNumber(round, side);
  return number >= 0 ? `team team-${number}` : "team";
}
