/** The page on which a finished round is played on in another way: its table, and a panel. */

import { html, nothing, render, type TemplateResult } from "lit-html";
import { isField } from "../assist/keyboard.ts";
import { lessonEnvironment } from "../learn/browser_environment.ts";
import { LessonConnection, type Progress } from "../learn/lesson_connection.ts";
import { readSettings } from "../model/settings.ts";
import type { Settings } from "../model/types.ts";
import { actionOf, currentKeys, followKeys, type Keys } from "../storage/keys.ts";
import { Table } from "../table/table.ts";
import { fetchCatalogue, t, useCatalogue } from "../text/i18n.ts";
import { shortcut } from "../text/shortcuts.ts";
import { type ReplaySource, sourceOf } from "./replay_source.ts";

export interface VariationState {
  source: ReplaySource;
  round: number;
  /** The step of the round that is chosen anew, counted from 1. */
  step: number;
  player: number;
  hasActed: boolean;
  isOver: boolean;
  /** Whether a strong player chooses for the person. */
  isAdvised: boolean;
  /** How the variation compares with the round, once it is over; before, what was refused. */
  said: string;
}

/** What the panel says. */
export function variationText({ isOver, isAdvised, hasActed, said }: VariationState): string {
  if (isOver || said !== "") return said;
  if (isAdvised) return t("A strong player chooses for you, until you do.");
  return hasActed
    ? t("Computer players answer for the others.")
    : t("Choose again from here. Computer players answer for the others; nothing counts.");
}

function panelOf(
  state: VariationState,
  context: { settings: Settings; keys: Keys },
  on: { tryAgain: () => void; followAdvice: (follows: boolean) => void },
): TemplateResult {
  const { source, round, step, player } = state;
  return html`
    <header>
      <a href="${source.roundPage(round)}?player=${player}#${step}">${t(
        "Back to the replay",
      )}</a>
      <h1>${t("Round {n}, played on", { n: round })}</h1>
    </header>
    <div class="lesson-words" role="status">
      <p>${variationText(state)}</p>
    </div>
    <p class="buttons">${state.isOver ? nothing : html`
      <button
        type="button"
        data-act="follow-advice"
        title="${t("The other cards are chosen as a strong player would in your place")}"
        @click="${() => on.followAdvice(!state.isAdvised)}"
      >
        ${state.isAdvised ? t("Stop") : t("Let a strong player go on")}
      </button>
    `} ${state.hasActed
      ? html`
        <button
          type="button"
          class="${state.isOver ? "primary" : ""}"
          data-act="try-again"
          aria-keyshortcuts="${shortcut(context, "tryAgain")}"
          @click="${on.tryAgain}"
        >
          ${t("Try again")}
        </button>
      `
      : nothing}</p>
  `;
}

class VariationPage {
  #panel: HTMLElement;
  #table: HTMLElement;
  #connection: LessonConnection | null = null;
  #state: VariationState;

  constructor(panel: HTMLElement, table: HTMLElement, source: ReplaySource) {
    this.#panel = panel;
    this.#table = table;
    const { round = "1", step = "1", player = "0" } = panel.dataset;
    this.#state = {
      source,
      round: Number(round),
      step: Number(step),
      player: Number(player),
      hasActed: false,
      isOver: false,
      isAdvised: false,
      said: "",
    };
  }

  start(): void {
    this.#panel.replaceChildren();
    this.#draw();
    const { source, round, step, player } = this.#state;
    const { play, advice } = source.variationAddresses(round, step, player);
    new Table(this.#table, (listener) => {
      this.#connection = new LessonConnection(
        lessonEnvironment(() => play, advice, source.bodyOf),
        listener,
        (progress) => this.#receive(progress),
      );
      return this.#connection;
    }).start();
    document.addEventListener("keydown", (event) => this.#handleKey(event));
    followKeys(() => this.#draw());
  }

  #tryAgain(): void {
    if (!this.#state.hasActed) return;
    this.#state = { ...this.#state, hasActed: false, isOver: false, isAdvised: false, said: "" };
    this.#connection?.open(0);
    this.#draw();
    this.#table.querySelector<HTMLElement>('.own-hands [data-card][tabindex="0"]')?.focus();
  }

  #receive({ outcome, said, actions, isAdvised }: Progress): void {
    const [hasActed, isOver] = [actions > 0, outcome !== "open"];
    this.#state = { ...this.#state, hasActed, isOver, isAdvised: isAdvised && !isOver, said };
    this.#draw();
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || isField(event.target)) return;
    if (!readSettings(document.cookie, localStorage).keys) return;
    if (actionOf(currentKeys(), event.key) === "tryAgain") this.#tryAgain();
  }

  #draw(): void {
    const settings = readSettings(document.cookie, localStorage);
    const context = { settings, keys: currentKeys() };
    const on = {
      tryAgain: () => this.#tryAgain(),
      followAdvice: (follows: boolean) => this.#connection?.followAdvice(follows),
    };
    render(panelOf(this.#state, context, on), this.#panel);
  }
}

async function begin(panel: HTMLElement, table: HTMLElement): Promise<void> {
  const { catalogue, language = "en" } = table.dataset;
  if (catalogue && language !== "en") useCatalogue(await fetchCatalogue(catalogue, language));
  const source = sourceOf(panel);
  if (source !== null) new VariationPage(panel, table, source).start();
}

const panel = globalThis.document?.getElementById("variation");
const table = globalThis.document?.getElementById("table");
if (panel && table) await begin(panel, table);
