/** The end of a round: the scores, the Imp's Trick laid open, and why; the end of the match. */

import { html, nothing, type TemplateResult } from "lit-html";
import { openCard, pointsWithCoin, smallCard } from "../cards/card.ts";
import { isHost, otherPeople } from "../model/seats.ts";
import { hasShortClock } from "../model/selectors.ts";
import { finishedLessons } from "../storage/finished_lessons.ts";
import type { Actions, State } from "../model/types.ts";
import type { RoundResultView, RoundView, View } from "../net/wire.ts";
import { nextRoundText, playersNotReady, rematchText } from "../people/presence_bar.ts";
import { t } from "../text/i18n.ts";
import { handName, ownName, waitingText } from "../text/names.ts";
import { winnersText } from "../text/narration.ts";
import { shortcut } from "../text/shortcuts.ts";
import { ownResultText } from "./own_result.ts";
import { ranking } from "./ranking.ts";
import { impsTrickReveal } from "./reveal.ts";
import { scoreTable } from "./round_table.ts";
import { totalsGraph } from "./totals_graph.ts";

/** Scrolls opened details into view. */
export function reveal({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  target.scrollIntoView({ block: "start" });
}

/** The explanation of the scores of partners, in the words of the rules. */
function reasons(round: RoundView, result: RoundResultView): TemplateResult | typeof nothing {
  if (round.sides === null) return nothing;
  return html`
    <details class="why" @toggle="${reveal}">
      <summary>${t("Why these scores")}</summary>
      <ul>
        ${result.lines.slice(1).map((line) => html`<li>${line}</li>`)}
      </ul>
    </details>
  `;
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
        <div class="dealt-hand">
          <h4>${handName(view, result.deal, hand.player, hand.hand)}</h4>
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
          ${pass.to === "imp" ? t("Imp's Trick") : handName(view, result.deal, pass.to, pass.hand)}
        </li>`
    )
  }
    </ul>
  </details>`;
}

/** The link to the replay of the round that is over. */
function replayLink(view: View): TemplateResult {
  return html`
    <a class="button" data-act="replay" href="/tables/${view.table.id}/rounds/${view.match
      .round}">${t("Replay this round")}</a>
  `;
}

/** Who has not asked for the next round yet, in words. */
function waitedForText(view: View, wanted: number[]): string {
  if (wanted.length === 1 && wanted[0] === view.you) return t("The others wait for you.");
  return waitingText(view, wanted);
}

/** Where to go from a closed table. */
export function waysOut(state: State): TemplateResult {
  return html`
    <a class="button primary" data-act="new-match" href="${state.newTable}">${t("New match")}</a>
    <a class="button" data-act="home" href="/">${t("Front page")}</a>
  `;
}

/** A table that was closed before its match was over. */
export function closedTable(state: State): TemplateResult {
  return html`
    <div class="score">
      <h2>${t("This table is closed.")}</h2>
      <p class="buttons">${waysOut(state)}</p>
    </div>
  `;
}

/** Whether clocks of the next match would run for people who are still reading the score. */
function readsOnTheClock(view: View): boolean {
  return hasShortClock(view) && otherPeople(view).length > 0;
}

/** The host's button for a next match with other partners, if people play it with each other. */
function otherPlacesButton(
  state: State,
  view: View,
  on: Actions,
): TemplateResult | typeof nothing {
  const isOffered = isHost(view) && view.table.has_sides && otherPeople(view).length > 0;
  return isOffered
    ? html`
      <button
        type="button"
        aria-disabled="${state.pending ? "true" : "false"}"
        @click="${() => on.rematch(true)}"
      >
        ${t("Play again with other partners")}
      </button>
    `
    : nothing;
}

function nextButtons(state: State, view: View, on: Actions): TemplateResult {
  if (view.table.status === "closed") {
    return html`<p class="buttons">
      <span>${t("This table is closed.")}</span> ${waysOut(state)} ${replayLink(view)}
    </p>`;
  }
  if (view.match.over) {
    const rematch = view.match.rematch;
    return html`<p class="buttons">
      ${
      rematch !== null
        ? html`
          <span class="wanted">${rematchText()}</span>
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
            @click="${() => on.rematch(readsOnTheClock(view))}"
          >
                      ${t("Play again")}
                    </button>
          ${otherPlacesButton(state, view, on)}
        `
    }
      ${replayLink(view)}
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
  const begins = nextRoundText(state, view);
  const isReady = view.you !== null && view.match.ready.includes(view.you);
  return html`<p class="buttons">
    ${
    view.you === null ? nothing : html`
      <button
        type="button"
        class="primary"
        data-act="next"
        aria-keyshortcuts="${shortcut(state, "next")}"
        aria-disabled="${state.pending || isReady ? "true" : "false"}"
        @click="${() => isReady ? undefined : on.next()}"
      >
            ${isReady ? t("You are ready") : t("Next round")}
          </button>
    `
  }
    ${replayLink(view)} ${
    wanted.length === 0 && begins === "" ? nothing : html`
      <span class="wanted">${wanted.length === 0 ? begins : html`${waitedForText(view, wanted)}
        <span aria-hidden="true">${begins}</span>`}</span>
    `
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
  if (state.revealed !== null) return impsTrickReveal(state, view, result, on);
  const { over } = view.match;
  const own = ownResultText(view, round, result);
  return html`<div class="score ${over ? "final" : ""}">
    <h2 tabindex="-1" data-act="score">${
    over ? winnersText(view) : t("Round {n} is over", { n: round.number })
  }</h2>
    ${over || own === "" ? nothing : html`<p class="own-result">${own}</p>`}
    ${over ? ranking(view, round, result) : scoreTable(view, round, result)}
    ${nextButtons(state, view, on)} ${over ? totalsGraph(view) : nothing}
    <div class="imps">
      <h3>${t("The Imp's Trick")} ${pointsWithCoin(result.imps_points)}</h3>
      <p class="laid">${result.imps_trick.map((card) => openCard(view, card, "compact"))}</p>
    </div>
    ${reasons(round, result)}
    ${dealtCards(view, result, t("Who was dealt what, and who passed what"))}
  </div>`;
}
