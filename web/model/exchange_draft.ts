/** The begun choice of an exchange, kept in this tab so that a reload of the page does not lose it. */

import type { View } from "../net/wire.ts";

type Slots = (string | null)[];

function storageKey(table: string): string {
  return `bottle_begun ${table}`;
}

/** Keeps what is chosen at a table in a situation; an empty choice is forgotten. */
export function storeDraft(
  storage: Pick<Storage, "setItem" | "removeItem">,
  table: string,
  situation: string,
  slots: Slots,
): void {
  if (slots.every((choice) => choice === null)) storage.removeItem(storageKey(table));
  else storage.setItem(storageKey(table), JSON.stringify([situation, slots]));
}

/** What was chosen in the same situation, where all of it can still be chosen; else empty slots. */
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

/** Which choices the slots stand for: they empty when this changes. */
export function draftKey(view: View): string {
  const round = view.round;
  return round === null
    ? ""
    : `${round.number} ${round.phase} ${round.stage} ${round.committed === null}`;
}
