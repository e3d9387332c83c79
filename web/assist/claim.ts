/** Claim: the server plays the rest of the round where its outcome is certain. */

import { html, nothing, type TemplateResult } from "lit-html";
import { substituteOf } from "../model/seats.ts";
import { isClosed, isRoundOver, isToPlay, tricksFinished } from "../model/selectors.ts";
import type { Actions, ShownClaim, State } from "../model/types.ts";
import type { Command, TableEvent, TakenTrick, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";
import { saleText, trickTakenText } from "../text/narration.ts";
import { shortcut } from "../text/shortcuts.ts";

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

/** The claim whose tricks are being shown after an event; `event` is null for a whole new view. */
export function claimAfter(
  before: ShownClaim | null,
  view: View,
  event: TableEvent | null,
): ShownClaim | null {
  const { round } = view;
  if (event === null || round === null || round.result !== null || isClosed(view)) return null;
  if (event.k !== "claim") return before;
  const { player = 0, claim = "rest" } = event;
  return { player, claim, tricksBefore: tricksFinished(view, round) };
}

/** A claim in words, for everybody at the table. */
export function claimText(view: View, { player, claim, tricksBefore }: ShownClaim): string {
  const name = ownName(view, player);
  const yours = player === view.you;
  if (claim === "last") {
    return yours
      ? t("You play out the last trick.")
      : t("{name} plays out the last trick.", { name });
  }
  const left = view.table.tricks - tricksBefore;
  return yours
    ? tn("You claim the last trick.", "You claim all {n} tricks to come.", left)
    : tn("{name} claims the last trick.", "{name} claims all {n} tricks to come.", left, { name });
}

/** What the tricks have done to the bottles, in a sentence for each that was sold. */
function salesText(view: View, tricks: TakenTrick[]): string[] {
  const sold = tricks.filter(({ bottle }) => bottle !== null);
  return [...new Set(sold.map(({ bottle }) => bottle))].flatMap((bottle) => {
    const sales = sold.filter((trick) => trick.bottle === bottle);
    const [first, last] = [sales[0], sales.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { owner_before, price_before } = first;
    return saleText(view, {
      taker: last.taker,
      owner_before,
      price_before,
      price: last.price_after,
    });
  });
}

/** Who has got what by a claim, once all its cards are played. */
export function claimOutcomeText(view: View, { player, claim, tricksBefore }: ShownClaim): string {
  const tricks = view.round?.tricks.slice(tricksBefore) ?? [];
  const points = tn("{n} point", "{n} points", tricks.reduce((sum, one) => sum + one.points, 0));
  const last = tricks.at(-1);
  if (claim === "last" && last !== undefined) {
    return `${trickTakenText(view, { ...last, price: last.price_after })} ${points}.`;
  }
  const name = ownName(view, player);
  const taken = player === view.you
    ? tn(
      "You take the last trick: {points}.",
      "You take the last {n} tricks: {points}.",
      tricks.length,
      {
        points,
      },
    )
    : tn(
      "{name} takes the last trick: {points}.",
      "{name} takes the last {n} tricks: {points}.",
      tricks.length,
      {
        name,
        points,
      },
    );
  return [taken, ...salesText(view, tricks)].join(" ");
}

/** Who takes the tricks of the claim that is being shown, in a line. */
export function claimLine(view: View, claim: ShownClaim): string {
  return isRoundOver(view) ? claimOutcomeText(view, claim) : claimText(view, claim);
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
      aria-keyshortcuts="${shortcut(state, "claim")}"
      title="${claimOfferText(view)}"
      aria-disabled="${state.pending ? "true" : "false"}"
      @click="${() => on.claim()}"
    >${words}</button>
  `;
}
