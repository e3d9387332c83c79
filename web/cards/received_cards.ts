/** Cards received in the exchange: marked with the giver until the first trick is over. */

import { html, nothing, type TemplateResult } from "lit-html";
import type { Card, Received, View } from "../net/wire.ts";
import { formatList, t } from "../text/i18n.ts";
import { ownName, printedCard } from "../text/names.ts";

/** The received cards that are still marked: none after the first trick. */
function newCards(view: View): Received[] {
  const round = view.round;
  return round === null || round.tricks.length > 0 ? [] : round.received;
}

/** The player who passed the card to the user; null if the card is not marked any more. */
export function giverOf(view: View, card: Card): number | null {
  return newCards(view).find((one) => one.card === card)?.from ?? null;
}

/** The cards received between two views, each with the player who passed it. */
export function receivedSince(before: View, view: View): Map<Card, number> {
  const known = new Set(before.round?.received.map((one) => one.card));
  const news = newCards(view).filter((one) => !known.has(one.card));
  return new Map(news.map((one) => [one.card, one.from]));
}

/** What a screen reader says after the card's name. */
export function receivedRemark(view: View, card: Card): string {
  const giver = giverOf(view, card);
  return giver === null ? "" : `, ${fromText(view, giver)}`;
}

function fromText(view: View, giver: number): string {
  return giver === view.you
    ? t("received from your other hand")
    : t("received from {player}", { player: ownName(view, giver) });
}

/** The mark on a received card: an arrow, and the giver's name if there are several opponents. */
export function receivedMark(view: View, card: Card): TemplateResult | typeof nothing {
  const giver = giverOf(view, card);
  if (giver === null) return nothing;
  const name = giver === view.you || view.players.length === 2 ? "" : ownName(view, giver);
  return html`
    <span class="received-mark" aria-hidden="true" title="${fromText(view, giver)}">↓${name}</span>
  `;
}

/** Which cards came from whom, in words; empty if there are none. */
export function receivedText(
  view: View,
  name: (card: Card) => string = (card) => t("the {number}", { number: printedCard(card) }),
  only: ReadonlySet<Card> | null = null,
): string {
  const shown = newCards(view).filter((one) => only === null || only.has(one.card));
  const givers = [...new Set(shown.map((one) => one.from))].map((giver) => {
    const cards = formatList(
      shown.filter((one) => one.from === giver).map((one) => name(one.card)),
    );
    return giver === view.you
      ? t("{cards} from your other hand", { cards })
      : t("{cards} from {player}", { cards, player: ownName(view, giver) });
  });
  return givers.length === 0 ? "" : t("You received {cards}.", { cards: formatList(givers) });
}
