/** The exchange: a card for every slot, then the confirmation; until then, undo is possible. */

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { aidButtons } from "../assist/aid_buttons.ts";
import {
  areHintsAllowed,
  hintButton,
  hintSign,
  hintText,
  longestHintText,
} from "../assist/hint.ts";
import { isChoosing, isComplete, OPEN_HAND_CHOICES, ownHands } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { RequiredChoice, RoundView, View } from "../net/wire.ts";
import { seatClass } from "../model/seats.ts";
import { t } from "../text/i18n.ts";
import { capitalize, cardName, ownName, slotSign } from "../text/names.ts";
import { nextCardText } from "../text/prompt.ts";
import { shortcut } from "../text/shortcuts.ts";
import { cardFace, openCard, smallCard, suitOf } from "./card.ts";

/** In which direction a card for this player goes, seen from the user; empty with two players. */
function direction(
  view: View,
  round: RoundView,
  ask: RequiredChoice,
): { sign: string; words: string } {
  const { order } = round;
  if (typeof ask.to !== "number" || view.you === null || order.length < 3) {
    return { sign: "", words: "" };
  }
  const away = (order.indexOf(ask.to) - order.indexOf(view.you) + order.length) % order.length;
  if (away === 1) return { sign: "\u2190", words: t("to your left") };
  if (away === order.length - 1) return { sign: "\u2192", words: t("to your right") };
  return { sign: "", words: "" };
}

/** Who or what gets the card; if that player has two hands, which of them. */
function targetText(view: View, round: RoundView, ask: RequiredChoice): TemplateResult | string {
  const hands = round.hands.filter((hand) => hand.player === ask.to);
  if (ask.to === "imp") return t("Imp's Trick"); // it has the width of a card
  if (typeof ask.to !== "number") return capitalize(ask.text);
  // Before the only other player, whose name would leave no room on a small card.
  if (hands.length > 1) return hands[0]?.hand === ask.to_hand ? t("First hand") : t("Second hand");
  return html`<span class="ask-name">${capitalize(ownName(view, ask.to))}</span>`;
}

/** Before whom a card lies: the player who gets it; the Imp's Trick lies before the user. */
function askPlace(view: View, round: RoundView, index: number): string {
  const owner = (ask: RequiredChoice | undefined) =>
    typeof ask?.to === "number" ? ask.to : view.you ?? 0;
  const owners = round.asks.map(owner);
  const player = owners[index] ?? 0;
  const side = owners.indexOf(player) === owners.lastIndexOf(player)
    ? ""
    : owners.indexOf(player) === index
    ? "left"
    : "right";
  return `${seatClass(view, player)} ${side}`;
}

function exchangeSlot(
  state: State,
  view: View,
  round: RoundView,
  ask: RequiredChoice,
  index: number,
  on: Actions,
): TemplateResult {
  const card = state.slots[index] ?? null;
  const way = direction(view, round, ask);
  const active = card === null && state.activeSlot === index;
  const sign = card === null ? null : hintSign(state, view, card);
  // Where the hint puts a card into another place, as on the cards in hand.
  const other = sign === slotSign(index) ? null : sign;
  const label = card === null
    ? t("{target}: no card yet", { target: ask.text })
    : t("{target}: {card}. Take it back", { target: ask.text, card: cardName(view, card) });
  return html`
    <li class="ask ${askPlace(view, round, index)} ${ask.to === "imp" ? "to-imp" : "to-player"}">
      <button
        type="button"
        class="target ${active ? "active" : ""} ${card === null ? "vacant" : ""}"
        aria-label="${label}"
        aria-describedby="${ask.to === "imp" && !isComplete(state) ? "imp-cost" : nothing}"
        aria-pressed="${active ? "true" : "false"}"
        data-slot="${index}"
        @click="${() => on.activateSlot(index)}"
      >
          ${card === null
            ? html`<span class="slot"><i class="slot-number" aria-hidden="true">${
              slotSign(index)
            }</i>${
              ask.to === "imp"
                ? html`
                  <svg class="slot-sign" viewBox="0 0 24 24" aria-hidden="true"
                  >
                    <path d="M10 2h4v6c4 1.500 6 4.500 6 8a8 6 0 0 1-16 0c0-3.500 2-6.500 6-8Z"
                    />
                  </svg>
                `
                : html`<span class="slot-sign">${way.sign}</span>`
            }</span>`
            : html`
              <span
                class="card ${suitOf(view, card)} ${other === null ? "" : "hinted"}"
                data-flip="${card}"
                data-hint="${other ?? nothing}"
              >${cardFace(view, card)}</span>
            `}
        </button>
      <span class="ask-text" aria-hidden="true"
      >${targetText(view, round, ask)}${way.words === ""
        ? nothing
        : html`<small>${way.words}</small>`}</span>
    </li>
  `;
}

