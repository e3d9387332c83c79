/** What the table shows when the server refuses a command. */

import type { State } from "../model/types.ts";

const ABOUT_NAMES = ["bad-name", "name-taken"];

interface Refusal {
  code: string;
  text: string;
}

/** Whether the refusal belongs to the field with the name. */
export function isNameRefusal({ code }: Refusal): boolean {
  return ABOUT_NAMES.includes(code);
}

/** What changes: the reason stands at the field that it is about, or where it is said whose turn it is. */
export function stateAfterRefusal(refusal: Refusal): Partial<State> {
  const reason = isNameRefusal(refusal) ? { nameWrong: refusal.text } : { notice: refusal.text };
  return { pending: false, raised: null, ...reason };
}

/** Puts the focus on the field with the name that was refused. */
export function focusNameField(root: HTMLElement): void {
  // An open window stands last, and nothing behind it takes the focus.
  [...root.querySelectorAll<HTMLElement>("input[aria-invalid]")].at(-1)?.focus();
}
