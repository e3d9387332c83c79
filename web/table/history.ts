/** The details beside the table: earlier tricks, the user's exchange, the score sheet. */

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { pointsWithCoin, smallCard } from "../cards/card.ts";
import { tricksFinished } from "../model/selectors.ts";
import { sideClass, sideSign } from "../model/sides.ts";
import type { RoundView, TakenTrick, View } from "../net/wire.ts";
import { dealtCards } from "../score/score.ts";
import { formatNumber, formatSigned, t } from "../text/i18n.ts";
import { ownName, playerName, playerNames } from "../text/names.ts";
import { saleText } from "../text/narration.ts";
import { legendPanel } from "./legend.ts";

function pastTrick(view: View, trick: TakenTrick, number: number): TemplateResult {
  return html`<li class="past-trick">
    <span class="past-trick-head"
      ><b>${t("Trick {n}", { n: number })}</b>
      <span>${trick.taker === view.you ? t("yours") : playerName(view, trick.taker)}</span> ${
    pointsWithCoin(trick.points)
  }</span
    >
    <ol class="plain-list minis">
      ${
    trick.plays.map((play, place) =>
      html`<li class="${play.card === trick.winning_card ? "best" : ""}">
          ${smallCard(view, play.card)}<span class="by"
            >${ownName(view, play.player)}${
        place === 0 ? html`<span class="visually-hidden"> ${t("led")}</span>` : nothing
      }</span
          >
        </li>`
    )
  }
    </ol>
    ${
    trick.price_after === null ? nothing : html`
      <span class="sold"
      >${saleText(view, { ...trick, price: trick.price_after })}</span>
    `
  }
  </li>`;
}

/** The tricks of the round that the table shows, the last one first. */
export function pastTricks(view: View, round: RoundView): TemplateResult[] {
  const last = tricksFinished(view, round);
  return round.tricks.map((trick, place) =>
    pastTrick(view, trick, last - round.tricks.length + place + 1)
  ).reverse();
}

function tricks(view: View, round: RoundView): TemplateResult | typeof nothing {
  const last = round.tricks.at(-1);
  if (last === undefined) return nothing;
  const earlier = round.tricks.slice(0, -1).map((trick, place) => ({ trick, number: place + 1 }));
  return html`<section class="panel" aria-labelledby="tricks-title">
    <h2 id="tricks-title">${t("Last trick")}</h2>
    <ol class="plain-list past-tricks">${pastTrick(view, last, tricksFinished(view, round))}</ol>
    ${
    earlier.length === 0 ? nothing : html`
      <details class="earlier">
        <summary>${t("Earlier tricks")}</summary>
        <ol class="plain-list past-tricks">
              ${earlier.reverse().map(({ trick, number }) => pastTrick(view, trick, number))}
            </ol>
      </details>
    `
  }
  </section>`;
}

function passes(view: View, round: RoundView): TemplateResult | typeof nothing {
  if (round.passed.length === 0 && round.received.length === 0) return nothing;
  return html`
    <section class="panel" aria-labelledby="passes-title">
      <h2 id="passes-title">${t("Your exchange")}</h2>
      <dl class="passes">
          ${round.passed.map((one) =>
            html`
              <div>
                <dt>
                          ${one.to === "imp"
                            ? t("Imp's Trick")
                            : t("to {player}", { player: ownName(view, one.to) })}
                        </dt>
                <dd>${smallCard(view, one.card)}</dd>
              </div>
            `
          )} ${round.received.map((one) =>
            html`
              <div class="in">
                <dt>${t("from {player}", { player: ownName(view, one.from) })}</dt>
                <dd>${smallCard(view, one.card)}</dd>
              </div>
            `
          )}
        </dl>
    </section>
  `;
}

