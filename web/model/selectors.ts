/** Questions about a view and the state of the table: whose turn it is, which cards can be used. */

import type { Card, DeckCard, HandView, Play, RoundView, TakenTrick, View } from "../net/wire.ts";
import type { Settings, State } from "./types.ts";

const decks = new WeakMap<DeckCard[], Map<Card, DeckCard>>();

/** The deck's cards by their number. */
export function deckOf(view: View): Map<Card, DeckCard> {
  const known = decks.get(view.table.deck);
  if (known !== undefined) return known;
  const deck = new Map(view.table.deck.map((card) => [card.c, card]));
  decks.set(view.table.deck, deck);
  return deck;
}

/** The hands that are the reader's own. */
export function ownHands(view: View): HandView[] {
  return view.round?.hands.filter((hand) => hand.player === view.you) ?? [];
}

/** The hands of others that lie open. */
export function openHands(view: View): HandView[] {
  return view.round?.hands.filter((hand) => hand.player !== view.you && hand.cards !== null) ?? [];
}

/** The cards of a hand in the order wished for; those that are committed are no longer among them. */
export function sortCards(view: View, cards: Card[], by: Settings["sort"]): Card[] {
  const deck = deckOf(view);
  const order = [...deck.keys()];
  const suits = ["low", "mid", "high"];
  const place = (card: Card) => order.indexOf(card);
  const suit = (card: Card) => suits.indexOf(deck.get(card)?.s ?? "low");
  return [...cards].sort((one, other) =>
    (by === "suit" ? suit(one) - suit(other) : 0) || place(one) - place(other)
  );
}

/** Whether the table has been left before the match was over. */
export function isClosed(view: View): boolean {
  return view.table.status === "closed";
}

/** Whether the reader has something to choose in the exchange. */
export function isChoosing(view: View): boolean {
  const round = view.round;
  return round !== null && view.you !== null && !isClosed(view) && round.asks.length > 0 &&
    round.committed === null &&
    (round.phase === "exchange" || round.phase === "choice");
}

/** Whether the reader is to play a card now. */
export function isToPlay(view: View): boolean {
  return view.you !== null && !isClosed(view) && view.round?.phase === "play" &&
    view.round.legal.length > 0;
}

/** Whether the last card of the round lies on the table, and the score is not shown yet. */
export function isRoundOver(view: View): boolean {
  return !isClosed(view) && view.round?.phase === "over" && view.round.result === null;
}

/** The trick to look at: the one on the table, or the one just taken until somebody leads. */
export function shownTrick(
  round: RoundView,
): { plays: Play[]; leader: number; taken: TakenTrick | null } {
  const last = round.tricks.at(-1);
  if (last !== undefined && (round.trick === null || round.trick.plays.length === 0)) {
    return { plays: last.plays, leader: last.leader, taken: last };
  }
  const trick = round.trick;
  return { plays: trick?.plays ?? [], leader: trick?.leader ?? round.order[0] ?? 0, taken: null };
}

/** Whether the table hides aids to memory now: earlier tricks, points taken, cards played. */
export function hidesAids(view: View, round: RoundView): boolean {
  return !view.table.aids && round.phase !== "over";
}

/** How many tricks of the round are finished; a table without aids does not list them all. */
export function tricksFinished(view: View, round: RoundView): number {
  return Math.floor(round.step / playsPerTrick(view, round));
}

/** How many cards make a trick: those held and played, over the tricks of the round. */
export function playsPerTrick(view: View, round: RoundView): number {
  const held = round.hands.reduce((sum, hand) => sum + hand.size, 0);
  return Math.round((held + round.step) / view.table.tricks);
}

/** Whether everything that is asked for has been chosen. */
export function isComplete(state: State): boolean {
  return state.slots.length > 0 && state.slots.every((choice) => choice !== null);
}

/** The choices of the hand that lies open: the first, the second. */
export const OPEN_HAND_CHOICES = ["open-1", "open-2"];

/** The cards of the hand that are still in it: not chosen for anybody, not committed. */
export function cardsInHand(state: State, view: View, hand: HandView): Card[] {
  const gone = new Set([...state.slots, ...(view.round?.committed ?? [])]);
  return sortCards(view, hand.cards ?? [], state.settings.sort).filter((card) => !gone.has(card));
}

/** All own cards in the order of the arrow keys. */
export function ownCards(state: State, view: View): Card[] {
  return ownHands(view).flatMap((hand) => cardsInHand(state, view, hand));
}

/** The card that Tab reaches: where the arrow keys were last, or the first. */
export function cursorCard(state: State, view: View): Card | null {
  const cards = ownCards(state, view);
  if (state.cursor !== null && cards.includes(state.cursor)) return state.cursor;
  const legal = view.round?.legal ?? [];
  return cards.find((card) => legal.includes(card)) ?? cards[0] ?? null;
}

/** Whether a click on the card would do something now. */
export function isUsable(view: View, hand: HandView, card: Card): boolean {
  if (view.match.over || isClosed(view)) return false;
  if (isToPlay(view)) return view.round?.legal.includes(card) ?? false;
  if (!isChoosing(view)) return false;
  return view.round?.asks.some((ask) => ask.to !== "open" && ask.from_hand === hand.hand) ?? false;
}
