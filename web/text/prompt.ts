/** What the user has to do, has chosen, or waits for, in words. */

import { isChoosing, isClosed, isToPlay, OPEN_HAND_CHOICES, ownHands } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { Card, RequiredChoice, RoundView, View } from "../net/wire.ts";
import { t, tn } from "./i18n.ts";
import { capitalize, cardName, ownName, waitingText } from "./names.ts";

type Slots = State["slots"];

/** Which of the user's two hands a card has to come from; empty if there is only one. */
function sourceHandText(view: View, hand: number | null): string {
  const own = ownHands(view);
  if (own.length < 2 || hand === null) return "";
  return own[0]?.hand === hand ? t("from your first hand") : t("from your second hand");
}

/** Where cards have to go: "1 for Bo; 2 for the Imp's Trick". */
function targetsText(view: View, asks: RequiredChoice[], isMixed: boolean): string {
  const counts = new Map<string, number>();
  for (const ask of asks) {
    const from = isMixed ? sourceHandText(view, ask.from_hand) : "";
    const target = from === "" ? ask.text : t("{target}, {from}", { target: ask.text, from });
    counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return [...counts].map(([target, n]) => t("{n} for {target}", { n, target })).join(t("; "));
}

/** What the user still has to choose, given the slots filled so far; empty if nothing. */
export function promptText(view: View, slots: Slots = []): string {
  const round = view.round;
  if (round === null || !isChoosing(view)) return "";
  const left = round.asks.filter((_, index) => (slots[index] ?? null) === null);
  if (left.length === 0) return allChosenText();
  if (round.phase === "choice") return t("Choose which of your hands lies open.");
  const isMixed = new Set(left.map((ask) => ask.from_hand)).size > 1;
  const from = isMixed ? "" : sourceHandText(view, left[0]?.from_hand ?? null);
  const count = remainingText(round.asks.map((_, index) => slots[index] ?? null));
  const places = targetsText(view, left, isMixed);
  return `${count} ${
    from === "" ? places : t("{what}: {words}", { what: capitalize(from), words: places })
  }.`;
}

/** What there is to do once every choice is made. */
export function allChosenText(): string {
  return t("Everything is chosen. Confirm your choice, or take it back.");
}

/** What the next card is for, and which hand it comes from if there are two. */
export function nextCardText(view: View, slots: Slots, slot: number): string {
  const asks = view.round?.asks ?? [];
  const vacant = asks.map((_, index) => index).filter((index) => (slots[index] ?? null) === null);
  const next = asks[vacant.includes(slot) ? slot : vacant[0] ?? -1];
  if (next === undefined) return allChosenText();
  const own = ownHands(view);
  const details = { target: next.text, n: asks.length - vacant.length + 1, all: asks.length };
  if (own.length < 2 || next.from_hand === null) {
    return t("Choose a card for {target} ({n} of {all}).", details);
  }
  return own[0]?.hand === next.from_hand
    ? t("First hand: choose a card for {target} ({n} of {all}).", details)
    : t("Second hand: choose a card for {target} ({n} of {all}).", details);
}

/** How many cards are still to be chosen. */
export function remainingText(slots: Slots): string {
  const left = slots.filter((card) => card === null).length;
  return left === slots.length
    ? tn("Choose {n} card.", "Choose {n} cards.", left)
    : tn("Choose {n} more card.", "Choose {n} more cards.", left);
}

function chosenCardText(view: View, round: RoundView, choice: string, index: number): string {
  if (choice === OPEN_HAND_CHOICES[0]) return t("the first hand lies open");
  if (choice === OPEN_HAND_CHOICES[1]) return t("the second hand lies open");
  const target = round.asks[index]?.text ?? "";
  return t("{card}, for {target}", { card: cardName(view, choice), target });
}

/** What has been chosen and where it goes; empty if nothing has been. */
export function chosenText(view: View, slots: Slots): string {
  const round = view.round;
  if (round === null) return "";
  const chosen = slots.flatMap((choice, index) =>
    choice === null ? [] : [chosenCardText(view, round, choice, index)]
  );
  return chosen.length === 0
    ? ""
    : t("You have chosen: {choices}.", { choices: chosen.join(t("; ")) });
}

/** What a change of the draft has put where or taken back, and what to choose next. */
export function draftChangeText(view: View, before: Slots, slots: Slots): string {
  const round = view.round;
  if (round === null) return "";
  const changes = slots.flatMap((choice, index) => {
    const old = before[index] ?? null;
    if (choice === old) return [];
    if (choice !== null) return [`${capitalize(chosenCardText(view, round, choice, index))}.`];
    return old === null || OPEN_HAND_CHOICES.includes(old)
      ? []
      : [t("{card}, is back in your hand.", { card: cardName(view, old) })];
  });
  return changes.length === 0 ? "" : [...changes, promptText(view, slots)].join(" ");
}

/** Whose turn it is, or who still has to choose, in a sentence; empty if nobody has to act. */
export function turnText(state: State, view: View): string {
  const round = view.round;
  if (round === null || isClosed(view) || round.phase === "over") return "";
  if (round.phase !== "play") {
    return round.waiting.length === 0 ? "" : waitingText(view, round.waiting);
  }
  if (isToPlay(view)) return round.turn_text;
  if (state.waitsForTap) return t("The trick waits until you go on.");
  if (round.turn === null) return "";
  if (round.turn === view.you) return t("It is your turn.");
  const player = ownName(view, round.turn);
  if (state.preparing === round.turn) {
    return t("{player} is still being prepared; a simpler player is standing in.", { player });
  }
  return state.thinking.has(round.turn)
    ? t("{player} is thinking.", { player })
    : t("It is {player}'s turn.", { player });
}

/** Why the card cannot be used now; null if there is nothing to say. */
export function unusableReason(state: State, view: View, card: Card): string | null {
  const round = view.round;
  if (round === null || isClosed(view) || round.phase === "over") return null;
  if (isToPlay(view)) return round.why_not[card] ?? null;
  if (round.phase === "play") {
    return round.turn === null || round.turn === view.you
      ? null
      : t("It is {player}'s turn.", { player: ownName(view, round.turn) });
  }
  if (!isChoosing(view)) return [t("Your choice stands."), turnText(state, view)].join(" ").trim();
  return round.phase === "choice"
    ? t("Choose which of your hands lies open.")
    : t("This card must come from your other hand.");
}
