/** Going on after a finished trick, where the user has chosen to see it until a tap. */

import { html, nothing, type TemplateResult } from "lit-html";
import type { Actions, State } from "../model/types.ts";
import { t } from "../text/i18n.ts";
import { shortcut } from "../text/shortcuts.ts";

/** The button that goes on; nothing while nothing is held. */
export function goOnButton(state: State, on: Actions): TemplateResult | typeof nothing {
  return state.waitsForTap
    ? html`
      <button
        type="button"
        class="go-on"
        data-act="go-on"
        aria-keyshortcuts="${shortcut(state, "next")}"
        @click="${() => on.goOn()}"
      >
        ${t("Go on")}
      </button>
    `
    : nothing;
}

/** Goes on, or skips to the score, at a tap on the table itself, apart from its buttons and links. */
export function goOnAtTaps(root: HTMLElement, state: () => State, on: Actions): void {
  root.addEventListener("click", ({ target }) => {
    const { waitsForTap, revealed, claim } = state();
    const isSkippable = revealed !== null || claim !== null;
    if (!(waitsForTap || isSkippable) || !(target instanceof Element)) return;
    const isControl =
      target.closest("button, a, input, select, textarea, summary, dialog") !== null;
    if (isControl || target.closest(".table-surface") === null) return;
    if (waitsForTap) on.goOn();
    else on.showScore();
  });
}