function steps(complete: boolean): TemplateResult {
  return html`
    <ol class="plain-list steps">
      <li class="${complete ? "done" : "now"}" aria-current="${complete ? nothing : "step"}">
          <b aria-hidden="true">${complete ? "\u2713" : ""}</b> ${t("Choose")}
        </li>
      <li class="${complete ? "now" : ""}" aria-current="${complete ? "step" : nothing}">
          <b aria-hidden="true"></b> ${t("Confirm")}
        </li>
    </ol>
  `;
}

function buttons(state: State, view: View, complete: boolean, on: Actions): TemplateResult {
  const begun = state.slots.some((choice) => choice !== null);
  return html`
    <p class="buttons">
      <button
        type="button"
        class="primary"
        data-act="commit"
        aria-keyshortcuts="${shortcut(state, "confirm")}"
        aria-disabled="${!complete || state.pending ? "true" : "false"}"
        @click="${() => on.commit()}"
      >
          ${t("Confirm")}
        </button>
      <button
        type="button"
        data-act="undo"
        aria-keyshortcuts="${shortcut(state, "undo")}"
        aria-disabled="${!begun || state.pending ? "true" : "false"}"
        @click="${() => on.undo()}"
      >
          ${t("Undo")}
        </button>
      ${hintButton(state, view, on)} ${aidButtons(state, view, on)}
    </p>
  `;
}

/** The title above the felt. */
function heading(title: string, complete: boolean | null): TemplateResult {
  return html`<header class="headline"><h2>${title}</h2> ${
    complete === null ? nothing : steps(complete)
  }</header>`;
}

/** The instructions. A hint or a message replaces them, and its room is reserved from the start. */
function instructions(
  state: State,
  view: View,
  complete: boolean,
  task: string,
  more: TemplateResult | typeof nothing,
  message: TemplateResult | null,
): TemplateResult {
  const words = state.reply === null ? hintText(state, view) : "";
  const hint = message ??
    (words === "" ? null : html`<p class="status hint"><span>${words}</span></p>`);
  return html`
    <div class="instructions">
      <div class="${hint === null ? "" : "invisible"}">
          <p class="explain">${state.reply ?? task}</p>
          ${introductionLine(state, view)} ${more === nothing
            ? nothing
            : html`<div class="${complete ? "invisible" : ""}">${more}</div>`}
        </div>
      ${hintRoom(state, view)} ${hint ?? nothing}
    </div>
  `;
}

/**
 * What the Imp's Trick costs the owner of the bottle; nothing if no card is put there. While a card
 * for a player is chosen, it keeps its room and is not shown.
 */
function impCost(
  view: View,
  round: RoundView,
  isShown: boolean,
): TemplateResult | typeof nothing {
  if (!round.asks.some((ask) => ask.to === "imp")) return nothing;
  const words = view.table.partners_share_losses
    ? t(
      "Whoever owns the bottle at the end, and every partner, scores nothing for tricks and loses the points of the Imp's Trick.",
    )
    : round.prices.length > 1
    ? t(
      "Whoever owns a bottle at the end scores nothing for tricks and loses the points of the Imp's Trick.",
    )
    : t(
      "Whoever owns the bottle at the end scores nothing for tricks and loses the points of the Imp's Trick.",
    );
  return html`<p class="explain cost ${isShown ? "" : "invisible"}" id="imp-cost">${words}</p>`;
}

/** How seats without a player are played; shown while the first round begins. */
export function introduction(state: State, view: View): string {
  const round = view.round;
  const begins = round?.number === 1 && (round.phase === "exchange" || round.phase === "choice");
  return begins ? state.introduction : "";
}

function introductionLine(state: State, view: View): TemplateResult | typeof nothing {
  const words = introduction(state, view);
  return words === "" ? nothing : html`<p class="explain introduction">${words}</p>`;
}

function cardChoice(state: State, view: View, round: RoundView, on: Actions): TemplateResult {
  return html`<div class="exchange">
    ${heading(t("The exchange"), isComplete(state))}
    <ol class="plain-list asks">
      ${
    repeat(
      round.asks,
      (_, index) => index,
      (ask, index) => exchangeSlot(state, view, round, ask, index, on),
    )
  }
    </ol>
  </div>`;
}

