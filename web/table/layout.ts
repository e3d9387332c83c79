/** The whole table, put together from its parts. */

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { keyed } from "lit-html/directives/keyed.js";
import { aidButtons } from "../assist/aid_buttons.ts";
import { claimLine } from "../assist/claim.ts";
import { premoveText } from "../assist/premove.ts";
import { guideButton } from "../assist/guide.ts";
import { hintButton, hintText } from "../assist/hint.ts";
import { tricksButton } from "./tricks_dialog.ts";
import { bottles } from "../cards/bottle.ts";
import { suitOf } from "../cards/card.ts";
import { exchange, exchangePrompt, waitingPrompt } from "../cards/exchange.ts";
import { hands, illegalReason } from "../cards/hand.ts";
import { numberLine } from "../cards/number_line.ts";
import { receivedText } from "../cards/received_cards.ts";
import { trick } from "../cards/trick.ts";
import { viewWhileRevealing } from "../model/imps_trick_reveal.ts";
import { isBeforeStart } from "../model/seats.ts";
import { isChoosing, isClosed, isRoundOver, isSent, isToPlay } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { RoundView, View } from "../net/wire.ts";
import { chatButton, chatPanel } from "../chat/chat.ts";
import { lowTimeText } from "../people/clock.ts";
import { connectionLine, connectionText } from "../people/connection_line.ts";
import { openHandsOfOthers, players } from "../people/players.ts";
import { presenceBar } from "../people/presence_bar.ts";
import { waitingRoom } from "../people/waiting_room.ts";
import { closedTable, score } from "../score/score.ts";
import { soundButton } from "../sound/sound_button.ts";
import { t, tn } from "../text/i18n.ts";
import { printedCard } from "../text/names.ts";
import { turnText } from "../text/prompt.ts";
import { shortcut } from "../text/shortcuts.ts";
import { dialog } from "./dialogs.ts";
import { rulesLink, sidePanel } from "./history.ts";
import { goOnButton } from "./go_on.ts";

const LONG_TITLE = 18; // letters; more do not fit a line on a phone, beside the buttons
const LONG_TITLE_BESIDE_CHAT = 12; // letters
const LONG_STATUS = 50; // letters; more take four lines on a phone, where three have room

/** Which round it is, and of how many, or to how many points the match goes. */
export function roundText(view: View): string {
  const { match, table } = view;
  if (match.round === 0) return "";
  return table.length.rounds !== null
    ? t("Round {n} of {all}", { n: match.round, all: table.length.rounds })
    : tn("Round {round}, to {n} point", "Round {round}, to {n} points", table.length.n, {
      round: match.round,
    });
}

/** Closes the menu, which would still be open when the user comes back from a new tab. */
function closeMenu(): void {
  document.getElementById("tools")?.hidePopover();
}

function bar(state: State, view: View, on: Actions): TemplateResult {
  const chat = chatButton(state, view, on);
  const most = chat === nothing ? LONG_TITLE : LONG_TITLE_BESIDE_CHAT;
  return html`
    <header class="bar">
      <a class="home" href="/" aria-label="${t("Bottle Imp, front page")}"
      ><svg viewBox="0 0 12 16" aria-hidden="true"
            ><path
              d="M4.5 1h3v4c2 .8 3.500 2.700 3.500 5A5 5 0 0 1 6 15a5 5 0 0 1-5-5c0-2.300 1.500-4.200 3.500-5Z"
            /></svg
        ></a>
      <div class="what">
        <h1 class="${view.table.title.length > most ? "long" : ""}">${view.table.title}</h1>
        <p>${roundText(view)}</p>
      </div>
      <nav class="tools" aria-label="${t("Table")}">
        ${soundButton(state, on)} ${chat}
        ${isBeforeStart(view) ? nothing : html`
          <button
            type="button"
            class="drawer-button"
            aria-expanded="${state.drawerOpen ? "true" : "false"}"
            aria-controls="side"
            @click="${() => on.openDrawer(!state.drawerOpen)}"
          >
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 4h12M2 8h12M2 12h7" /></svg
            ><span class="label">${t("Details")}</span>
          </button>
        `}
        <button type="button" class="menu-button" popovertarget="tools">${t("Menu")}</button>
        <div class="tool-list" id="tools" popover>
      <a class="button" href="${rulesLink(view)}" target="_blank" @click="${closeMenu}" title="${t(
        "Rules (in a new tab)",
      )}">${t("Rules")}</a>
          <button type="button" @click="${() => on.open("settings")}">${t("Settings")}</button>
          ${view.round === null ? nothing : html`
            <button type="button" @click="${() => on.open("legend")}">${t("Signs")}</button>
          `}
          ${guideButton(view)}
          <button
            type="button"
            class="keys-button"
            aria-keyshortcuts="${shortcut(state, "help")}"
            @click="${() => on.open("help")}"
          >
            ${t("Keys")}
          </button>
          ${isClosed(view) ? nothing : html`
            <button type="button" @click="${() => on.open("people")}">${peopleButtonText(
              state,
            )}</button>
          `}
          ${view.you === null || view.match.over || isClosed(view)
            ? nothing
            : html`<button type="button" @click="${() => on.open("leave")}">${t("Leave")}</button>`}
          </div>
      </nav>
      ${connectionLine(state)}
    </header>
  `;
}

