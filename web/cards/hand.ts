/** The user's own cards, as buttons. The server says which of them are legal. */

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { canPremove, isUnsent, premoveMark, premoveRemark } from "../assist/premove.ts";
import { hintRemark, hintSign } from "../assist/hint.ts";
import {
  cardsInHand,
  cursorCard,
  isChoosing,
  isToPlay,
  isUsable,
  ownHands,
} from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { Card, HandView, RoundView, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { cardWithPoints } from "../text/names.ts";
import { cardFace, suitOf } from "./card.ts";
import { receivedMark, receivedRemark } from "./received_cards.ts";

/** Why the card is illegal now, in the server's words; null if it is legal. */
export function illegalReason(view: View, card: Card): string | null {
  return view.round?.why_not[card] ?? null;
}

function handTitle(view: View, hand: HandView): string {
  const own = ownHands(view);
  if (own.length === 1) return t("Your hand");
  const first = own[0]?.hand === hand.hand;
  if (hand.open) {
    return first ? t("Your first hand, open to all") : t("Your second hand, open to all");
  }
  return first ? t("Your first hand") : t("Your second hand");
}

function cardButton(
  state: State,
  view: View,
  hand: HandView,
  card: Card,
  on: Actions,
): TemplateResult {
  // Nothing else can be done until the server has answered the last command.
  const usable = isUsable(view, hand, card) && !state.pending;
  const reason = isToPlay(view) ? illegalReason(view, card) : null;
  const isAhead = canPremove(state, view);
  const isPremoved = state.premove === card || isUnsent(state, card);
  const hinted = hintSign(state, view, card);
  // A pointer that rested here when the turn began asks by moving.
  const point = (event: PointerEvent) => event.pointerType === "mouse" && on.highlight(card);
  return html`<li class="holder ${state.raised === card ? "raised" : ""}">
    <button
      type="button"
      class="card ${suitOf(view, card)} ${usable ? "usable" : ""} ${
    hinted === null ? "" : "hinted"
  } ${isToPlay(view) && !isUsable(view, hand, card) ? "unplayable" : ""} ${
    isAhead ? "ahead" : ""
  } ${isPremoved ? "premoved" : ""}"
      data-card="${card}"
      data-flip="${card}"
      data-hint="${hinted ?? nothing}"
      aria-label="${cardWithPoints(view, card)}${receivedRemark(view, card)}${
    hintRemark(state, view, card)
  }${premoveRemark(state, card)}"
      aria-disabled="${usable || isAhead ? "false" : "true"}"
      aria-pressed="${state.raised === card || isPremoved ? "true" : nothing}"
      aria-describedby="${reason === null ? nothing : `why-${card.replace(".", "-")}`}"
      tabindex="${cursorCard(state, view) === card ? 0 : -1}"
      @click="${() => on.tap(card)}"
      @focus="${(event: FocusEvent) =>
    on.focus(card, (event.target as HTMLElement).matches(":focus-visible"))}"
      @blur="${() => on.highlight(null)}"
      @pointerenter="${point}"
      @pointermove="${point}"
      @pointerleave="${(event: PointerEvent) =>
    event.pointerType === "mouse" && on.highlight(null)}"
    >
      ${cardFace(view, card)}${hinted === null ? receivedMark(view, card) : nothing}${
    premoveMark(state, card)
  }
    </button>
    ${
    reason === null
      ? nothing
      : html`<span class="visually-hidden" id="why-${card.replace(".", "-")}">${reason}</span>`
  }
  </li>`;
}

/** How many cards an only hand had at first, so that it is laid out alike after a reload. */
function dealtCards(state: State, view: View, round: RoundView): number | typeof nothing {
  if (state.beginsMidway || ownHands(view).length !== 1 || round.phase !== "play") return nothing;
  return view.table.tricks + round.passed.length - round.received.length;
}

function handView(
  state: State,
  view: View,
  round: RoundView,
  hand: HandView,
  on: Actions,
): TemplateResult {
  const cards = cardsInHand(state, view, hand);
  const asked = !isChoosing(view) ||
    round.asks.some((ask) => ask.to === "open" || ask.from_hand === hand.hand);
  return html`
    <div class="own-hand ${asked ? "" : "aside"} ${hand.open ? "open" : ""}">
      <h2
        class="${ownHands(view).length === 1 ? "visually-hidden" : ""} ${cards.length === 0
          ? "vacant"
          : ""}"
        id="hand-${hand.hand}"
      >
          ${handTitle(view, hand)} <span class="visually-hidden">${tn(
            "{n} card",
            "{n} cards",
            cards.length,
          )}</span>
        </h2>
      <ul
        class="plain-list fan"
        aria-labelledby="hand-${hand.hand}"
        data-count="${cards.length}"
        data-most="${dealtCards(state, view, round)}"
      >
          ${repeat(cards, (card) => card, (card) => cardButton(state, view, hand, card, on))}
        </ul>
    </div>
  `;
}

/** The user's hand, or both hands. */
export function hands(
  state: State,
  view: View,
  round: RoundView,
  on: Actions,
): TemplateResult | typeof nothing {
  if (round.result !== null) return nothing; // every card has been played
  return html`${
    repeat(
      ownHands(view),
      (hand) => hand.hand,
      (hand) => handView(state, view, round, hand, on),
    )
  }`;
}
