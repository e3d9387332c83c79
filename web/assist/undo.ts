/** Undo: the user's last card or choices, while nothing has been revealed because of them. */

import { html, nothing, type TemplateResult } from "lit-html";
import { isClosed } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { Command, TableEvent, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { capitalize, cardName, ownName } from "../text/names.ts";
import { shortcut } from "../text/shortcuts.ts";

/** The command that takes back the last card or the choices; null if that is not possible. */
export function undoCommand(view: View): Command | null {
  const round = view.round;
  if (round === null || !round.undo || isClosed(view)) return null;
  return round.phase === "play"
    ? { k: "undo", round: round.number, step: round.step }
    : { k: "undo", round: round.number, stage: round.stage };
}

/** An undone card or choice in words, for everybody at the table. */
export function undoText(view: View, event: Pick<TableEvent, "player" | "card">): string {
  const name = ownName(view, event.player ?? 0);
  const yours = event.player === view.you;
  const card = event.card === undefined || event.card === null
    ? null
    : capitalize(cardName(view, event.card));
  if (card !== null) {
    return yours
      ? t("{card}, is back in your hand.", { card })
      : t("{name} takes a card back: {card}.", { name, card });
  }
  return yours ? t("Your choice is taken back.") : t("{name} chooses again.", { name });
}

/** The button that takes back the last card or the choices. */
export function undoButton(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (undoCommand(view) === null) return nothing;
  return html`
    <button
      type="button"
      class="undo-button"
      data-act="undo-last"
      aria-keyshortcuts="${shortcut(state, "undo")}"
      aria-disabled="${state.pending ? "true" : "false"}"
      @click="${() => on.undo()}"
    >${t("Take it back")}</button>
  `;
}
