/** The dialogs of the table: settings, keys, people, legend, leaving. */

import { html, nothing, type TemplateResult } from "lit-html";
import { tricksDialog } from "./tricks_dialog.ts";
import type { Actions, DialogName, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { leaveDialog } from "../people/leave_dialog.ts";
import { peopleDialog } from "../people/people_dialog.ts";
import { t } from "../text/i18n.ts";
import { legend } from "./legend.ts";
import { settingsForm } from "./settings_form.ts";

function keys(): [string[], string][] {
  return [
    [["\u2190", "\u2192"], t("go through your cards")],
    [["\u2191", "\u2193"], t("go to your other hand")],
    [["2", "5"], t("type a number to go to that card, with . for a half card")],
    [["Enter"], t("play the card, choose it ahead of your turn, or choose it in the exchange")],
    [["Shift", "1 \u2026 4"], t("put the card into that place of the exchange")],
    [["Y"], t("confirm the exchange, or the raised card")],
    [["U"], t("undo: take back a choice, a card, or the card chosen ahead")],
    [["C"], t("claim the tricks to come, if they are certain")],
    [["N"], t("go on after a trick, show the score, next round")],
    [["I"], t("ask for a hint")],
    [["W"], t("say where things stand")],
    [["T"], t("say the last trick")],
    [["L"], t("look at the tricks so far")],
    [["S"], t("sort by number or by suit")],
    [["H"], t("go to your hand")],
    [["V"], t("turn the sounds off or on")],
    [["M"], t("open or close the talk")],
    [["Esc"], t("put the raised card back, close a window")],
    [["?"], t("this list")],
  ];
}

function help(): TemplateResult {
  return html`<dl class="keys">
    ${
    keys().map(([names, text]) =>
      html`
        <div>
          <dt>${names.map((name) =>
            html`
              <kbd>${name}</kbd>
            `
          )}</dt>
          <dd>${text}</dd>
        </div>
      `
    )
  }
  </dl>`;
}

const TITLES: Record<DialogName, () => string> = {
  help: () => t("Keys"),
  settings: () => t("Settings"),
  leave: () => t("Leave the table"),
  people: () => t("People at this table"),
  legend: () => t("Signs"),
  tricks: () => t("Tricks so far"),
};

function content(
  name: DialogName,
  state: State,
  view: View,
  on: Actions,
): TemplateResult {
  switch (name) {
    case "help":
      return help();
    case "settings":
      return settingsForm(state, on);
    case "leave":
      return leaveDialog(state, view, on);
    case "people":
      return peopleDialog(state, view, on);
    case "tricks":
      return tricksDialog(view);
    case "legend":
      return view.round === null ? html`` : legend(view, view.round);
  }
}

/** Whether a click is outside the dialog, on its backdrop. */
function isOutside(event: MouseEvent): boolean {
  const window = event.currentTarget;
  if (event.target !== window || !(window instanceof HTMLElement)) return false;
  const { left, right, top, bottom } = window.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < left || x > right || y < top || y > bottom;
}

/** The dialog element of the table; empty while closed. */
export function dialog(state: State, view: View, on: Actions): TemplateResult {
  const name = state.dialog;
  return html`
    <dialog
      class="window"
      aria-labelledby="window-title"
      @close="${() => on.close()}"
      @click="${(event: MouseEvent) => {
        if (isOutside(event)) on.close();
      }}"
    >
        ${name === null ? nothing : html`
          <header>
            <h2 id="window-title" tabindex="-1">${TITLES[name]()}</h2>
            <button type="button" class="icon" aria-label="${t("Close")}" @click="${() =>
              on.close()}">
              <span aria-hidden="true">×</span>
            </button>
          </header>
                ${content(name, state, view, on)}
        `}
      </dialog>
  `;
}
