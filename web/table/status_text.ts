/** How things stand, in a few sentences, for someone who asks. */

import { receivedWords } from "../cards/received_cards.ts";
import { isGathering } from "../model/seats.ts";
import { isChoosing, tricksFinished } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { ownTime } from "../people/clock.ts";
import { lead } from "../people/waiting_room.ts";
import { listed, plain, t, tn } from "../text/i18n.ts";
import { cardName, ownName, playerName, printed } from "../text/names.ts";
import { takesTrick, totalsWords, winnersLine } from "../text/narration.ts";
import { chosenWords, taskWords, turnWords } from "../text/prompt.ts";

function bottleWords(view: View): string[] {
  return (view.round?.prices ?? []).map((price, bottle) => {
    const owner = view.round?.owners[bottle] ?? null;
    if (owner === view.you && owner !== null) {
      return t("A bottle costs {price}; you own it.", { price: printed(price) });
    }
    return owner === null
      ? t("A bottle costs {price}; nobody owns it yet.", { price: printed(price) })
      : t("A bottle costs {price}; owner: {player}.", {
        price: printed(price),
        player: ownName(view, owner),
      });
  });
}

/** How the round has ended, and what comes next. */
function endWords(view: View): string {
  const next = view.match.over
    ? winnersLine(view)
    : view.you !== null && !view.match.ready.includes(view.you)
    ? t("You can go on to the next round.")
    : "";
  return [t("The round is over."), totalsWords(view), next].join(" ").trim();
}

/** What is asked of the reader and chosen so far, or who is waited for. */
function askedWords(state: State, view: View): string {
  if (view.round?.result != null) return endWords(view);
  const choices = isChoosing(view) ? state.slots : view.round?.committed ?? [];
  const task = isChoosing(view) ? taskWords(view, state.slots) : turnWords(state, view);
  return [chosenWords(view, choices), task].filter((sentence) => sentence !== "").join(" ");
}

/** Trick, prices, points and what is asked of whom. */
export function standing(state: State, view: View): string {
  const round = view.round;
  if (isGathering(view)) return lead(state, view);
  if (round === null) return t("The cards are being dealt.");
  const plays = round.trick?.plays ?? [];
  const lying = plays.map((play) =>
    t("{player} {card}", { player: playerName(view, play.player), card: cardName(view, play.card) })
  );
  const taken = round.taken.map((points, number) => `${playerName(view, number)} ${plain(points)}`);
  return [
    lying.length === 0 ? "" : t("On the table: {cards}.", { cards: listed(lying) }),
    ...bottleWords(view),
    taken.length === 0 ? "" : t("Points taken: {points}.", { points: listed(taken) }),
    receivedWords(view, (card) => cardName(view, card)),
    askedWords(state, view),
    ownTime(state, view),
  ].filter((sentence) => sentence !== "").join(" ");
}

/** The last trick and who took it. */
export function lastTrickWords(view: View): string {
  const last = view.round?.tricks.at(-1);
  if (last === undefined) {
    return view.table.aids || view.round === null || tricksFinished(view, view.round) === 0
      ? t("No trick has been taken yet.")
      : t("Earlier tricks are hidden until the round is over.");
  }
  const plays = last.plays.map((play) =>
    t("{player} {card}", { player: playerName(view, play.player), card: cardName(view, play.card) })
  );
  const taken = takesTrick(view, { ...last, price: last.price_after });
  return `${t("Last trick: {cards}.", { cards: listed(plays) })} ${taken} ${
    tn("{n} point", "{n} points", last.points)
  }.`;
}