/** Below the felt: what to choose, or a message instead, and the buttons. */
export function exchangePrompt(
  state: State,
  view: View,
  round: RoundView,
  message: TemplateResult | null,
  on: Actions,
): TemplateResult {
  const isOpenHand = round.phase === "choice";
  const complete = isOpenHand ? (state.slots[0] ?? null) !== null : isComplete(state);
  const task = isOpenHand
    ? t("Tap the hand that is to lie open. The other one stays hidden.")
    : complete
    ? confirmText()
    : nextCardText(view, state.slots, state.activeSlot);
  return html`${
    instructions(
      state,
      view,
      complete && !isOpenHand,
      task,
      isOpenHand ? nothing : impCost(view, round, round.asks[state.activeSlot]?.to === "imp"),
      message,
    )
  } ${buttons(state, view, complete, on)}`;
}

function openHandChoice(state: State, view: View, on: Actions): TemplateResult {
  const chosen = state.slots[0] ?? null;
  return html`<div class="exchange">
    ${heading(t("Which hand lies open?"), chosen !== null)}
    <div class="open-choice" role="group" aria-label="${t("Which hand lies open?")}">
      ${
    ownHands(view).map((hand, index) =>
      html`
        <button
          type="button"
          class="which ${state.hint?.actions?.[0] === OPEN_HAND_CHOICES[index] ? "hinted" : ""}"
          data-hint="${state.hint?.actions?.[0] === OPEN_HAND_CHOICES[index] ? "\u2605" : nothing}"
          data-choice="${OPEN_HAND_CHOICES[index]}"
          aria-pressed="${chosen === OPEN_HAND_CHOICES[index] ? "true" : "false"}"
          @click="${() => on.choose(OPEN_HAND_CHOICES[index] ?? "")}"
        >
          <b>${index === 0 ? t("First hand") : t("Second hand")}</b>
          <span class="minis">${(hand.cards ?? []).map((card) => smallCard(view, card))}</span>
        </button>
      `
    )
  }
    </div>
  </div>`;
}

function committedList(view: View, round: RoundView): TemplateResult | typeof nothing {
  const committed = round.committed ?? [];
  if (committed.length === 0 || OPEN_HAND_CHOICES.includes(committed[0] ?? "")) return nothing;
  return html`
    <ul class="plain-list asks sent">
      ${committed.map((card, index) => {
        const ask = round.asks[index];
        return html`
          <li class="ask ${askPlace(view, round, index)}">
            ${openCard(view, card)}
            <span class="ask-text">${ask === undefined
              ? nothing
              : targetText(view, round, ask)}</span>
          </li>
        `;
      })}
    </ul>
  `;
}

function waitingForOthers(view: View, round: RoundView): TemplateResult {
  const title = round.phase === "choice" ? t("Which hand lies open?") : t("The exchange");
  return html`<div class="exchange waiting">
    ${heading(title, null)} ${round.committed === null ? nothing : committedList(view, round)}
  </div>`;
}

/** The room of the instructions, which is kept until the cards move on: nothing moves before. */
function instructionsRoom(state: State, view: View, round: RoundView): TemplateResult {
  return html`
    <div class="invisible" aria-hidden="true">
      <p class="explain">${confirmText()}</p>
      ${introductionLine(state, view)} ${round.phase === "choice"
        ? nothing
        : impCost(view, round, true)}
    </div>
    ${hintRoom(state, view)}
  `;
}

/** The room of a long hint, where there are hints. */
function hintRoom(state: State, view: View): TemplateResult | typeof nothing {
  if (!areHintsAllowed(view)) return nothing;
  return html`
    <p class="hint-placeholder" aria-hidden="true">${longestHintText(state, view)}</p>
  `;
}

function confirmText(): string {
  return t("Nobody sees your choice before all have chosen. Confirm it, or take a card back.");
}

/** Below the felt while others choose. */
export function waitingPrompt(
  state: State,
  view: View,
  words: string,
  on: Actions,
): TemplateResult {
  const round = view.round;
  const stands = round !== null && round.committed !== null ? t("Your choice stands.") : "";
  return html`
    <div class="instructions">
      <div>
        <p class="explain">${`${stands} ${words}`.trim()}</p>
        ${introductionLine(state, view)}
      </div>
      ${round === null || round.asks.length === 0 ? nothing : instructionsRoom(state, view, round)}
    </div>
    <p class="buttons">${aidButtons(state, view, on)}</p>
  `;
}

/** The middle of the table before play. */
export function exchange(state: State, view: View, round: RoundView, on: Actions): TemplateResult {
  if (!isChoosing(view)) return waitingForOthers(view, round);
  return round.phase === "choice"
    ? openHandChoice(state, view, on)
    : cardChoice(state, view, round, on);
}
