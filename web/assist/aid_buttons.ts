/** The aids in the row above the hand: the card chosen ahead, undo, claim and the order of cards. */

import { html, nothing, type TemplateResult } from "lit-html";
import { ownCards } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { shortcut } from "../text/shortcuts.ts";
import { claimButton } from "./claim.ts";
import { premoveButtons } from "./premove.ts";
import { undoButton } from "./undo.ts";

/** The signs of the button that sorts a hand. */
export const NUMBERS_ICON = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M1 10h3v4H1Zm5-4h3v8H6Zm5-4h3v12h-3Z" />
</svg>`;
export const SUITS_ICON = html`
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="3.500" cy="11" r="3" />
    <path d="M9 8h6v6H9ZM8 1l3.500 5.500h-7Z" />
  </svg>
`;

/** The button that sorts the hand the other way. */
function sortButton(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (ownCards(state, view).length < 2) return nothing;
  const isBySuit = state.settings.sort === "suit";
  const words = isBySuit ? t("Sort by number") : t("Sort by suit");
  return html`
    <button
      type="button"
      class="icon sort-button"
      data-act="sort"
      aria-keyshortcuts="${shortcut(state, "sort")}"
      aria-label="${words}"
      title="${words}"
      @click="${() => on.set("sort", isBySuit ? "number" : "suit")}"
    >${isBySuit ? NUMBERS_ICON : SUITS_ICON}</button>
  `;
}

/** The buttons of all aids that can be used now. */
export function aidButtons(state: State, view: View, on: Actions): TemplateResult {
  return html`${premoveButtons(state, view, on)} ${undoButton(state, view, on)} ${
    claimButton(state, view, on)
  } ${sortButton(state, view, on)}`;
}
