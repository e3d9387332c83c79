/** The number line: every card of the deck by suit, cards played, own cards, and the price. */

import { html, nothing, type TemplateResult } from "lit-html";
import { hidesMemoryAids, ownHands } from "../model/selectors.ts";
import type { Card, DeckCard, RoundView, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { ownName, printedCard, suitName } from "../text/names.ts";
import { suitShape } from "./card.ts";

interface Marks {
  mine: Set<Card>;
  openElsewhere: Map<Card, number>;
  playedBy: Map<Card, number>;
  prices: Set<Card>;
  mineInImp: Set<Card>;
  /** Cards that the user passed to another player, and to whom. */
  passedTo: Map<Card, number>;
  /** Whether no card is to be played any more. */
  isOver: boolean;
}

function marksOf(view: View, round: RoundView): Marks {
  // Without memory aids, played cards are not marked until the round is over.
  const plays = hidesMemoryAids(view, round)
    ? []
    : [...round.tricks.flatMap((trick) => trick.plays), ...(round.trick?.plays ?? [])];
  return {
    mine: new Set(ownHands(view).flatMap((hand) => hand.cards ?? [])),
    openElsewhere: new Map(
      round.hands.filter((hand) => hand.player !== view.you)
        .flatMap((hand) => (hand.cards ?? []).map((card) => [card, hand.player] as const)),
    ),
    playedBy: new Map(plays.map((play) => [play.card, play.player])),
    prices: new Set(round.prices),
    mineInImp: new Set(
      round.passed.filter((pass) => pass.to === "imp").map((pass) => pass.card),
    ),
    passedTo: new Map(
      round.passed.flatMap(({ card, to }) => to === "imp" ? [] : [[card, to] as const]),
    ),
    isOver: round.phase === "over",
  };
}

/** Where the card is, in words. */
function where(view: View, marks: Marks, card: Card, hidden: boolean): string {
  const player = marks.playedBy.get(card);
  if (player !== undefined) {
    return player === view.you
      ? t("you played it")
      : t("played by {player}", { player: ownName(view, player) });
  }
  if (marks.mine.has(card)) return t("in your hand");
  if (marks.mineInImp.has(card)) return t("you put it into the Imp's Trick");
  const open = marks.openElsewhere.get(card);
  if (open !== undefined) return t("open in front of {player}", { player: ownName(view, open) });
  const receiver = marks.passedTo.get(card);
  if (receiver !== undefined) {
    return t("you passed it to {player}", { player: ownName(view, receiver) });
  }
  if (hidden) return "";
  return marks.isOver ? t("not played") : t("not seen yet");
}

function cell(
  view: View,
  marks: Marks,
  card: DeckCard,
  half: boolean,
  hidden: boolean,
): TemplateResult {
  const played = marks.playedBy.has(card.c);
  const state = [
    played ? "played" : marks.isOver ? "unplayed" : "",
    marks.mine.has(card.c) ? "own" : "",
    marks.mineInImp.has(card.c) ? "in-imp" : "",
    marks.openElsewhere.has(card.c) && !played ? "seen" : "",
    marks.prices.has(card.c) ? "price" : "",
    half ? "half" : "",
  ].join(" ");
  const words = [
    `${printedCard(card.c)}, ${suitName(view, card.s)}`,
    tn("{n} point", "{n} points", card.p),
    where(view, marks, card.c, hidden),
    ...(marks.prices.has(card.c) ? [t("the price")] : []),
  ].filter((part) => part !== "").join(", ");
  return html`
    <span class="cell ${card.s} ${state}" role="img" aria-label="${words}" title="${words}"
    ><b>${half ? "\u00bd" : printedCard(card.c)}</b>${half ? nothing : suitShape(card.s)}</span>
  `;
}

function startCell(view: View, prices: Set<Card>): TemplateResult {
  const price = prices.has(view.table.start_price);
  const words = price
    ? t("{n}, the start price: the price", { n: view.table.start_price })
    : t("{n}, the start price", { n: view.table.start_price });
  return html`
    <span class="cell start ${price
      ? "price"
      : ""}" role="img" aria-label="${words}" title="${words}"
    ><b>${view.table.start_price}</b></span>
  `;
}

/** All numbers in ascending order; a half card shares the cell of the number below it. */
export function numberLine(view: View, round: RoundView): TemplateResult {
  const marks = marksOf(view, round);
  const hidden = hidesMemoryAids(view, round);
  const { deck, start_price: start } = view.table;
  const whole = deck.filter((card) => !card.c.endsWith(".5"));
  const halves = new Map(
    deck.filter((card) => card.c.endsWith(".5")).map((card) => [card.c.slice(0, -2), card]),
  );
  const numbers: (DeckCard | null)[] = whole.flatMap((card, place) => {
    const before = whole[place - 1];
    const passesStart = before !== undefined && Number(before.c) < Number(start) &&
      Number(card.c) > Number(start);
    return passesStart ? [null, card] : [card];
  });
  return html`
    <section class="number-line" aria-labelledby="line-title">
      <h2 id="line-title" class="visually-hidden">${t("Number line")}</h2>
      <ol class="plain-list cells ${halves.size > 0 ? "with-halves" : ""}">
          ${numbers.map((card) => {
            if (card === null) return html`<li>${startCell(view, marks.prices)}</li>`;
            const half = halves.get(card.c);
            return html`<li>${cell(view, marks, card, false, hidden)}${
              half === undefined ? nothing : cell(view, marks, half, true, hidden)
            }</li>`;
          })}
        </ol>
    </section>
  `;
}
