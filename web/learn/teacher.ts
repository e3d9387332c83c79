/** The teacher's panel: one idea at a time, the goal, what is said to a card, and where to go on. */

import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model/types.ts";
import { t } from "../text/i18n.ts";
import { keyName, shortcut } from "../text/shortcuts.ts";

/** A lesson as the list of lessons names it. */
export interface LessonEntry {
  key: string;
  number: number;
  title: string;
  url: string;
}

export interface ExerciseText {
  texts: string[];
  goal: string;
}

export interface TeacherState {
  lesson: LessonEntry;
  exercises: ExerciseText[];
  next: LessonEntry | null;
  /** The exercise, and the text of it that is shown; both count from 0. */
  exercise: number;
  text: number;
  outcome: "open" | "reached" | "missed";
  said: string;
  /** Whether the learner has done something in this exercise. */
  hasActed: boolean;
}

export interface TeacherActions {
  back(): void;
  goOn(): void;
  tryAgain(): void;
}

/** The keys, and whether they are switched on. */
type ShownKeys = Pick<State, "settings" | "keys">;

/** Whether the last text of the exercise is shown, after which only playing goes on. */
export function isLastTextShown(state: TeacherState): boolean {
  return state.hasActed || state.text + 1 >= textsOf(state).length;
}

export function textsOf(state: TeacherState): string[] {
  return state.exercises[state.exercise]?.texts ?? [];
}

export function isLastExercise(state: TeacherState): boolean {
  return state.exercise + 1 >= state.exercises.length;
}

/** Whether the lesson is over: the last goal is reached. */
export function isFinished(state: TeacherState): boolean {
  return isLastExercise(state) && state.outcome === "reached";
}

/** Whether the way on leads out of the lesson: its last goal is reached, or missed. */
export function leadsOut(state: TeacherState): boolean {
  return isLastExercise(state) && state.outcome !== "open";
}

function words(state: TeacherState): TemplateResult {
  const goal = state.exercises[state.exercise]?.goal ?? "";
  const result = {
    open: "",
    reached: t("Goal reached."),
    missed: t("Goal not reached."),
  }[state.outcome];
  return html`
    ${result === "" ? nothing : html`
      <p class="lesson-result">${result}</p>
    `}
    <p>${state.hasActed ? state.said : textsOf(state)[state.text] ?? ""}</p>
    ${isFinished(state)
      ? html`
        <p>${t("You have finished this lesson.")}</p>
      `
      : state.outcome === "open"
      ? html`
        <p class="goal">${t("Goal: {goal}", { goal })}</p>
      `
      : nothing}
  `;
}

function forwardButton(
  state: TeacherState,
  keys: ShownKeys,
  on: TeacherActions,
): TemplateResult | typeof nothing {
  if (leadsOut(state)) {
    const url = state.next?.url ?? "/learn";
    const title = state.next === null
      ? t("All lessons")
      : t("Next lesson: {title}", { title: state.next.title });
    return html`
      <a
        class="button ${state.next !== null && isFinished(state) ? "primary" : ""}"
        data-act="go-on"
        aria-keyshortcuts="${shortcut(keys, "next")}"
        href="${url}"
      >${title}</a>
    `;
  }
  const label = {
    open: isLastTextShown(state) ? "" : t("Continue"),
    reached: t("Next exercise"),
    missed: t("Skip"),
  }[state.outcome];
  if (label === "") return nothing;
  return html`
    <button
      type="button"
      class="${state.outcome === "missed" ? "" : "primary"}"
      data-act="go-on"
      aria-keyshortcuts="${shortcut(keys, "next")}"
      @click="${() => on.goOn()}"
    >
      ${label}
    </button>
  `;
}

/** Begins a first round with the guide: the way on after the last lesson, quiet after the others. */
function firstRoundButton(state: TeacherState): TemplateResult | typeof nothing {
  if (!isFinished(state)) return nothing;
  return html`
    <button
      class="${state.next === null ? "primary" : "quiet"}"
      form="first-round"
      name="guide"
      value="yes"
    >
      ${t("Play a first round")}
    </button>
  `;
}

function buttons(state: TeacherState, keys: ShownKeys, on: TeacherActions): TemplateResult {
  const canGoBack = state.exercise > 0 || state.text > 0 || state.hasActed;
  return html`
    <p class="buttons">
      ${canGoBack
        ? html`
          <button
            type="button"
            data-act="back"
            aria-keyshortcuts="${shortcut(keys, "back")}"
            @click="${() => on.back()}">${t("Back")}</button>
        `
        : nothing} ${state.hasActed
        ? html`
          <button
            type="button"
            class="${state.outcome === "missed" ? "primary" : ""}"
            data-act="try-again"
            aria-keyshortcuts="${shortcut(keys, "tryAgain")}"
            @click="${() => on.tryAgain()}"
          >
            ${t("Try again")}
          </button>
        `
        : nothing} ${forwardButton(state, keys, on)} ${firstRoundButton(state)}
    </p>
  `;
}

/** The keys of a lesson, in a sentence; nothing while they are switched off. */
function keysLine({ settings, keys }: ShownKeys): TemplateResult | typeof nothing {
  if (!settings.keys) return nothing;
  const names = {
    next: keyName(keys.next),
    again: keyName(keys.tryAgain),
    back: keyName(keys.back),
    help: keyName(keys.help),
  };
  return html`
    <p class="lesson-keys">${t(
      "Keys: {next} goes on, {again} tries again, {back} goes back, {help} shows all.",
      names,
    )}</p>
  `;
}

/** The whole panel. */
export function teacher(
  state: TeacherState,
  keys: ShownKeys,
  on: TeacherActions,
): TemplateResult {
  return html`
    <header>
      <a href="/learn">${t("All lessons")}</a>
      <h1>${state.lesson.number}. ${state.lesson.title}</h1>
      <p class="lesson-step">
        <span class="long">${t("Exercise {n} of {all}", {
          n: state.exercise + 1,
          all: state.exercises.length,
        })}</span>
        <span class="short" aria-hidden="true">${state.exercise + 1}/${state.exercises
          .length}</span>
      </p>
    </header>
    <div class="lesson-words ${state.outcome}" role="status">${words(state)}</div>
    ${buttons(state, keys, on)} ${keysLine(keys)}
  `;
}
