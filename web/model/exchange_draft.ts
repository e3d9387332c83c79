/** The draft of an exchange, stored for this tab so that a reload of the page does not lose it. */

import type { View } from "../net/wire.ts";

type Slots = (string | null)[];

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
  else storage.setItem(storageKey(table), JSON.stringify([situation, slots]));
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
  const kept = storage.getItem(storageKey(table));
  if (kept === null) return empty;
  const [then, slots] = JSON.parse(kept) as [string, Slots];
  const fits = then === situation && slots.length === asks &&
    slots.every((choice) => choice === null || choices.includes(choice));
  return fits ? slots : empty;
}

/** Identifies the decision that the slots belong to; the slots are emptied when it changes. */
export function draftKey(view: View): string {
  const round = view.round;
  return round === null
    ? ""
    : `${round.number} ${round.phase} ${round.stage} ${round.committed === null}`;
}
