/** The scores of a round in a table, with the sums behind those of partners. */

import { html, nothing, type TemplateResult } from "lit-html";
import { pointsWithCoin } from "../cards/card.ts";
import type { RoundResultView, RoundView, View } from "../net/wire.ts";
import { clockwise } from "../model/seats.ts";
import { formatNumber, formatSigned, t } from "../text/i18n.ts";
import { ownName, withPlayersText } from "../text/names.ts";
import { scoreSum, sideOf } from "./arithmetic.ts";

/** A note on a player's score: the partners, or that it counts double. */
function remark(view: View, round: RoundView, player: number): string {
  if ((round.weights[player] ?? 1) > 1) return t("counts double");
  const partners = sideOf(round, player).filter((other) => other !== player);
  return partners.length === 0 ? "" : withPlayersText(view, partners);
}

/** What else there is to say about a player's score: partners, weight, the sum behind it. */
export function notesOn(
  view: View,
  round: RoundView,
  result: RoundResultView,
  player: number,
): string[] {
  return [remark(view, round, player), scoreSum(round, result, player)].filter((one) => one !== "");
}

/** A row of notes under a player's numbers; nothing where there are none. */
export function noteRow(
  notes: string[],
  columns: number,
  more = "",
): TemplateResult | typeof nothing {
  if (notes.length === 0) return nothing;
  return html`
    <tr class="notes ${more}">
      <td colspan="${columns}">${notes.map((note) =>
        html`
          <small>${note}</small>
        `
      )}</td>
    </tr>
  `;
}

/** Which bottles a player is left with, in a word. */
export function bottleText(result: RoundResultView, player: number): string {
  const owned = result.owners.filter((owner) => owner === player).length;
  return owned === 0 ? "\u2013" : owned === 1 ? t("owner") : t("owner of both");
}

/** The scores of a round, the reader first. */
export function scoreTable(view: View, round: RoundView, result: RoundResultView): TemplateResult {
  const order = view.you === null
    ? clockwise(view)
    : [view.you, ...clockwise(view).filter((player) => player !== view.you)];
  return html`
    <table class="scores">
      <caption class="visually-hidden">${t("Scores of the round")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("Player")}</th>
          <th scope="col">${t("Taken")}</th>
          <th scope="col">${t("Bottle")}</th>
          <th scope="col">${t("Score")}</th>
          <th scope="col">${t("Total")}</th>
        </tr>
      </thead>
      <tbody>
          ${order.map((player) => {
            const score = result.scores[player] ?? 0;
            return html`
              <tr
                class="${player === view.you ? "you" : ""}"
              >
                <th scope="row">${ownName(view, player)}</th>
                <td>${pointsWithCoin(result.taken[player] ?? 0)}</td>
                <td>${bottleText(result, player)}</td>
                <td class="${score < 0 ? "minus" : ""}"><b>${formatSigned(score)}</b></td>
                <td>${formatNumber(view.match.totals[player] ?? 0)}</td>
              </tr>
              ${noteRow(notesOn(view, round, result, player), 5)}
            `;
          })}
        </tbody>
    </table>
  `;
}
