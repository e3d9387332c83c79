/** How a score comes about, as a sum of the numbers on the table; nothing where none fits. */

import type { RoundResultView, RoundView } from "../net/wire.ts";
import { formatNumber, t } from "../text/i18n.ts";

/** The players who score together with this one, itself included. */
export function sideOf(round: RoundView, player: number): number[] {
  return round.sides?.find((side) => side.includes(player)) ?? [player];
}

/** What the tricks and the bottle of one player brought, before any weight. */
function ownPoints(result: RoundResultView, player: number): number {
  const bottles = result.owners.filter((owner) => owner === player).length;
  return bottles > 0 ? -bottles * result.imps_points : result.taken[player] ?? 0;
}

/** The numbers added up: "24 + 13", or "−10 + 24". */
function sumText(numbers: number[]): string {
  return numbers.map((number, place) =>
    place === 0 ? formatNumber(number) : number < 0 ? ` \u2212 ${-number}` : ` + ${number}`
  ).join("");
}

/**
 * The sum behind the score of a player who scores with partners or doubles; empty for others and for 0.
 *
 * The rules are not applied here: of the sums that can be written with the numbers shown, the one
 * that gives the score is.
 */
export function scoreSum(round: RoundView, result: RoundResultView, player: number): string {
  const score = result.scores[player] ?? 0;
  const side = sideOf(round, player);
  const weight = round.weights[player] ?? 1;
  if (score === 0 || (side.length === 1 && weight === 1)) return "";
  const total = formatNumber(score);
  const times = result.imps_points > 0 ? -score / result.imps_points : 0;
  if (Number.isInteger(times) && times > 0 && side.some((one) => result.owners.includes(one))) {
    return times === 1
      ? t("Imp's Trick: {total}", { total })
      : t("Imp's Trick {points}, \u00d7{times} = {total}", {
        points: result.imps_points,
        times,
        total,
      });
  }
  const candidates = [
    side.map((one) => result.taken[one] ?? 0),
    side.map((one) => ownPoints(result, one)),
  ];
  const numbers = candidates.find((one) => one.reduce((sum, n) => sum + n, 0) * weight === score);
  if (numbers === undefined) return "";
  if (weight === 1) return `${sumText(numbers)} = ${total}`;
  const inside = numbers.length === 1 ? sumText(numbers) : `(${sumText(numbers)})`;
  return `${inside}, \u00d7${weight} = ${total}`;
}
