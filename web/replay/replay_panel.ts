/** The panel of a replay: where the round stands, the way through it, and advice on each choice. */

import { html, nothing, type TemplateResult } from "lit-html";
import { smallCard } from "../cards/card.ts";
import { clockwise } from "../model/seats.ts";
import type { State } from "../model/types.ts";
import type { DealtHand, RoundReplay, StepAdvice, View } from "../net/wire.ts";
import { reveal } from "../score/score.ts";
import { t } from "../text/i18n.ts";
import { adviserName, handName, ownName } from "../text/names.ts";
import { keyName, shortcut } from "../text/shortcuts.ts";
import type { ReplayPlace, ReplaySource } from "./replay_source.ts";
import {
  adviceText,
  chosenTexts,
  isChoiceOf,
  isDoubtful,
  nextChoice,
  placeText,
  stepText,
} from "./step_text.ts";

/** What is known of a choice: the advice, that it was asked for, or why there is none. */
export type Advised = StepAdvice | "asked" | { refusal: string };

/** Why a round was not fetched, and whether it may be another time. */
export interface Failure {
  words: string;
  mayPass: boolean;
}

export interface PanelState {
  source: Pick<ReplaySource, "table" | "back" | "roundPage">;
  round: number;
  rounds: number;
  /** What the reader should know of the table meanwhile; empty if there is nothing. */
  news: string;
  places: ReplayPlace[];
  /** The player from whose place the round is seen; null for an onlooker's. */
  player: number | null;
  replay: RoundReplay | null;
  /** The step that is shown, counted from 1; 0 is the deal. */
  step: number;
  isPlaying: boolean;
  /** Why the round from this place cannot be shown. */
  failure: Failure | null;
  /** Whether advice is shown at every choice. */
  showsAdvice: boolean;
  /** Advice on the choices of this player, by their steps. */
  advice: ReadonlyMap<number, Advised>;
  /** What has become of the search for a choice that a strong player would not have made. */
  searchWords: string;
  isSearching: boolean;
  /** Whether the shown step was reached in another way than by the one before it. */
  isJump: boolean;
  /** Whether the search has led to the step that is shown. */
  isFound: boolean;
}

export interface PanelActions {
  go(step: number): void;
  back(): void;
  goOn(): void;
  backTrick(): void;
  onTrick(): void;
  togglePlaying(): void;
  see(player: number | null): void;
  showAdvice(shows: boolean): void;
  search(): void;
  stopSearch(): void;
  retry(): void;
}

/** What the panel needs of the table beside it. */
export interface PanelContext extends Pick<State, "settings" | "keys" | "levels"> {
  viewAt(step: number): View | null;
}

function heading(state: PanelState): TemplateResult {
  const { source: { back, table }, round, rounds, player, replay } = state;
  const link = (number: number, words: string) =>
    number < 1 || number > rounds ? nothing : html`
      <a href="${number}?player=${player ?? ""}">${words}</a>
    `;
  return html`
    <header>
      <a href="${back.address}">${back.words}</a>
      <p class="news" role="status">${state.news}</p>
      <h1>${t("Round {n}", { n: round })} ${table !== null || replay === null ? nothing : html`
        <small>${replay.view.table.title}</small>
      `}</h1>
      <p class="other-rounds">
        ${link(round - 1, t("Previous round"))} ${link(round + 1, t("Next round"))}
      </p>
    </header>
  `;
}

function placeSelect(state: PanelState, on: PanelActions): TemplateResult {
  return html`
    <label class="seen-by">
      <span>${t("Seen by")}</span>
      <select
        data-act="see"
        @change="${(event: Event) => {
          const { value } = event.target as HTMLSelectElement;
          on.see(value === "" ? null : Number(value));
        }}"
      >
        ${state.places.map(({ player, name }) =>
          html`
            <option value="${player}" .selected="${(player === "" ? null : player) ===
              state.player}">
              ${player === "" ? t("Somebody watching") : name}
            </option>
          `
        )}
      </select>
    </label>
  `;
}

/** A button of the way through the round, with a drawn sign. */
function wayButton(
  act: string,
  words: string,
  path: string,
  isOff: boolean,
  press: () => void,
  keys: string | typeof nothing = nothing,
): TemplateResult {
  return html`
    <button
      type="button"
      class="icon"
      data-act="${act}"
      aria-label="${words}"
      title="${words}"
      aria-keyshortcuts="${keys}"
      aria-disabled="${isOff ? "true" : "false"}"
      @click="${() => isOff || press()}"
    ><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}" /></svg></button>
  `;
}

