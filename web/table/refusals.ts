/** How the table shows that the server has refused a command. */

import type { State } from "../model/types.ts";
import { withAnnouncement } from "./announcements.ts";

const ABOUT_NAMES = ["bad-name", "name-taken"];

interface Refusal {
  code: string;
  text: string;
}

/** Whether the refusal is about the name. */
export function isNameRefusal({ code }: Refusal): boolean {
  return ABOUT_NAMES.includes(code);
}

/** The change of the state: the reason is shown at the name field, or beside whose turn it is. */
export function stateAfterRefusal(refusal: Refusal): Partial<State> {
  const reason = isNameRefusal(refusal) ? { nameError: refusal.text } : { notice: refusal.text };
  return { pending: false, raised: null, premove: null, ...reason };
}

/** The change of the state where the server can save nothing, until the next event. */
export function stateAtOutage(before: State, text: string): Partial<State> {
  const announcements = withAnnouncement(before.announcements, text);
  return { notice: text, isOutage: true, announcements };
}

/** Focuses the field with the refused name. */
export function focusNameField(root: HTMLElement): void {
  // A field in an open dialog comes last, and nothing behind the dialog can have the focus.
  [...root.querySelectorAll<HTMLElement>("input[aria-invalid]")].at(-1)?.focus();
}
