/** Names of cards and players, and what happened, in words. */

import { listed, plain, t, tn } from "./i18n.ts";
import { deckOf, isToPlay, type State } from "../model/state.ts";
import type { Card, SuitKey, TableEvent, View } from "../net/wire.ts";

/** A half card's number is written as people write it. */
export function printed(card: Card): string {
  return card.endsWith(".5") ? `${card.slice(0, -2)}\u00bd` : card;
}

export function suitName(view: View, suit: SuitKey): string {
  return view.table.suits.find((one) => one.s === suit)?.name ?? suit;
}

export function suitLetter(view: View, suit: SuitKey): string {
  return view.table.suits.find((one) => one.s === suit)?.letter ?? "";
}

/** A sentence's first letter is a capital one. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** "17, blue". */
export function cardName(view: View, card: Card): string {
  const known = deckOf(view).get(card);
  if (known === undefined) return printed(card);
  return t("{number}, {suit}", { number: printed(card), suit: suitName(view, known.s) });
}

/** "17, blue, 4 points". */
export function cardWithPoints(view: View, card: Card): string {
  const points = deckOf(view).get(card)?.p ?? 0;
  return `${cardName(view, card)}, ${tn("{n} point", "{n} points", points)}`;
}

export function playerName(view: View, player: number): string {
  return player === view.you ? t("You") : ownName(view, player);
}

/** The name as written, also for oneself. */
export function ownName(view: View, player: number): string {
  return view.players[player]?.name ?? t("Player {n}", { n: player + 1 });
}

/** What a kind of computer player is called. */
export function levelTitle(state: State, level: string | null): string {
  const known = state.levels.find((one) => one.name === level);
  return known?.title ?? (level ?? t("computer")).replaceAll("_", " ");
}

/** The names of the players but the reader's; whether the reader is among them. */
function others(view: View, players: number[]): { names: string; count: number; isYou: boolean } {
  const names = players.filter((player) => player !== view.you).map((one) => ownName(view, one));
  return { names: listed(names), count: names.length, isYou: names.length < players.length };
}

/** "Waiting for Bo.", "Waiting for you and Bo." */
export function waitingWords(view: View, players: number[]): string {
  const { names, count, isYou } = others(view, players);
  if (!isYou) return t("Waiting for {players}.", { players: names });
  return count === 0
    ? t("Waiting for you.")
    : t("Waiting for you, and for {players}.", { players: names });
}

/** "with Bo", "with you and Bo". */
export function withWords(view: View, players: number[]): string {
  const { names, count, isYou } = others(view, players);
  if (!isYou) return t("with {players}", { players: names });
  return count === 0 ? t("with you") : t("with you and {players}", { players: names });
}

/** Names at the start of a sentence or alone, the reader's first: "You and Bo". */
export function playerNames(view: View, players: number[]): string {
  const readerFirst = [...players].sort((one, other) =>
    Number(other === view.you) - Number(one === view.you)
  );
  return listed(readerFirst.map((player) => playerName(view, player)));
}

/** The points of some cards together. */
export function pointsOf(view: View, cards: Card[]): number {
  const deck = deckOf(view);
  return cards.reduce((sum, card) => sum + (deck.get(card)?.p ?? 0), 0);
}

/** What a trick that is over did to the bottle for sale; the prices go with a bottle. */
export interface Sale {
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
