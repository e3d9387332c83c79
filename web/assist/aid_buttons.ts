/** The aids in the row above the hand: the card chosen ahead, undo, claim and the order of cards. */

import { html, nothing, type TemplateResult } from "lit-html";
import { ownCards } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { claimButton } from "./claim.ts";
import { premoveButtons } from "./premove.ts";
import { undoButton } from "./undo.ts";

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
      aria-label="${words}"
      title="${words}"
      @click="${() => on.set("sort", isBySuit ? "number" : "suit")}"
    ><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${isBySuit
      ? "M2 12V9h3v3Zm5 0V6h3v6Zm5 0V3h3v9Z"
      : "M2 4h3v9H2Zm5 0h3v9H7Zm5 0h3v9h-3Z"}" /></svg></button>
  `;
}

/** The buttons of all aids that can be used now. */
export function aidButtons(state: State, view: View, on: Actions): TemplateResult {
  return html`${premoveButtons(state, view, on)} ${undoButton(state, view, on)} ${
    claimButton(state, view, on)
  } ${sortButton(state, view, on)}`;
}