function way(
  state: PanelState,
  replay: RoundReplay,
  context: PanelContext,
  on: PanelActions,
): TemplateResult {
  const last = replay.steps.length;
  const { step, isPlaying } = state;
  const place = placeText(replay, step);
  return html`
    <div class="way" role="group" aria-label="${t("The way through the round")}">
      ${wayButton(
        "back-trick",
        t("Previous trick"),
        "M8 3 3 8l5 5M13 3 8 8l5 5",
        step === 0,
        () => on.backTrick(),
      )} ${wayButton(
        "back",
        t("Step back"),
        "M10 3 5 8l5 5",
        step === 0,
        () => on.back(),
        shortcut(context, "back"),
      )} ${wayButton(
        "run",
        isPlaying ? t("Stop") : t("Run"),
        isPlaying ? "M4 3h2v10H4ZM10 3h2v10h-2Z" : "M4 2.500l9 5.500-9 5.500Z",
        false,
        () => on.togglePlaying(),
      )} ${wayButton(
        "go-on",
        t("Step forward"),
        "M6 3l5 5-5 5",
        step === last,
        () => on.goOn(),
        shortcut(context, "next"),
      )} ${wayButton(
        "on-trick",
        t("Next trick"),
        "M3 3l5 5-5 5M8 3l5 5-5 5",
        step === last,
        () => on.onTrick(),
      )}
      <input
        type="range"
        min="0"
        max="${last}"
        .value="${String(step)}"
        aria-label="${t("Step of the round")}"
        aria-valuetext="${place}"
        @input="${(event: Event) => on.go(Number((event.target as HTMLInputElement).value))}"
      >
    </div>
  `;
}

/** What a screen reader says: where a jump has led, and advice; the table tells of single steps. */
function heardWords(state: PanelState, replay: RoundReplay, context: PanelContext): string {
  const { step } = state;
  const before = context.viewAt(step - 1) ?? replay.view;
  const after = context.viewAt(step) ?? replay.view;
  const where = state.isJump || state.isFound
    ? [placeText(replay, step), stepText(replay, step, before, after)]
    : [];
  return [...where, advisedText(state, replay, context)].filter((one) => one !== "").join(" ");
}

/** The advice on the shown step as it is heard; empty where none is shown. */
function advisedText(state: PanelState, replay: RoundReplay, context: PanelContext): string {
  const { step, player } = state;
  if (!state.showsAdvice || player === null) return "";
  const before = context.viewAt(step - 1);
  const found = state.advice.get(step);
  if (before === null || !isChoiceOf(replay, step, player)) {
    const other = replay.steps[step - 1]?.event;
    return other?.k === "play" && other.player !== player && before !== null
      ? player === before.you
        ? t("Advice is shown for your choices.")
        : t("Advice is shown for the choices of {player}.", { player: ownName(before, player) })
      : t("There was nothing to choose here.");
  }
  if (found === undefined || found === "asked") return t("A strong player is thinking about it.");
  if ("refusal" in found) return found.refusal;
  const words = adviceText(before, found, adviserName(context, found.level));
  return [words, found.reason, ...chosenTexts(found)].join(" ").trim();
}

function advised(
  state: PanelState,
  replay: RoundReplay,
  context: PanelContext,
): TemplateResult | typeof nothing {
  const { step, player } = state;
  const before = context.viewAt(step - 1);
  if (!state.showsAdvice || player === null) return nothing;
  const found = state.advice.get(step);
  const hasChoice = before !== null && isChoiceOf(replay, step, player);
  if (!hasChoice || found === undefined || found === "asked" || "refusal" in found) {
    return html`
      <p class="advice ${hasChoice ? "" : "none"}">${advisedText(state, replay, context)}</p>
    `;
  }
  return html`
    <p class="advice ${isDoubtful(found) ? "different" : ""}">
      <b>${adviceText(before, found, adviserName(context, found.level))}</b> ${found
        .reason} ${chosenTexts(found).join(" ")}
      ${found.stands_in ? html`<i>${t("A stronger player is being prepared.")}</i>` : nothing}
    </p>
  `;
}

/** The way to play the round on from the choice that is shown, or from the next one. */
function variationLink({ source, round, replay, step, player }: PanelState) {
  const choice = replay === null ? null : nextChoice(replay, step, player);
  if (choice === null) return nothing;
  return html`
    <a
      class="button"
      data-act="vary"
      title="${t("Choose otherwise and play the round on, against computer players")}"
      href="${source.roundPage(round)}/variations/${choice}?player=${player}"
    >${t("Play on from here")}</a>
  `;
}

