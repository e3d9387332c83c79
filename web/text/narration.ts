/** What happens at the table, in words. */

import { isToPlay } from "../model/selectors.ts";
import type { Card, TableEvent, View } from "../net/wire.ts";
import { listed, plain, t } from "./i18n.ts";
import { cardName, ownName, playerName, playerNames, printed } from "./names.ts";

/** What a trick that is over did to the bottle for sale; the prices go with a bottle. */
interface Sale {
  taker: number;
  owner_before: number | null;
  price_before: Card | null;
  price: Card | null;
}

/** Whether the taker owned the bottle already, so that only its price changed. */
export function isKept(trick: { taker: number; owner_before: number | null }): boolean {
  return trick.owner_before === trick.taker;
}

function salePrices({ price_before: before, price }: Sale) {
  return before === null || price === null
    ? null
    : { before: printed(before), after: printed(price) };
}

/** Who buys or keeps the bottle, and its prices before and after; empty where it is not sold. */
export function saleWords(view: View, trick: Sale): string {
  const prices = salePrices(trick);
  if (prices === null) return "";
  if (trick.taker === view.you) {
    return isKept(trick)
      ? t("You keep the bottle: {before} to {after}.", prices)
      : t("You buy the bottle: {before} to {after}.", prices);
  }
  const named = { player: ownName(view, trick.taker), ...prices };
  return isKept(trick)
    ? t("{player} keeps the bottle: {before} to {after}.", named)
    : t("{player} buys the bottle: {before} to {after}.", named);
}

/** Who takes a trick, and what it does to the price of the bottle. */
export function takesTrick(view: View, trick: Sale): string {
  const yours = trick.taker === view.you;
  const player = ownName(view, trick.taker);
  const prices = salePrices(trick);
  if (prices === null) {
    return yours ? t("You take the trick.") : t("{player} takes the trick.", { player });
  }
  if (yours) {
    return isKept(trick)
      ? t("You take the trick and keep the bottle: {before} to {after}.", prices)
      : t("You take the trick and buy the bottle: {before} to {after}.", prices);
  }
  return isKept(trick)
    ? t("{player} takes the trick and keeps the bottle: {before} to {after}.", {
      player,
      ...prices,
    })
    : t("{player} takes the trick and buys the bottle: {before} to {after}.", {
      player,
      ...prices,
    });
}

/** The event in words; `view` is how things stand after it. */
export function narrated(view: View, event: TableEvent): string {
  const yours = event.player === view.you;
  const player = ownName(view, event.player ?? 0);
  switch (event.k) {
    case "start":
      return t("Round {n} is dealt.", { n: event.round ?? 0 });
    case "play": {
      const card = cardName(view, event.card ?? "");
      const plays = yours
        ? t("You play {card}.", { card })
        : t("{player} plays {card}.", { player, card });
      return withTurn(
        view,
        event.trick === undefined ? plays : `${plays} ${takesTrick(view, event.trick)}`,
      );
    }
    case "score":
      return [t("The round is over."), ...(view.round?.result?.lines ?? []), totalsWords(view)]
        .join(" ");
    case "end":
      return winnersLine(view);
    case "close":
      return t("The table is closed.");
    default:
      return "";
  }
}

/** Everybody's points of the match. */
export function totalsWords(view: View): string {
  const totals = view.players.map((_, player) =>
    `${playerName(view, player)} ${plain(view.match.totals[player] ?? 0)}`
  );
  return t("Totals: {totals}.", { totals: listed(totals) });
}

/** Who only hears the table learns here that it is for them to play. */
export function withTurn(view: View, words: string): string {
  if (!isToPlay(view)) return words;
  const leads = (view.round?.trick?.plays.length ?? 0) === 0;
  return `${words} ${t("It is your turn.")}${leads ? ` ${t("You lead.")}` : ""}`;
}

/** Who has won the match. */
export function winnersLine(view: View): string {
  const winners = view.match.winners;
  const only = winners[0];
  if (only === undefined) return t("The match is over.");
  if (winners.length > 1) {
    return t("{players} share the win.", { players: playerNames(view, winners) });
  }
  return only === view.you
    ? t("You win the match.")
    : t("{player} wins the match.", { player: ownName(view, only) });
}
