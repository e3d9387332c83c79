/** The tricks of the round in a dialog that one tap opens, on phones too. */

import { html, nothing, type TemplateResult } from "lit-html";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { pastTricks } from "./history.ts";
import { TRICKS_ICON } from "./icons.ts";
import { t } from "../text/i18n.ts";
import { shortcut } from "../text/shortcuts.ts";

/** The button near the trick that shows the tricks so far; nothing while there are none. */
export function tricksButton(
  state: State,
  view: View,
  on: Actions,
): TemplateResult | typeof nothing {
  const { round } = view;
  if (round === null || round.phase !== "play" || round.tricks.length === 0) return nothing;
  return html`
    <button
      type="button"
      class="icon tricks-button"
      data-act="tricks"
      aria-keyshortcuts="${shortcut(state, "tricks")}"
      aria-label="${t("Tricks so far")}"
      title="${t("Tricks so far")}"
      @click="${() => on.open("tricks")}"
    >${TRICKS_ICON}</button>
  `;
}

/** The tricks that the table shows now, the last one first. */
export function tricksDialog(view: View): TemplateResult {
  const round = view.round;
  if (round === null || round.tricks.length === 0) {
    return html`<p>${t("No trick is shown now.")}</p>`;
  }
  return html`<ol class="plain-list past-tricks" reversed>${pastTricks(view, round)}</ol>`;
}