function adviceControls(
  state: PanelState,
  context: PanelContext,
  on: PanelActions,
): TemplateResult {
  if (state.player === null) {
    return html`
      <p>${t("Choose a player under \u201cSeen by\u201d to see a hand and advice.")}</p>
    `;
  }
  return html`
    <label class="check">
      <input
        type="checkbox"
        data-act="advice"
        aria-keyshortcuts="${shortcut(context, "hint")}"
        .checked="${state.showsAdvice}"
        @change="${(event: Event) => on.showAdvice((event.target as HTMLInputElement).checked)}"
      >
      <span>${t("Show advice")}</span>
    </label>
  `;
}

/** Where one goes from here: to the next doubtful choice, or into a variation. */
function onwardControls(state: PanelState, on: PanelActions): TemplateResult | typeof nothing {
  if (state.player === null) return nothing;
  return html`
    <div class="choices onward">
    <button
      type="button"
      data-act="search"
      title="${t("The next choice where a strong player would have chosen something else")}"
      @click="${() => state.isSearching ? on.stopSearch() : on.search()}"
    >
      ${state.isSearching ? t("Stop looking") : t("Next doubtful choice")}
    </button>
    ${variationLink(state)}
    <p class="search-words" role="status">${state.searchWords}</p>
    </div>
  `;
}

/** Everybody's cards at this step, those of who looks first and then clockwise. */
function allHands(view: View, hands: DealtHand[]): TemplateResult {
  const order = [view.you, ...clockwise(view)];
  const sorted = [...hands].sort((one, other) =>
    order.indexOf(one.player) - order.indexOf(other.player)
  );
  return html`
    <details class="all-hands" @toggle="${reveal}">
      <summary>${t("All hands")}</summary>
      <dl>
        ${sorted.map(({ cards, player, hand }) =>
          html`
            <div>
              <dt>${handName(view, sorted, player, hand)}</dt>
              <dd class="minis">${cards.length === 0
                ? t("no cards")
                : cards.map((card) => smallCard(view, card))}</dd>
            </div>
          `
        )}
      </dl>
    </details>
  `;
}

/** The keys of a replay, in a sentence; nothing while they are switched off. */
function keysLine(
  player: number | null,
  { settings, keys }: PanelContext,
): TemplateResult | typeof nothing {
  if (!settings.keys) return nothing;
  const names = {
    next: keyName(keys.next),
    back: keyName(keys.back),
    hint: keyName(keys.hint),
    help: keyName(keys.help),
  };
  const words = player === null
    ? t("Keys: {next} goes a step forward, {back} a step back, {help} lists all.", names)
    : t(
      "Keys: {next} goes a step forward, {back} a step back, {hint} shows advice, {help} lists all.",
      names,
    );
  return html`
    <p class="lesson-keys">${words}</p>
  `;
}

function loaded(
  state: PanelState,
  replay: RoundReplay,
  context: PanelContext,
  on: PanelActions,
): TemplateResult {
  const { step } = state;
  const after = context.viewAt(step) ?? replay.view;
  const before = context.viewAt(step - 1) ?? replay.view;
  const hands = replay.steps[step - 1]?.hands ?? replay.hands;
  return html`
    ${way(state, replay, context, on)}
    <div class="lesson-words">
      <p>
        <b class="where">${placeText(replay, step)}</b>
        <span class="what">${stepText(replay, step, before, after)}</span>
      </p>
      ${advised(state, replay, context)}
    </div>
    <p class="visually-hidden" role="status">${heardWords(state, replay, context)}</p>
    <div class="choices">${placeSelect(state, on)} ${adviceControls(state, context, on)}</div>
    ${onwardControls(state, on)}
    ${allHands(after, hands)} ${keysLine(state.player, context)}
  `;
}

/** Why the round is not shown from the chosen place, above what is still shown. */
function failureWords({ words, mayPass }: Failure, on: PanelActions): TemplateResult {
  return html`
    <p role="alert">${words}</p>
    ${!mayPass ? nothing : html`
      <p class="buttons"><button
        type="button" class="primary" data-act="retry" @click="${() => on.retry()}"
      >${t("Try again")}</button></p>
    `}
  `;
}

/** The whole panel. */
export function replayPanel(
  state: PanelState,
  context: PanelContext,
  on: PanelActions,
): TemplateResult {
  return html`
    ${heading(state)} ${state.failure === null ? nothing : failureWords(state.failure, on)}
    ${state.replay !== null
      ? loaded(state, state.replay, context, on)
      : state.failure !== null
      ? nothing
      : html`
        <p>${t("The cards are being laid out.")}</p>
      `}
  `;
}
