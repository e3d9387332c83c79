/** What explains a hint: what each card wins or risks, in a list that its button opens. */

import { html, nothing, type TemplateResult } from "lit-html";
import { deckOf, OPEN_HAND_CHOICES } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { HintRow, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { printedCard } from "../text/names.ts";

/** The id of the list. */
export const HINT_ROWS = "hint-rows";

/** Whether a hint is shown that says more than its reason. */
export function hasHintRows({ hint }: State): boolean {
  return hint !== null && hint.actions !== null && hint.rows.length > 0;
}

/** The name of the list. */
export function whatHintRowsSay(): string {
  return t("What each choice wins or risks");
}

/** What the row is about: the number of a card, or the hand that would lie open. */
function choiceName(action: string): string {
  if (action === OPEN_HAND_CHOICES[0]) return t("First hand");
  if (action === OPEN_HAND_CHOICES[1]) return t("Second hand");
  return printedCard(action);
}

/** That the hint names this choice, and in the exchange where the card goes; empty for others. */
export function hintMark(view: View, named: string[], action: string): string {
  const place = named.indexOf(action);
  if (place < 0) return "";
  const ask = view.round?.asks[place];
  return ask === undefined || ask.to === "open"
    ? t("The hint.")
    : t("The hint: to {target}.", { target: ask.text });
}

function line(view: View, row: HintRow, mark: string): TemplateResult {
  const suit = deckOf(view).get(row.action)?.s ?? "";
  return html`
    <li class="${mark === "" ? "" : "hinted"}">
      <b class="inline-card ${suit}">${choiceName(row.action)}</b>
      <span>${mark === "" ? nothing : html`
        <b>${mark}</b>
      `} ${row.text}</span>
    </li>
  `;
}

/** The list; Escape or a tap outside closes it. */
export function hintRows(state: State, view: View): TemplateResult {
  const named = state.hint?.actions ?? [];
  return html`
    <div
      class="hint-rows"
      id="${HINT_ROWS}"
      popover
      tabindex="0"
      role="region"
      aria-label="${whatHintRowsSay()}"
      @toggle="${(event: ToggleEvent) => {
        if (event.newState === "open") (event.currentTarget as HTMLElement).focus();
      }}"
    >
      <h2>${whatHintRowsSay()}</h2>
      ${state.hint?.notes.map((note) =>
        html`
          <p>${note}</p>
        `
      )}
      <ul>
        ${state.hint?.rows.map((row) => line(view, row, hintMark(view, named, row.action)))}
      </ul>
      <p class="buttons">
        <button type="button" popovertarget="${HINT_ROWS}" popovertargetaction="hide">
          ${t("Close")}
        </button>
      </p>
    </div>
  `;
}
