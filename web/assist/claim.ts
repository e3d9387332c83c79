/** Claim: the server plays the rest of the round where its outcome is certain. */

import { html, nothing, type TemplateResult } from "lit-html";
import { substituteOf } from "../model/seats.ts";
import { isToPlay } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { Command, TableEvent, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";

/** The command that claims what the server offers; null if it offers nothing. */
export function claimCommand(view: View): Command | null {
  const round = view.round;
  if (round === null || round.claim === null || !isToPlay(view)) return null;
  if (view.you === null || substituteOf(view, view.you) !== null) return null;
  return { k: "claim", round: round.number, step: round.step };
}

/** What is offered, in a sentence; empty if nothing is. */
export function claimOfferText(view: View): string {
  if (claimCommand(view) === null) return "";
  return view.round?.claim === "rest"
    ? t("Every trick to come is certainly yours: you can claim them.")
    : t("Only one trick is left: it can be played at once.");
}

/** A claim in words, for everybody at the table. */
export function claimText(view: View, event: Pick<TableEvent, "player" | "claim">): string {
  const name = ownName(view, event.player ?? 0);
  const yours = event.player === view.you;
  if (event.claim === "last") {
    return yours
      ? t("You have the last trick played.")
      : t("{name} has the last trick played.", { name });
  }
  return yours
    ? t("You claim every trick to come.")
    : t("{name} claims every trick to come.", { name });
}

/** The button that claims the rest; nothing if it is not certain. */
export function claimButton(
  state: State,
  view: View,
  on: Actions,
): TemplateResult | typeof nothing {
  if (claimCommand(view) === null) return nothing;
  const words = view.round?.claim === "rest" ? t("Claim the rest") : t("Play it out");
  return html`
    <button
      type="button"
      class="claim-button"
      data-act="claim"
      title="${claimOfferText(view)}"
      aria-disabled="${state.pending ? "true" : "false"}"
      @click="${() => on.claim()}"
    >${words}</button>
  `;
}
