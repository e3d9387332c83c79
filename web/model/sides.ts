/** The letter and the colour of players who score together, the same for a whole match. */

import type { RoundView } from "../net/wire.ts";

const LETTERS = "ABCEFH"; // without those that stand for the dealer in any language

/** The number of a side among all that this match can have; null for a player alone. */
function sideNumber({ side_numbers }: RoundView, side: number[]): number | null {
  return side_numbers[side[0] ?? 0] ?? null;
}

/** A letter for players who score together, the weight for a player who plays alone. */
export function sideSign(round: RoundView, side: number[]): string {
  const number = sideNumber(round, side);
  if (number !== null) return LETTERS[number] ?? "";
  return `\u00d7${round.weights[side[0] ?? 0] ?? 1}`;
}

/** The style class of the side's colour. */
export function sideClass(round: RoundView, side: number[]): string {
  const number = sideNumber(round, side);
  return number === null ? "team" : `team team-${number}`;
}
