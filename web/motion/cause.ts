/** Why things move: what an event has done to cards and bottles, read from the views around it. */

import { receivedSince } from "../cards/received_cards.ts";
import type { Card, TableEvent, View } from "../net/wire.ts";

/** A bottle that a trick has sold. */
interface Sale {
  bottle: number;
  buyer: number;
  /** The owner until then; null if nobody owned it. */
  seller: number | null;
  /** The card that is its new price. */
  card: Card;
}

export interface Cause {
  /** Whose card is new on the table. */
  player: number | null;
  /** Who has dealt the cards of the user's hands, where they are new. */
  dealer: number | null;
  /** Who takes the cards of the last trick. */
  taker: number | null;
  sale: Sale | null;
  /** Cards that the user received, each with the player who passed it. */
  arrivals: ReadonlyMap<Card, number>;
  /** Cards that the user has passed, each with the player that it goes to. */
  departures: ReadonlyMap<Card, number | "imp">;
}

/** Cards are moved by the user alone. */
export const ARRANGED: Cause = {
  player: null,
  dealer: null,
  taker: null,
  sale: null,
  arrivals: new Map(),
  departures: new Map(),
};

/** The sale that ends a trick; null if the trick has sold nothing. */
function saleOf(view: View, event: TableEvent): Sale | null {
  const outcome = event.trick;
  const card = view.round?.tricks.at(-1)?.winning_card;
  if (outcome === undefined || outcome.bottle === null || outcome.price === null) return null;
  if (card === undefined) return null;
  return { bottle: outcome.bottle, buyer: outcome.taker, seller: outcome.owner_before, card };
}

/** What the event has moved. */
export function causeOf(before: View, view: View, event: TableEvent): Cause {
  const leads = event.k === "play" && event.trick === undefined &&
    view.round?.trick?.plays.length === 1;
  const last = view.round?.tricks.at(-1);
  const isExchange = event.k === "exchange";
  return {
    player: event.k === "play" ? event.player ?? null : null,
    dealer: before.round?.number === view.round?.number ? null : view.match.dealer,
    taker: leads || event.k === "score" ? last?.taker ?? null : null,
    sale: event.k === "play" ? saleOf(view, event) : null,
    arrivals: isExchange ? receivedSince(before, view) : new Map(),
    departures: new Map(isExchange ? view.round?.passed.map(({ card, to }) => [card, to]) : []),
  };
}