/** The score sheet of the match: a row for each round. */
function scoreSheet(view: View): TemplateResult {
  const { sheet: rows, totals } = view.match;
  const best = Math.max(...totals);
  return html`
    <section class="panel" aria-labelledby="sheet-title">
      <h2 id="sheet-title">${t("Score sheet")}</h2>
      <div class="scroller players-${view.players
        .length}" tabindex="0" role="group" aria-labelledby="sheet-title">
        <table class="sheet">
          <thead>
            <tr>
                <th scope="col"><span class="visually-hidden">${t("Round")}</span></th>
                ${view.players.map((player) =>
                  html`<th scope="col"><span>${player.name}</span></th>`
                )}
              </tr>
          </thead>
          <tbody>
              ${rows.map((row) =>
                html`<tr>
              <th scope="row">
                <a href="/tables/${view.table.id}/rounds/${row.round}" title="${
                  t("Replay round {n}", { n: row.round })
                }"><span aria-hidden="true">${row.round}</span><span class="visually-hidden">${
                  t("Replay round {n}", { n: row.round })
                }</span></a>
              </th>
              ${
                  row.scores.map((score, player) =>
                    html`<td class="${score < 0 ? "minus" : ""} ${
                      row.owners.includes(player) ? "owner" : ""
                    }">
                  ${formatSigned(score)}${
                      row.owners.includes(player)
                        ? html`<span class="visually-hidden"> ${t("owner of the bottle")}</span>`
                        : nothing
                    }
                </td>`
                  )
                }
            </tr>`
              )}
            </tbody>
          <tfoot>
            <tr>
                <th scope="row">${t("Total")}</th>
                ${totals.map((total) =>
                  html`<td class="${total === best && rows.length > 0 ? "best" : ""}">${
                    formatNumber(total)
                  }</td>`
                )}
              </tr>
          </tfoot>
        </table>
      </div>
      ${rows.length > 0
        ? html`<p class="sheet-note">${
          t("The number of a round leads to its replay. The dot marks who owned the bottle at the end.")
        }</p>`
        : nothing}
    </section>
  `;
}

/** Which players score together. */
function teams(view: View, round: RoundView | null): TemplateResult | typeof nothing {
  if (round === null || round.sides === null) return nothing;
  return html`
    <section class="panel" aria-labelledby="sides-title">
      <h2 id="sides-title">${t("Sides")}</h2>
      <ul class="plain-list sides">
        ${round.sides.map((side) =>
          html`
            <li>
              <span class="badge ${sideClass(round, side)}" aria-hidden="true">${sideSign(
                round,
                side,
              )}</span>
              ${playerNames(view, side)}${(round.weights[side[0] ?? 0] ?? 1) > 1
                ? html`, <span>${t("counts double")}</span>`
                : nothing}
            </li>
          `
        )}
      </ul>
    </section>
  `;
}

/** The address of the rules page of this edition, with a link back to this table. */
export function rulesLink({ table }: View): string {
  return `${table.rules}?table=${table.id}`;
}

function about(view: View): TemplateResult {
  const { table } = view;
  return html`<section class="panel about" aria-labelledby="about-title">
    <h2 id="about-title">${t("This table")}</h2>
    <p>${table.title}</p>
    ${
    table.options.length === 0
      ? nothing
      : html`<ul>${table.options.map((option) => html`<li>${option}</li>`)}</ul>`
  }
    <p><a href="${rulesLink(view)}" target="_blank">${t("Rules of this edition (new tab)")}</a></p>
  </section>`;
}

/** For spectators, if the table allows it: all hands of the previous round. */
function lastRoundHands(view: View): TemplateResult | typeof nothing {
  const hands = view.late ?? null;
  if (hands === null) return nothing;
  return html`<section class="panel" aria-labelledby="late-title">
    <h2 id="late-title">${t("Round {n}, all hands", { n: hands.round })}</h2>
    ${dealtCards(view, hands, t("Who was dealt what, and who passed what"))}
  </section>`;
}

/** The side panel with the details. */
export function sidePanel(view: View): TemplateResult {
  const { round, table, you, players, match } = view;
  const isAnyOpen = round?.hands.some((hand) => hand.open || hand.cards !== null);
  return html`${
    round === null
      ? nothing
      : html`${tricks(view, round)} ${passes(view, round)} ${teams(view, round)}`
  } ${guard([players, match.sheet, match.totals], () => scoreSheet(view))} ${lastRoundHands(view)}
    ${
    guard(
      [table, you, players, round?.sides, round?.weights, isAnyOpen],
      () => legendPanel(view, round),
    )
  } ${guard([table], () => about(view))}`;
}