/** The label of the people button, with the number of spectators. */
function peopleButtonText(state: State): string {
  const watchers = state.present?.watchers ?? 0;
  return watchers === 0
    ? t("People")
    : tn("People, {n} watching", "People, {n} watching", watchers);
}

/** Whose turn it is; before the first lead, preceded by the cards received. */
function statusLine(state: State, view: View, round: RoundView): string {
  if (isClosed(view)) return ""; // the middle of the table says so
  if (state.isReplay) return ""; // the panel beside the table does
  if (state.claim !== null) return claimLine(view, state.claim);
  if (isRoundOver(view)) return t("The round is over.");
  if (state.waitsForTap) return t("Tap the table to go on.");
  if (round.phase !== "play") return turnText(state, view);
  const words = turnText(state, view);
  return round.step === 0 && !isToPlay(view) ? `${receivedText(view)} ${words}`.trim() : words;
}

/** The prompt above the hand: a reason, a refusal, or whose turn it is. */
function status(state: State, view: View, round: RoundView): TemplateResult {
  if (state.notice !== null) return statusText("refused", state.notice);
  if (state.placeLost !== null) return statusText("reason", state.placeLost);
  const card = state.highlighted ?? state.raised;
  // A card under the pointer that rests there hides no reply.
  const isAsked = card !== null && isToPlay(view) && state.reply === null;
  const reason = isAsked ? illegalReason(view, card) : null;
  if (reason !== null && card !== null) {
    const sign = html`<b class="inline-card ${suitOf(view, card)}">${printedCard(card)}</b>`;
    return statusText("reason", reason, sign);
  }
  const hint = hintText(state, view);
  if (hint !== "") return statusText("hint", hint);
  if (state.reply !== null && round.phase === "play") return statusText("reason", state.reply);
  const ahead = premoveText(state);
  if (ahead !== "") return statusText("ahead", ahead);
  const words = `${statusLine(state, view, round)} ${lowTimeText(state, view)}`.trim();
  return statusText(isToPlay(view) ? "turn" : "", words);
}

/** The words, drawn as a new element: other words do not move, they take the place of these. */
function statusText(
  kind: string,
  words: string,
  sign: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const text = words === "" ? nothing : html`<span>${sign} ${words}</span>`;
  const length = words.length > LONG_STATUS ? "long" : "";
  return html`${keyed(`${kind} ${words}`, html`<p class="status ${kind} ${length}">${text}</p>`)}`;
}

function raisedButtons(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  const card = state.raised;
  if (card === null || !isToPlay(view) || !view.round?.legal.includes(card)) return nothing;
  return html`
    <div class="raised-buttons">
      <button
        type="button"
        class="primary"
        data-act="play"
        aria-keyshortcuts="${shortcut(state, "confirm")}"
        aria-disabled="${state.pending ? "true" : "false"}"
        aria-busy="${state.pending ? "true" : nothing}"
        @click="${() => on.play(card)}"
      >
          ${t("Play {card}", { card: printedCard(card) })}
        </button>
      <button
        type="button"
        data-act="put-back"
        aria-disabled="${isSent(state) ? "true" : "false"}"
        @click="${() => on.cancelRaised()}"
      >
            ${t("Put back")}
          </button>
    </div>
  `;
}

/** The button that shows the score without further delay. */
function showScoreButton(state: State, on: Actions): TemplateResult {
  return html`
    <button
      type="button"
      data-act="show-score"
      aria-keyshortcuts="${shortcut(state, "next")}"
      @click="${() => on.showScore()}"
    >
      ${t("Show the score")}
    </button>
  `;
}

function middle(state: State, view: View, now: RoundView, on: Actions): TemplateResult {
  if (now.result !== null) return score(state, view, now, now.result, on);
  if (isClosed(view)) return closedTable(state);
  if (now.phase === "exchange" || now.phase === "choice") return exchange(state, view, now, on);
  return html`${guard(known(view, now), () => trick(view, now))}`;
}

