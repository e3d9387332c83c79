/** The dialogs of the table: settings, keys, people, legend, leaving. */

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { tricksDialog } from "./tricks_dialog.ts";
import type { Actions, DialogName, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { leaveDialog } from "../people/leave_dialog.ts";
import { peopleDialog } from "../people/people_dialog.ts";
import { t } from "../text/i18n.ts";
import { keysDialog } from "../settings/keys_dialog.ts";
import { legend } from "./legend.ts";
import { settingsForm } from "../settings/settings_form.ts";
import { takeSettingsOpen } from "../storage/settings_open.ts";

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
      return keysDialog(state, on);
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

/** The change that opens a dialog. */
export function openedDialog(state: State, dialog: DialogName): Partial<State> {
  return {
    dialog,
    keyNotice: "",
    notice: null,
    announcedBeforeDialog: state.announcements.at(-1)?.id ?? 0,
  };
}

/** The change that opens the settings again where the page was loaded anew in another language. */
export function reopenedSettings(state: State): Partial<State> {
  return takeSettingsOpen(sessionStorage) ? openedDialog(state, "settings") : {};
}

/** What is announced while the dialog is open: it hides the rest of the page from screen readers. */
function announcementsInDialog(state: State): TemplateResult {
  const news = state.announcements.filter(({ id }) => id > state.announcedBeforeDialog);
  return html`<div class="visually-hidden" role="log" aria-live="polite" id="announcements-in-dialog">
    ${repeat(news, ({ id }) => id, ({ text }) => html`<p>${text}</p>`)}
  </div>`;
}

/** Whether a click is outside the dialog, on its backdrop. */
function isOutside(event: MouseEvent): boolean {
  const window = event.currentTarget;
  if (event.target !== window || !(window instanceof HTMLElement)) return false;
  const { left, right, top, bottom } = window.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < left || x > right || y < top || y > bottom;
}

/** Whether the dialog has been closed; it may be open again when the browser says so. */
function isClosedNow({ currentTarget }: Event): boolean {
  return currentTarget instanceof HTMLDialogElement && !currentTarget.open;
}

/** The lower edge of a dialog that may be longer than the screen; it stays while the rest scrolls. */
function foot(on: Actions): TemplateResult {
  return html`
    <footer>
      <button type="button" class="primary" @click="${() => on.close()}">${t("Done")}</button>
    </footer>
  `;
}

/** The dialog element of the table; empty while closed. */
export function dialog(state: State, view: View, on: Actions): TemplateResult {
  const name = state.dialog;
  return html`
    <dialog
      class="window"
      aria-labelledby="window-title"
      @close="${(event: Event) => {
        if (isClosedNow(event)) on.close();
      }}"
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
          ${content(name, state, view, on)} ${announcementsInDialog(state)}
          ${name === "leave" ? nothing : foot(on)}
        `}
      </dialog>
  `;
}
