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

/** The only side that a player may be on: its number, letter and other players. */
export interface OnlySide {
  number: number;
  letter: string;
  partners: number[];
}

/** The only side of several that a player is ever on; null where there are more or none. */
export function onlySide(sides: number[][] | null, player: number): OnlySide | null {
  const own = (sides ?? []).flatMap((side, number) => side.includes(player) ? [number] : []);
  const [number] = own;
  if (number === undefined || own.length > 1) return null;
  const partners = (sides?.[number] ?? []).filter((one) => one !== player);
  return { number, letter: LETTERS[number] ?? "", partners };
}

/**
 * Whether the sides are the same in every round.
 *
 * The places at the table go round with the deal, so sides that stay are those that are the same
 * after everybody has moved on by one.
 */
export function hasLastingSides(round: RoundView): boolean {
  const { sides, order } = round;
  if (sides === null) return false;
  const next = (player: number) => order[(order.indexOf(player) + 1) % order.length] ?? player;
  const key = (side: number[]) => [...side].sort((one, other) => one - other).join();
  const known = new Set(sides.map(key));
  return sides.every((side) => known.has(key(side.map(next))));
}
