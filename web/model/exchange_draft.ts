/** The draft of an exchange, stored for this tab so that a reload of the page does not lose it. */

import type { Card, View } from "../net/wire.ts";
import { storeValue } from "../storage/store.ts";
import { isChoosing, OPEN_HAND_CHOICES, ownHands } from "./selectors.ts";
import type { State } from "./types.ts";

type Slots = State["slots"];

function storageKey(table: string): string {
  return `bottle_begun ${table}`;
}

/** Stores the chosen cards for a table and a decision; removes an empty draft. */
export function storeDraft(
  storage: Pick<Storage, "setItem" | "removeItem">,
  table: string,
  situation: string,
  slots: Slots,
): void {
  if (slots.every((choice) => choice === null)) storage.removeItem(storageKey(table));
  else storeValue(storage, storageKey(table), JSON.stringify([situation, slots]));
}

/** The stored draft for this decision, if all its choices are still possible; else empty slots. */
export function loadDraft(
  storage: Pick<Storage, "getItem">,
  table: string,
  situation: string,
  asks: number,
  choices: string[],
): Slots {
  const empty: Slots = Array.from({ length: asks }, () => null);
  const stored = storage.getItem(storageKey(table));
  if (stored === null) return empty;
  const [then, slots] = JSON.parse(stored) as [string, Slots];
  const fits = then === situation && slots.length === asks &&
    slots.every((choice) => choice === null || choices.includes(choice));
  return fits ? slots : empty;
}

/** The draft of the user's decision now, from before a reload of the page; empty if there is none. */
export function draftBeforeReload(storage: Pick<Storage, "getItem">, view: View): Slots {
  if (!isChoosing(view)) return [];
  const choices = [...OPEN_HAND_CHOICES, ...ownHands(view).flatMap((hand) => hand.cards ?? [])];
  const asks = view.round?.asks.length ?? 0;
  return loadDraft(storage, view.table.id, draftKey(view), asks, choices);
}

/** Identifies the decision that the slots belong to; the slots are emptied when it changes. */
export function draftKey(view: View): string {
  const round = view.round;
  return round === null
    ? ""
    : `${view.table.id} ${round.number} ${round.phase} ${round.stage} ${round.committed === null}`;
}

/**
 * The slot that the card goes to: the one that the hint names, the active one, or the next vacant one.
 *
 * Returns -1 if every slot is filled. A slot that the user has chosen goes before the hint's.
 */
export function slotFor(
  { slots, activeSlot, isSlotChosen, hint }: Pick<
    State,
    "slots" | "activeSlot" | "isSlotChosen" | "hint"
  >,
  card: Card,
): number {
  const hinted = hint?.actions?.indexOf(card) ?? -1;
  if (!isSlotChosen && slots[hinted] === null) return hinted;
  return slots[activeSlot] === null ? activeSlot : slots.indexOf(null);
}
