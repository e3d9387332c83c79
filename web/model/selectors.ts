/** Questions about a view and the state of the table: whose turn it is, which cards can be used. */

import type { Card, DeckCard, HandView, Play, RoundView, TakenTrick, View } from "../net/wire.ts";
import type { Settings, State } from "./types.ts";

const decks = new WeakMap<DeckCard[], Map<Card, DeckCard>>();

/** The deck's cards by number. */
export function deckOf(view: View): Map<Card, DeckCard> {
  const known = decks.get(view.table.deck);
  if (known !== undefined) return known;
  const deck = new Map(view.table.deck.map((card) => [card.c, card]));
  decks.set(view.table.deck, deck);
  return deck;
}

/** The user's own hands. */
export function ownHands(view: View): HandView[] {
  return view.round?.hands.filter((hand) => hand.player === view.you) ?? [];
}

/** The hands of others that lie open. */
export function openHands(view: View): HandView[] {
  return view.round?.hands.filter((hand) => hand.player !== view.you && hand.cards !== null) ?? [];
}

/** The cards in the order that the user prefers. */
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

/** Whether the table was closed before the match was over. */
export function isClosed(view: View): boolean {
  return view.table.status === "closed";
}

/** Whether the user has to choose something in the exchange. */
export function isChoosing(view: View): boolean {
  const round = view.round;
  return round !== null && view.you !== null && !isClosed(view) && round.asks.length > 0 &&
    round.committed === null &&
    (round.phase === "exchange" || round.phase === "choice");
}

/** Whether it is the user's turn to play a card. */
export function isToPlay(view: View): boolean {
  return view.you !== null && !isClosed(view) && view.round?.phase === "play" &&
    view.round.legal.length > 0;
}

/** Whether people have seconds or minutes to think, not days or any time. */
export function hasShortClock({ table }: View): boolean {
  return table.clock.kind === "move" || table.clock.kind === "bank";
}

/** Whether what the user has done is on its way, too late to be taken back. */
export function isSent({ pending, queued }: Pick<State, "pending" | "queued">): boolean {
  return pending && !queued;
}

/** Whether the last card of the round has been played and the score is not known yet. */
export function isRoundOver(view: View): boolean {
  return !isClosed(view) && view.round?.phase === "over" && view.round.result === null;
}

/** The trick to show: the current one, or the one just taken until somebody leads. */
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

/** Whether memory aids are hidden now: earlier tricks, points taken, cards played. */
export function hidesMemoryAids(view: View, round: RoundView): boolean {
  return !view.table.aids && round.phase !== "over";
}

/** How many tricks of the round are finished; a table without aids does not list them all. */
export function tricksFinished(view: View, round: RoundView): number {
  return Math.floor(round.step / playsPerTrick(view, round));
}

/** How many cards make a trick: the cards held and played, divided by the tricks of the round. */
export function playsPerTrick(view: View, round: RoundView): number {
  const held = round.hands.reduce((sum, hand) => sum + hand.size, 0);
  return Math.round((held + round.step) / view.table.tricks);
}

/** Whether every slot of the exchange is filled. */
export function isComplete(state: State): boolean {
  return state.slots.length > 0 && state.slots.every((choice) => choice !== null);
}

/** The two choices when one of the user's hands has to lie open. */
export const OPEN_HAND_CHOICES = ["open-1", "open-2"];

/** The cards left in the hand: neither chosen for anybody nor committed. */
export function cardsInHand(state: State, view: View, hand: HandView): Card[] {
  const gone = new Set([...state.slots, ...(view.round?.committed ?? [])]);
  return sortCards(view, hand.cards ?? [], state.settings.sort).filter((card) => !gone.has(card));
}

/** All own cards in the order in which the arrow keys visit them. */
export function ownCards(state: State, view: View): Card[] {
  return ownHands(view).flatMap((hand) => cardsInHand(state, view, hand));
}

/** The card that Tab focuses: the last one visited by arrow keys, else the first legal one. */
export function cursorCard(state: State, view: View): Card | null {
  const cards = ownCards(state, view);
  if (state.cursor !== null && cards.includes(state.cursor)) return state.cursor;
  const legal = view.round?.legal ?? [];
  return cards.find((card) => legal.includes(card)) ?? cards[0] ?? null;
}

/** The legal card that lies nearest to the card; the card itself if it is legal or none is. */
export function nearestLegalCard(state: State, view: View, card: Card): Card {
  const cards = ownCards(state, view);
  const legal = view.round?.legal ?? [];
  const distance = (one: Card) => Math.abs(cards.indexOf(one) - cards.indexOf(card));
  const playable = cards.filter((one) => legal.includes(one));
  return playable.sort((one, other) => distance(one) - distance(other))[0] ?? card;
}

/** Whether a turn of the user begins with the view. */
export function beginsTurn(before: View | null, view: View): boolean {
  if (!isToPlay(view)) return false;
  return before === null || !isToPlay(before) || before.round?.step !== view.round?.step ||
    before.round?.number !== view.round?.number;
}

/** Whether a click on the card has an effect now. */
export function isUsable(view: View, hand: HandView, card: Card): boolean {
  if (view.match.over || isClosed(view)) return false;
  if (isToPlay(view)) return view.round?.legal.includes(card) ?? false;
  if (!isChoosing(view)) return false;
  return view.round?.asks.some((ask) => ask.to !== "open" && ask.from_hand === hand.hand) ?? false;
}
