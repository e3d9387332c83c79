/** The Imp's Trick opens card by card while the loss counts up. */

import { html, nothing, type TemplateResult } from "lit-html";
import { cardBack, openCard } from "../cards/card.ts";
import type { Actions, State } from "../model/types.ts";
import type { RoundResultView, View } from "../net/wire.ts";
import { formatNumber, t, tn } from "../text/i18n.ts";
import { ownName, pointsOf } from "../text/names.ts";
import { shortcut } from "../text/shortcuts.ts";
import { lossSoFar, ownersOf, stuckText } from "./own_result.ts";

/** The Imp's Trick with so many cards open. */
export function impsTrickReveal(
  state: State,
  view: View,
  result: RoundResultView,
  on: Actions,
): TemplateResult {
  const { imps_trick: cards } = result;
  const revealed = state.revealed ?? cards.length;
  const points = pointsOf(view, cards.slice(0, revealed));
  const isMine = view.you !== null && result.owners.includes(view.you);
  const stuck = stuckText(view, result);
  return html`
    <div class="imps-reveal ${isMine ? "mine-too" : ""}">
      <h2 tabindex="-1">${stuck === "" ? t("The Imp's Trick") : stuck}</h2>
      <p class="laid">
          ${cards.map((card, place) =>
            html`
              <span class="laid-card ${place < revealed ? "open" : ""} ${place === revealed - 1
                ? "newest"
                : ""}"
              >${place < revealed ? openCard(view, card) : cardBack()}</span>
            `
          )}
        </p>
      <p class="imps-points">${t("{what}: {words}", {
        what: t("The Imp's Trick"),
        words: tn("{n} point", "{n} points", points),
      })}</p>
      ${ownersOf(result).length === 0 ? nothing : html`
        <p class="losses">
          ${ownersOf(result).map((owner) =>
            html`
              <span class="loss ${owner === view.you ? "you" : ""}"
              >${ownName(view, owner)} <b>${formatNumber(
                lossSoFar(result, owner, points, view.round?.weights[owner] ?? 1),
              )}</b></span>
            `
          )}
        </p>
      `}
      <p class="buttons">
        <button
          type="button"
          data-act="show-score"
          aria-keyshortcuts="${shortcut(state, "next")}"
          @click="${() => on.showScore()}"
        >
          ${t("Show the score")}
        </button>
      </p>
    </div>
  `;
}
