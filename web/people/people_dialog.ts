/** The dialog with everybody at the table, the invitation, and the link for another device. */

import { html, nothing, type TemplateResult } from "lit-html";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { invitationPanel } from "./sharing.ts";
import { tableOptionsForm } from "./table_options.ts";
import { places } from "./places.ts";
import { nameField } from "./waiting_room.ts";

function watchers(state: State): TemplateResult | typeof nothing {
  const n = state.present?.watchers ?? 0;
  if (n === 0) return nothing;
  return html`<p>${tn("{n} person is watching.", "{n} people are watching.", n)}</p>`;
}

/** The content of the dialog. */
export function peopleDialog(state: State, view: View, on: Actions): TemplateResult {
  return html`
    <div class="people">
      ${state.notice === null ? nothing : html`<p class="status refused">${state.notice}</p>`}
      ${nameField(state, view, on, undefined, "name-in-window")} ${places(
        state,
        view,
        on,
      )} ${watchers(state)} ${tableOptionsForm(
        state,
        view,
        on,
      )}
      ${view.you === null ? nothing : html`
        <p class="buttons">
          <a class="button" href="/tables/${view.table.id}/seat">${t(
            "Continue on another device",
          )}</a>
        </p>
      `} ${invitationPanel(state, view, on, "invitation-in-window")}
    </div>
  `;
}
