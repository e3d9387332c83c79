/** The ranking at the end of a match: places, partners together, the last round beside the total. */

import { html, nothing, type TemplateResult } from "lit-html";
import { hasLastingSides } from "../model/sides.ts";
import type { RoundResultView, RoundView, View } from "../net/wire.ts";
import { formatNumber, formatSigned, t } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";
import { bottleText, noteRow, notesOn } from "./round_table.ts";

/** Players with one place and one total: a pair, or a single player. */
export interface Standing {
  players: number[];
  total: number;
  /** The place, equal for equal totals; null for a player that a rule drives. */
  place: number | null;
}

/** The standings of a match, best first. */
export function standings(view: View, round: RoundView): Standing[] {
  const { totals } = view.match;
  const isDriven = (player: number) => view.players[player]?.kind === "driven";
  const totalOf = (player: number) => totals[player] ?? 0;
  const areAlike = (side: number[]) => new Set(side.map(totalOf)).size === 1;
  const sides = hasLastingSides(round) && round.sides?.every(areAlike)
    ? round.sides
    : totals.map((_, player) => [player]);
  const ranked = sides.map((players) => ({
    players,
    total: totalOf(players[0] ?? 0),
    isDriven: players.every(isDriven),
  }));
  const rivals = ranked.filter((one) => !one.isDriven);
  return ranked
    .sort((one, other) => Number(one.isDriven) - Number(other.isDriven) || other.total - one.total)
    .map(({ players, total, isDriven }) => ({
      players,
      total,
      place: isDriven ? null : 1 + rivals.filter((other) => other.total > total).length,
    }));
}

function rows(
  view: View,
  round: RoundView,
  result: RoundResultView,
  standing: Standing,
): TemplateResult[] {
  const { players, total, place } = standing;
  const notes = players.map((player) => notesOn(view, round, result, player));
  const height = players.length + notes.filter((one) => one.length > 0).length;
  return players.map((player, index) => {
    const score = result.scores[player] ?? 0;
    const isWinner = view.match.winners.includes(player);
    return html`
      <tr class="${player === view.you ? "you" : ""} ${isWinner ? "winner" : ""}">
        ${index > 0
          ? nothing
          : html`<td class="rank" rowspan="${height}">${place ?? "\u2013"}</td>`}
        <th scope="row">${ownName(view, player)}</th>
        <td>${bottleText(result, player)}</td>
        <td class="${score < 0 ? "minus" : ""}">${formatSigned(score)}</td>
        ${index > 0
          ? nothing
          : html`<td class="total" rowspan="${height}"><b>${formatNumber(total)}</b></td>`}
      </tr>
      ${noteRow(notes[index] ?? [], 3, isWinner ? "winner" : "")}
    `;
  });
}

/** The table of the ranking. */
export function ranking(view: View, round: RoundView, result: RoundResultView): TemplateResult {
  return html`
    <table class="scores ranking">
      <caption class="visually-hidden">${t("Ranking of the match")}</caption>
      <thead>
        <tr>
          <th scope="col" rowspan="2">${t("Place")}</th>
          <th scope="col" rowspan="2">${t("Player")}</th>
          <th scope="colgroup" colspan="2" class="group">${t("Last round")}</th>
          <th scope="col" rowspan="2">${t("Total")}</th>
        </tr>
        <tr>
          <th scope="col">${t("Bottle")}</th>
          <th scope="col">${t("Score")}</th>
        </tr>
      </thead>
      ${standings(view, round).map((standing) =>
        html`<tbody class="${standing.players.length > 1 ? "pair" : ""}">
          ${rows(view, round, result, standing)}
        </tbody>`
      )}
    </table>
  `;
}
