/** Where the focus goes when the focused element has gone or the task has changed. */

import {
  cardsInHand,
  cursorCard,
  isChoosing,
  isComplete,
  isUsable,
  nearestLegalCard,
  ownCards,
  ownHands,
} from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { Card, View } from "../net/wire.ts";

/** The buttons for the next step when there are no cards to choose from. */
const PRIMARY = "[data-act=commit], [data-act=next], [data-act=rematch], [data-act=begin]";

/** Not the buttons that are beside the game. */
const BESIDE = ":not([data-act=tricks], [data-act=sort])";

export function focusCard(root: HTMLElement, card: Card): void {
  root.querySelector<HTMLElement>(`[data-card="${card}"]`)?.focus();
}

/** Moves the focus to the language that is chosen in the settings. */
export function focusLanguage(root: HTMLElement): void {
  root.querySelector<HTMLElement>("dialog [name=lang]:checked")?.focus();
}

/** Moves the focus to the next step when the focused element has gone, so that it is not lost. */
export function refocus(root: HTMLElement, state: State, view: View, place: number): void {
  const window = root.querySelector("dialog[open]");
  if (window !== null) {
    window.querySelector<HTMLElement>("h2, button")?.focus();
    return;
  }
  const ownPlace = root.querySelector<HTMLElement>(".waiting-room .seat.you");
  if (ownPlace !== null) return ownPlace.focus(); // a second Enter begins no match
  const primary = root.querySelector<HTMLElement>(PRIMARY);
  const cards = ownCards(state, view);
  const isReady = isComplete(state);
  const hand = isChoosing(view) && !isReady
    ? root.querySelector<HTMLElement>("[data-choice]")
    : null;
  const wanted = (isChoosing(view) && isReady) || cards.length === 0 ? primary : null;
  const card = place < 0 ? cursorCard(state, view) : cards[Math.min(place, cards.length - 1)];
  const target = hand ?? wanted ??
    root.querySelector<HTMLElement>(`[data-card="${card}"]`) ??
    root.querySelector<HTMLElement>(`[data-act]${BESIDE}`) ??
    root.querySelector<HTMLElement>("[data-fallback-focus]");
  // A score starts at its headline, even if its buttons are further down.
  const keepsPlace = target?.matches("[data-fallback-focus], .score *") ?? false;
  target?.focus({ preventScroll: keepsPlace });
  // At 400 % zoom the page may be scrolled to where the hand was.
  target?.closest(".score")?.querySelector("h2")?.scrollIntoView({ block: "center" });
}

/** Moves the focus from a card that cannot be chosen to one that can. */
export function followChoice(root: HTMLElement, state: State, view: View): void {
  const focused = document.activeElement;
  const card = focused instanceof HTMLElement ? focused.dataset.card : undefined;
  if (card === undefined || !isChoosing(view)) return;
  const asked = ownHands(view).flatMap((hand) =>
    cardsInHand(state, view, hand).filter((one) => isUsable(view, hand, one))
  );
  if (asked.length === 0) root.querySelector<HTMLElement>("[data-choice]")?.focus();
  else if (asked[0] !== undefined && !asked.includes(card)) focusCard(root, asked[0]);
}

/** For so long after a key has moved the focus, in ms, it is the user who moves it. */
const MOVING_MS = 1000;

/** Begins a turn on a card that can be played, unless the user is about to move the focus. */
export class TurnFocus {
  #movedAt = -Infinity;

  /** The user has moved the focus by a key. */
  move(root: HTMLElement, card: Card): void {
    this.#movedAt = Date.now();
    focusCard(root, card);
  }

  /** The user has chosen a card, and looks for no other one. */
  settle(): void {
    this.#movedAt = -Infinity;
  }

  /** Moves the focus from a card that cannot be played to the nearest one that can. */
  begin(root: HTMLElement, state: State, view: View): void {
    if (Date.now() - this.#movedAt < MOVING_MS) return;
    const focused = document.activeElement;
    const card = focused instanceof HTMLElement ? focused.dataset.card : undefined;
    if (card === undefined || !root.contains(focused)) return;
    const nearest = nearestLegalCard(state, view, card);
    if (nearest !== card) focusCard(root, nearest);
  }
}
