/** The result of a round in words: first what it means for the reader, then who was stuck. */

import type { RoundResultView, RoundView, View } from "../net/wire.ts";
import { formatSigned, t } from "../text/i18n.ts";
import { ownName, playerNames } from "../text/names.ts";
import { sideOf } from "./arithmetic.ts";

/** Who is left with a bottle, each player once. */
export function ownersOf(result: RoundResultView): number[] {
  return [...new Set(result.owners)];
}

/** Who is stuck with the bottle; empty if nobody ever bought it. */
export function stuckText(view: View, result: RoundResultView): string {
  const owners = ownersOf(result);
  const [only] = owners;
  if (only === undefined) return "";
  if (owners.length > 1) {
    return t("{players} are stuck with the bottles.", { players: playerNames(view, owners) });
  }
  if (result.owners.length > 1) {
    return only === view.you
      ? t("You are stuck with both bottles.")
      : t("{player} is stuck with both bottles.", { player: ownName(view, only) });
  }
  return only === view.you
    ? t("You are stuck with the bottle.")
    : t("{player} is stuck with the bottle.", { player: ownName(view, only) });
}

/** The reader's own score, and who was stuck with the bottle. */
export function ownResultText(view: View, round: RoundView, result: RoundResultView): string {
  const stuck = stuckText(view, result);
  if (view.you === null) return stuck;
  const score = result.scores[view.you] ?? 0;
  const points = formatSigned(score);
  const isAlone = sideOf(round, view.you).length === 1;
  if (isAlone && result.owners.length === 1 && result.owners[0] === view.you) {
    return t("You are stuck with the bottle: your tricks count nothing. You score {points}.", {
      points,
    });
  }
  const own = result.owners.includes(view.you) || isAlone || score >= 0
    ? t("You score {points}.", { points })
    : t("You score {points} with your partner.", { points });
  return result.owners.includes(view.you) ? `${stuck} ${own}` : `${own} ${stuck}`.trim();
}

/**
 * The loss that the open cards of the Imp's Trick have brought a player so far.
 *
 * It grows with the points of the cards to the loss in the score that the server has given; where
 * that has tricks of a partner in it too, it is the player's own loss.
 *
 * @param weight The factor on the player's score.
 */
export function lossSoFar(
  result: RoundResultView,
  player: number,
  points: number,
  weight: number,
): number {
  const score = result.scores[player] ?? 0;
  const isLossAlone = score < 0 && score % result.imps_points === 0;
  const bottles = result.owners.filter((owner) => owner === player).length;
  const times = isLossAlone ? -score / result.imps_points : Math.max(1, bottles) * weight;
  return points === 0 ? 0 : -points * times;
}
