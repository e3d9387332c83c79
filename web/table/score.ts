/** The end of a round: the scores, the Imp's Trick laid open, and why; the end of the match. */

import { html, nothing, type TemplateResult } from "lit-html";
import { openCard, pointsWithCoin, smallCard } from "../cards/card.ts";
import { finishedLessons } from "../model/finished_lessons.ts";
import type { Actions, State } from "../model/types.ts";
import type { RoundResultView, RoundView, View } from "../net/wire.ts";
import { clockwise } from "../people/players.ts";
import { playersNotReady, rematchText } from "../people/presence_bar.ts";
import { formatNumber, formatSigned, t } from "../text/i18n.ts";
import { ownName, waitingText, withPlayersText } from "../text/names.ts";
import { winnersText } from "../text/narration.ts";

/** A note on a player's score: the partners, or that it counts double. */
function remark(view: View, round: RoundView, player: number): string {
  if ((round.weights[player] ?? 1) > 1) return t("counts double");
  const side = round.sides?.find((one) => one.includes(player)) ?? [];
  const partners = side.filter((other) => other !== player);
  return partners.length === 0 ? "" : withPlayersText(view, partners);
}

/** The explanation of the scores of partners, for screen readers. */
function reasons(round: RoundView, result: RoundResultView): TemplateResult | typeof nothing {
  if (round.sides === null) return nothing;
  return html`
    <ul class="visually-hidden why">
      ${result.lines.slice(1).map((line) => html`<li>${line}</li>`)}
    </ul>
  `;
}

function scoreTable(view: View, round: RoundView, result: RoundResultView): TemplateResult {
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
            const owned = result.owners.filter((owner) => owner === player).length;
            const score = result.scores[player] ?? 0;
            const words = remark(view, round, player);
            return html`
              <tr
                class="${player === view.you
                  ? "you"
                  : ""} ${view.match.over && view.match.winners.includes(player) ? "winner" : ""}"
              >
                <th scope="row">
                          ${ownName(view, player)}${words === "" ? nothing : html`
                            <small>${words}</small>
                          `}
                        </th>
                <td>${pointsWithCoin(result.taken[player] ?? 0)}</td>
                <td>${owned === 0 ? "\u2013" : owned === 1 ? t("owner") : t("owner of both")}</td>
                <td class="${score < 0 ? "minus" : ""}"><b>${formatSigned(score)}</b></td>
                <td>${formatNumber(view.match.totals[player] ?? 0)}</td>
              </tr>
            `;
          })}
        </tbody>
    </table>
  `;
}

/** Scrolls opened details into view. */
function reveal({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  target.scrollIntoView({ block: "start" });
}

/** The hands that were dealt and the cards that were passed in a finished round. */
export function dealtCards(
  view: View,
  result: Pick<RoundResultView, "deal" | "passes">,
  summary: string,
): TemplateResult {
  return html`<details class="dealt" @toggle="${reveal}">
    <summary>${summary}</summary>
    ${
    result.deal.map((hand) =>
      html`
        <div class="open-hand">
          <h4>${ownName(view, hand.player)}</h4>
          <p class="minis">${hand.cards.map((card) => smallCard(view, card))}</p>
        </div>
      `
    )
  }
    <ul class="plain-list passes-all">
      ${
    result.passes.map((pass) =>
      html`<li>
          ${ownName(view, pass.player)} ${smallCard(view, pass.card)}
          <span aria-hidden="true">→</span>
          ${pass.to === "imp" ? t("Imp's Trick") : ownName(view, pass.to)}
        </li>`
    )
  }
    </ul>
  </details>`;
}

/** Who has not asked for the next round yet, in words. */
function waitedForText(view: View, wanted: number[]): string {
  if (wanted.length === 1 && wanted[0] === view.you) return t("The others wait for you");
  return waitingText(view, wanted);
}

function nextButtons(state: State, view: View, on: Actions): TemplateResult {
  if (view.table.status === "closed") {
    return html`<p class="buttons">
      <span>${t("This table is closed.")}</span> <a class="button primary" href="/">${
      t("Front page")
    }</a>
    </p>`;
  }
  if (view.match.over) {
    const rematch = view.match.rematch;
    return html`<p class="buttons">
      ${
      rematch !== null
        ? html`
          <span class="wanted">${rematchText(view)}</span>
          <a class="button primary" href="/tables/${rematch}">${t("Go to the next match")}</a>
        `
        : view.you === null
        ? nothing
        : html`
          <button
            type="button"
            class="primary"
            data-act="rematch"
            aria-disabled="${state.pending ? "true" : "false"}"
            @click="${() => on.rematch()}"
          >
                      ${t("Play again")}
                    </button>
        `
    }
      <a class="button" href="/">${t("Front page")}</a>
      ${
      finishedLessons(document.cookie).length > 0 ? nothing : html`
        <a class="button" href="/learn">${t("Learn to play")}</a>
      `
    }
      <a class="button" href="/tables/${view.table.id}/record" download>${
      t("Save the record (text file)")
    }</a>
      <a class="button" href="/t/${view.table.id}/verify">${t("Were the deals fair?")}</a>
    </p>`;
  }
  const wanted = playersNotReady(state, view);
  const isReady = view.you !== null && view.match.ready.includes(view.you);
  return html`<p class="buttons">
    ${
    view.you === null ? nothing : html`
      <button
        type="button"
        class="primary"
        data-act="next"
        aria-disabled="${state.pending || isReady ? "true" : "false"}"
        @click="${() => isReady ? undefined : on.next()}"
      >
            ${isReady ? t("You are ready") : t("Next round")}
          </button>
    `
  }
    ${
    wanted.length === 0 ? nothing : html`<span class="wanted">${waitedForText(view, wanted)}</span>`
  }
  </p>`;
}

/** The score view after the last trick, in the middle of the table. */
export function score(
  state: State,
  view: View,
  round: RoundView,
  result: RoundResultView,
  on: Actions,
): TemplateResult {
  const title = view.match.over ? winnersText(view) : t("Round {n} is over", { n: round.number });
  return html`<div class="score ${view.match.over ? "final" : ""}">
    <h2 tabindex="-1" data-act="score">${title}</h2>
    ${scoreTable(view, round, result)} ${nextButtons(state, view, on)}
    <div class="imps">
      <h3>${t("The Imp's Trick")} ${pointsWithCoin(result.imps_points)}</h3>
      <p class="laid">${result.imps_trick.map((card) => openCard(view, card, "compact"))}</p>
    </div>
    ${reasons(round, result)}
    ${dealtCards(view, result, t("Who was dealt what, and who passed what"))}
  </div>`;
}
