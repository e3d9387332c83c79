/**
 * Premove: a card chosen ahead, which is played as soon as it is the user's turn.
 *
 * Only the browser knows of it: nothing is sent before the turn.
 */

import { html, nothing, type TemplateResult } from "lit-html";
import { substituteOf } from "../model/seats.ts";
import { isClosed, isSent, isToPlay, ownHands } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { Card, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { capitalize, cardName, printedCard } from "../text/names.ts";

/** Whether the user plays cards in the current round and no computer player does it instead. */
export function isPlaying(view: View): boolean {
  return view.you !== null && !isClosed(view) && view.round?.phase === "play" &&
    substituteOf(view, view.you) === null && view.times[view.you]?.is_up !== true;
}

function isHeld(view: View, card: Card): boolean {
  return ownHands(view).some((hand) => hand.cards?.includes(card));
}

/**
 * Whether the user can choose a card ahead: while others play, or a command is on its way. Where a
 * lesson waits for the reader, it is nobody's turn.
 */
export function canPremove(state: State, view: View): boolean {
  return !state.isReplay && state.settings.premove && state.claim === null && isPlaying(view) &&
    view.round?.turn !== null && (!isToPlay(view) || isSent(state));
}

/** What becomes of the card chosen ahead; `words` say why it is dropped, if that is not plain. */
interface PremoveChange {
  premove: Card | null;
  words: string;
}

/** The card chosen ahead in a new view: kept, or dropped because it cannot be played. */
export function premoveAfter({ premove, claim }: State, view: View): PremoveChange {
  const none = { premove: null, words: "" };
  if (premove === null || claim !== null) return none; // the server plays what a claim leaves
  if (!isPlaying(view)) {
    return isHeld(view, premove) ? { ...none, words: droppedText(view, premove) } : none;
  }
  if (!isHeld(view, premove)) return none;
  if (!isToPlay(view) || view.round?.legal.includes(premove)) return { premove, words: "" };
  const reason = view.round?.why_not[premove] ?? "";
  const words = t("{card}, chosen ahead, cannot be played now. {reason}", {
    card: capitalize(cardName(view, premove)),
    reason,
  });
  return { ...none, words: words.trim() };
}

function droppedText(view: View, card: Card): string {
  return t("{card}, is not chosen ahead any longer.", { card: capitalize(cardName(view, card)) });
}

/** What a screen reader announces when the card chosen ahead changes. */
export function premoveChangeText(view: View, before: Card | null, after: Card | null): string {
  if (after !== null) {
    return t("{card}, is chosen ahead. It is played when it is your turn.", {
      card: capitalize(cardName(view, after)),
    });
  }
  return before === null ? "" : droppedText(view, before);
}

/** What the status line says while a card is chosen ahead; empty if none is. */
export function premoveText({ premove }: State): string {
  return premove === null
    ? ""
    : t("You play the {number} as soon as it is your turn.", { number: printedCard(premove) });
}

/** Whether the card has been played and waits for the connection. */
export function isUnsent(state: State, card: Card): boolean {
  const { pending, queued, lastCommand } = state;
  return pending && queued && lastCommand?.k === "play" && lastCommand.card === card;
}

/** What a screen reader says after the card's name. */
export function premoveRemark(state: State, card: Card): string {
  if (isUnsent(state, card)) return `, ${t("waits for the connection")}`;
  return state.premove === card ? `, ${t("chosen ahead")}` : "";
}

/** The mark on the card that is chosen ahead, or waits for the connection. */
export function premoveMark(state: State, card: Card): TemplateResult | typeof nothing {
  return state.premove === card || isUnsent(state, card)
    ? html`
      <svg class="premove-mark" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <path d="M8 4.500V8l2.500 1.500" />
      </svg>
    `
    : nothing;
}

/** The buttons for the raised card and for the card chosen ahead. */
export function premoveButtons(
  state: State,
  view: View,
  on: Actions,
): TemplateResult | typeof nothing {
  const { raised, premove } = state;
  const isPlayed = isToPlay(view) && view.round?.legal.includes(raised ?? ""); // it has its buttons
  if (raised !== null && raised !== premove && !isPlayed && canPremove(state, view)) {
    return html`
      <div class="raised-buttons">
        <button type="button" class="primary" data-act="premove" @click="${() => on.tap(raised)}">
          ${t("Play {card} on my turn", { card: printedCard(raised) })}
        </button>
        <button type="button" @click="${() => on.cancelRaised()}">${t("Put back")}</button>
      </div>
    `;
  }
  if (premove === null) return nothing;
  return html`
    <button type="button" data-act="cancel-premove" @click="${() => on.cancelPremove()}">
      ${t("Take {card} back", { card: printedCard(premove) })}
    </button>
  `;
}
