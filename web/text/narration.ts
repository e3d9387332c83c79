/** What happens at the table, in words. */

import { isToPlay } from "../model/selectors.ts";
import { hasLastingSides } from "../model/sides.ts";
import type { Card, TableEvent, View } from "../net/wire.ts";
import { formatList, formatNumber, t } from "./i18n.ts";
import { cardName, ownName, playerName, playerNames, printedCard } from "./names.ts";
import { NAME_BUYS, NAME_KEEPS, NAME_PLAYS, YOU_BUY, YOU_KEEP, YOU_PLAY } from "./play_messages.ts";

/** What a finished trick did to the bottle for sale; the prices are null if it was not sold. */
interface Sale {
  taker: number;
  owner_before: number | null;
  price_before: Card | null;
  price: Card | null;
}

/** Whether the taker owned the bottle before, so that only its price changed. */
export function isSameOwner(trick: { taker: number; owner_before: number | null }): boolean {
  return trick.owner_before === trick.taker;
}

function salePrices({ price_before: before, price }: Sale) {
  return before === null || price === null
    ? null
    : { before: printedCard(before), after: printedCard(price) };
}

/** Who buys or keeps the bottle, with its old and new price; empty if it is not sold. */
export function saleText(view: View, trick: Sale): string {
  const prices = salePrices(trick);
  if (prices === null) return "";
  if (trick.taker === view.you) {
    return t(isSameOwner(trick) ? YOU_KEEP : YOU_BUY, prices);
  }
  const named = { name: ownName(view, trick.taker), ...prices };
  return t(isSameOwner(trick) ? NAME_KEEPS : NAME_BUYS, named);
}

/** Who takes a trick, and what it does to the price of the bottle. */
export function trickTakenText(view: View, trick: Sale): string {
  const yours = trick.taker === view.you;
  const player = ownName(view, trick.taker);
  const prices = salePrices(trick);
  if (prices === null) {
    return yours ? t("You take the trick.") : t("{player} takes the trick.", { player });
  }
  if (yours) {
    return isSameOwner(trick)
      ? t("You take the trick and keep the bottle; its price is {after} now.", prices)
      : t("You take the trick and buy the bottle for {after}.", prices);
  }
  return isSameOwner(trick)
    ? t("{player} takes the trick and keeps the bottle; its price is {after} now.", {
      player,
      ...prices,
    })
    : t("{player} takes the trick and buys the bottle for {after}.", {
      player,
      ...prices,
    });
}

/** A play in a sentence. */
export function playedText(view: View, played: { player: number; card: Card }): string {
  const card = cardName(view, played.card);
  return played.player === view.you
    ? t(YOU_PLAY, { card })
    : t(NAME_PLAYS, { name: ownName(view, played.player), card });
}

/** The first play of a trick in a sentence. */
export function ledText(view: View, played: { player: number; card: Card }): string {
  const card = cardName(view, played.card);
  return played.player === view.you
    ? t("You lead with {card}.", { card })
    : t("{name} leads with {card}.", { name: ownName(view, played.player), card });
}

/** What the winning card does, if that is not plain; empty while a single card lies on the table. */
export function winningText(view: View): string {
  const trick = view.round?.trick;
  if (trick == null || trick.winning_card === null) return "";
  const number = printedCard(trick.winning_card);
  if (trick.winning_buys) return t("The {number} would buy the bottle.", { number });
  return trick.plays.length < 2 ? "" : t("The {number} is winning.", { number });
}

/** The event in words; `view` is the view after it. */
export function narrate(view: View, event: TableEvent): string {
  switch (event.k) {
    case "start":
      return t("Round {n} is dealt.", { n: event.round ?? 0 });
    case "end":
      return winnersText(view);
    case "close":
      return t("The table is closed.");
    default:
      return "";
  }
}

/** Who plays with whom in this round, the user's side first; empty if all play for themselves. */
export function sidesText(view: View): string {
  const { round, you } = view;
  if (round?.sides == null) return "";
  const isOwn = (side: number[]) => you !== null && side.includes(you);
  const sides = [...round.sides].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
  return sides.map((side) => {
    const [first = 0] = side;
    const names = { players: playerNames(view, side.filter((player) => player !== you)) };
    if (side.length > 1) {
      return isOwn(side)
        ? t("You play with {players}.", names)
        : t("{players} play together.", names);
    }
    const isDouble = (round.weights[first] ?? 1) > 1;
    if (isOwn(side)) {
      return isDouble ? t("You play alone, and all points count double.") : t("You play alone.");
    }
    return isDouble
      ? t("{players} plays alone, and all points count double.", names)
      : t("{players} plays alone.", names);
  }).join(" ");
}

/** Everybody's points in the match. */
export function totalsText(view: View): string {
  const totals = view.players.map((_, player) =>
    `${playerName(view, player)} ${formatNumber(view.match.totals[player] ?? 0)}`
  );
  return t("Totals: {totals}.", { totals: formatList(totals) });
}

/** The text, followed by what the user may play if it is the user's turn. */
export function withTurnReminder(view: View, words: string): string {
  return isToPlay(view) ? `${words} ${view.round?.turn_text ?? ""}`.trim() : words;
}

/** Whether these players score together in every round: they win as partners, and not by a tie. */
function areOneSide({ round }: View, players: readonly number[]): boolean {
  if (round === null || !hasLastingSides(round)) return false;
  return round.sides?.some((side) => players.every((player) => side.includes(player))) ?? false;
}

/** Who has won the match. */
export function winnersText(view: View): string {
  const winners = view.match.winners;
  const only = winners[0];
  if (only === undefined) return t("The match is over.");
  if (winners.length > 1) {
    const players = playerNames(view, winners);
    return areOneSide(view, winners)
      ? t("{players} win the match together.", { players })
      : t("{players} share the win.", { players });
  }
  return only === view.you
    ? t("You win the match.")
    : t("{player} wins the match.", { player: ownName(view, only) });
}
