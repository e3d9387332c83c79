/** The dialog before leaving: what happens to the seat, and how to come back instead. */

import { html, type TemplateResult } from "lit-html";
import { isBeforeStart, isHost, otherPeople, secondsUntilComputer } from "../model/seats.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { levelTitle } from "../text/names.ts";

/** What happens to the seat of somebody who leaves. */
export function consequenceText(state: State, view: View): string {
  const others = otherPeople(view).length > 0;
  if (isBeforeStart(view)) {
    return others
      ? t("Your place becomes free again.")
      : t("Nobody else is here: the table is closed.");
  }
  if (!others) {
    return t(
      "You can leave for now: the table waits for you on the front page. If you end the match, it cannot be continued.",
    );
  }
  const level = levelTitle(state, view.table.level);
  if (view.table.clock.kind === "days") {
    return t(
      "You can leave for now, and the place stays yours: a computer player makes a choice for you only when the time for it is up. If you give it up, a computer player ({level}) takes it for the rest of the match.",
      { level },
    );
  }
  return t(
    "You can leave for now, and the place stays yours: after waiting {n} seconds for you a computer player plays, until you are back. If you give it up, a computer player ({level}) takes it for the rest of the match.",
    { n: secondsUntilComputer(view), level },
  );
}

/** The content of the dialog. */
export function leaveDialog(state: State, view: View, on: Actions): TemplateResult {
  const others = otherPeople(view).length > 0;
  const words = isBeforeStart(view)
    ? t("Leave the table")
    : others
    ? t("Give up my place")
    : t("End the match");
  return html`
    <p>${consequenceText(state, view)}</p>
    ${isHost(view) && others
      ? html`<p>${t("The person who has been here longest becomes the host.")}</p>`
      : null}
    <p class="buttons">
      <a class="button" href="/">${t("Leave for now")}</a>
      <button type="button" @click="${() => on.close()}">${t("Stay")}</button>
      <button type="button" class="danger" data-act="leave" @click="${() => on.leave()}">
            ${words}
          </button>
    </p>
  `;
}