/** What to do or to wait for, and the buttons for it, between the felt and the hand. */
function prompt(state: State, view: View, now: RoundView, on: Actions): TemplateResult {
  const isFree = state.notice === null && state.placeLost === null;
  if (isChoosing(view)) {
    return exchangePrompt(state, view, now, isFree ? null : status(state, view, now), on);
  }
  if (isFree && (now.phase === "exchange" || now.phase === "choice") && !isClosed(view)) {
    return waitingPrompt(state, view, statusLine(state, view, now), on);
  }
  const canShowScore = (isRoundOver(view) && !state.isReplay) || state.claim !== null;
  return html`${status(state, view, now)} ${raisedButtons(state, view, on)} ${
    isToPlay(view) ? hintButton(state, view, on) : nothing
  } ${canShowScore ? showScoreButton(state, on) : goOnButton(state, on)} ${
    aidButtons(state, view, on)
  }`;
}

/** The board in reading order: whose turn, the trick, the bottle, open hands, the user's hand. */
function board(state: State, view: View, now: RoundView, on: Actions): TemplateResult {
  return html`${state.isReplay ? nothing : presenceBar(state, view, on)}
    <div class="table-surface">
      ${players(state, view, now)}
      <section class="middle" tabindex="-1" data-fallback-focus aria-label="${
    t("The middle of the table")
  }">
        ${middle(state, view, now, on)} ${tricksButton(state, view, on)}
      </section>
      ${guard(known(view, now), () => bottles(view, now))} ${openHandsOfOthers(state, view)}
    </div>
    <section class="mine" aria-label="${t("Your cards")}">
      <div class="prompt">${prompt(state, view, now, on)}</div>
      ${
    view.you === null || (now.phase === "choice" && isChoosing(view))
      ? nothing // the choice of the open hand shows both hands itself
      : html`<div class="own-hands">${hands(state, view, now, on)}</div>`
  }
    </section>
    ${guard(known(view, now), () => numberLine(view, now))}`;
}

/** What everybody knows of the round. What is made of nothing else stays while this stays. */
function known(view: View, round: RoundView | null): unknown[] {
  return [view.table, view.you, view.players, round];
}

/** The main content: the waiting room, or the cards. */
function content(state: State, view: View, now: RoundView | null, on: Actions): TemplateResult {
  if (isClosed(view) && now === null) return closedTable(state);
  if (isBeforeStart(view)) return waitingRoom(state, view, on);
  if (view.you === null && view.table.watch === "nobody") {
    const words = state.notice ?? state.placeLost;
    return html`
      <p class="status" tabindex="-1" data-fallback-focus>
        ${t("Only those who play see this table.")}
      </p>
      ${words === null ? nothing : html`<p class="status">${words}</p>`} ${presenceBar(
        state,
        view,
        on,
      )}
    `;
  }
  if (now === null) {
    return html`
      <p class="status" tabindex="-1" data-fallback-focus>${t("The cards are being dealt.")}</p>
    `;
  }
  return board(state, view, now, on);
}

/** The title of the page, which says whether it is the user's turn. */
export function title(view: View | null): string {
  if (view === null) return t("Bottle Imp");
  const turn = isToPlay(view) || isChoosing(view);
  return turn ? t("Your turn: {table}", { table: view.table.title }) : view.table.title;
}

/**
 * The whole table for a state, or a message before the first view.
 *
 * @param hasDetails Whether the details are drawn too, which the first picture can do without.
 */
export function table(state: State, on: Actions, hasDetails = true): TemplateResult {
  const view = state.view === null || state.revealed === null
    ? state.view
    : viewWhileRevealing(state.view);
  const live = html`
    <div class="visually-hidden" role="log" aria-live="polite" id="announcements"></div>
  `;
  // One place for both, or the live region would be another one after the first view: what is
  // announced with a new region is not heard.
  return html`${view === null ? connecting(state) : tableOf(state, view, on, hasDetails)} ${live}`;
}

function connecting(state: State): TemplateResult {
  return html`
    <main class="wait">
      <p>${connectionText(state) ?? t("Connecting to the table…")}</p>
    </main>
  `;
}

function tableOf(
  state: State,
  view: View,
  on: Actions,
  hasDetails: boolean,
): TemplateResult {
  const now = view.round;
  const phase = isBeforeStart(view)
    ? "waiting"
    : now?.result != null
    ? "over"
    : isRoundOver(view)
    ? "play"
    : now?.phase ?? "none";
  return html`
    ${bar(state, view, on)} ${chatPanel(state, view, on)}
        <div class="table phase-${phase} ${state.drawerOpen ? "drawer-open" : ""} ${isToPlay(view)
          ? "to-play"
          : ""}">
      <main class="board seats-${view.players.length}">
            ${content(state, view, now, on)}
          </main>
      ${isBeforeStart(view) ? nothing : html`
        <aside class="side" id="side" aria-label="${t("Details")}">
          <button type="button" class="drawer-close" @click="${() => on.openDrawer(false)}">
            ${t("Close")}
          </button>
          ${hasDetails
            ? guard(
              [...known(view, now), view.match.sheet, view.match.totals, view.late],
              () => sidePanel(view),
            )
            : nothing}
        </aside>
      `}
    </div>
        ${dialog(state, view, on)}
  `;
}
