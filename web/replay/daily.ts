/** The page of the deal of the day: its table, and a panel that tells how one did. */

import { html, nothing, render, type TemplateResult } from "lit-html";
import { lessonEnvironment } from "../learn/browser_environment.ts";
import { postJson } from "../net/post_json.ts";
import { copyField } from "../people/clipboard.ts";
import {
  beginTry,
  type DailyResult,
  dailyResult,
  type DailyTry,
  dailyTry,
  endTry,
  keepTry,
} from "../storage/daily_results.ts";
import { formatDay, t, useLanguageOf } from "../text/i18n.ts";
import { dailyText, resultText, withAddress } from "./daily_text.ts";
import { PlayedOnRound, tryAgainButton } from "./played_on_round.ts";
import { type RoundProgress, UNPLAYED } from "./round_progress.ts";
import { keepFile } from "./replay_source.ts";

interface DailyDeal {
  /** As 2026-11-30. */
  day: string;
  isToday: boolean;
  /** The day before; empty for the first. */
  earlier: string;
  edition: { title: string; rules: string };
}

class DailyPage {
  #panel: HTMLElement;
  #deal: DailyDeal;
  #progress = UNPLAYED;
  #round: PlayedOnRound;
  #try: DailyTry;
  /** What is told to others; null while there is nothing to tell. */
  #result: DailyResult | null;
  /** What became of copying the result, or why the round begins anew or there is no replay. */
  #note = "";

  constructor(panel: HTMLElement, table: HTMLElement) {
    this.#panel = panel;
    const { day = "", isToday, earlier = "", edition = "{}" } = panel.dataset;
    this.#deal = { day, isToday: isToday === "yes", earlier, edition: JSON.parse(edition) };
    this.#result = dailyResult(localStorage, day);
    this.#try = dailyTry(localStorage, day);
    const kept = {
      actions: this.#try.actions,
      keep: (actions: string[]) => this.#keep(actions),
      refused: () => this.#beginAnew(),
    };
    this.#round = new PlayedOnRound(
      table,
      { ...lessonEnvironment(() => `/api/daily/${day}`), kept },
      (progress) => this.#receive(progress),
    );
  }

  start(): void {
    this.#panel.replaceChildren();
    this.#round.start();
  }

  /** Keeps what has been done, for whoever leaves the page and comes back. */
  #keep(actions: string[]): void {
    const { day } = this.#deal;
    const isBegun = this.#try.actions.length > 0;
    if (!isBegun && actions.length === 0) return;
    const isFirst = isBegun ? this.#try.isFirst : beginTry(localStorage, day);
    this.#try = { actions, isFirst };
    keepTry(localStorage, day, this.#try);
  }

  /** Says that what was kept is of no use, as after a change of the computer players. */
  #beginAnew(): void {
    this.#progress = UNPLAYED;
    this.#say(t("The round that you had begun cannot be continued: it begins anew."));
  }

  #receive(progress: RoundProgress): void {
    const { day } = this.#deal;
    if (progress.isOver) {
      const { said } = progress;
      const ended = { text: resultText(day, said), said, isFirst: this.#try.isFirst };
      this.#result = endTry(localStorage, day, ended);
    }
    if (progress.hasActed !== this.#progress.hasActed) this.#note = "";
    this.#progress = progress;
    this.#draw();
  }

  #say(note: string): void {
    this.#note = note;
    this.#draw();
  }

  async #copy(): Promise<void> {
    const field = this.#panel.querySelector("input");
    if (field === null) return;
    this.#say(await copyField(field) ? t("The result is copied.") : t("The result is selected."));
  }

  /** Opens the replay of the round, by its record. */
  async #replay(): Promise<void> {
    const { day } = this.#deal;
    try {
      const { actions } = this.#round;
      const answer = await postJson(`/api/daily/${day}/record`, { actions });
      const { content, text = "" } = await answer.json();
      const page = `/daily/${day}`;
      if (!answer.ok) this.#say(text);
      else if (keepFile(page, content)) location.assign(`${page}/rounds/1?player=0`);
      else this.#say(t("The replay needs browser storage, which is blocked or full."));
    } catch {
      this.#say(t("The server did not answer. Try again."));
    }
  }

  #draw(): void {
    render(this.#content(this.#progress), this.#panel);
  }

  #content(progress: RoundProgress): TemplateResult {
    const { day, isToday, earlier, edition } = this.#deal;
    return html`
      <header>
        <a href="/">${t("Front page")}</a>
        <span>${earlier === "" ? nothing : html`<a href="/daily/${earlier}">${
          t(
            "The day before",
          )
        }</a>`} ${isToday ? nothing : html`<a href="/daily">${t("Today")}</a>`}</span>
        <h1>${t("Deal of the day")}</h1>
      </header>
      <p class="lesson-step">${formatDay(day)} · <a href="${edition.rules}">${edition.title}</a></p>
      <div class="lesson-words" role="status">
        <p class="${progress.isOver ? "lesson-result" : ""}">${dailyText(
          progress,
          this.#result?.said,
        )}</p>
      </div>
      ${progress.isOver || !progress.hasActed ? this.#resultToTell() : nothing}
      <p class="daily-note" role="status">${this.#note}</p>
      ${progress.hasActed
        ? html`
          <p class="buttons">${progress.isOver
            ? html`<button type="button" class="primary" data-act="replay" @click="${() =>
              this.#replay()}">${t("Replay with advice")}</button>`
            : nothing}
            ${tryAgainButton(this.#round)}</p>
        `
        : nothing}
    `;
  }

  /** The result, to be told to others. */
  #resultToTell(): TemplateResult | typeof nothing {
    const { text, isFirst } = this.#result ?? { text: "", isFirst: false };
    if (text === "") return nothing;
    const words = isFirst ? t("Your first try, to tell others") : t("Your result, to tell others");
    return html`
      <p class="daily-result">
        <label for="daily-told">${words}</label>
        <input
          id="daily-told"
          readonly
          value="${withAddress(text, this.#deal.day, location)}"
        >
        <button type="button" data-act="copy" @click="${() => this.#copy()}">${t("Copy")}</button>
      </p>
    `;
  }
}

async function begin(panel: HTMLElement, table: HTMLElement): Promise<void> {
  await useLanguageOf(table);
  new DailyPage(panel, table).start();
}

const panel = document.getElementById("daily");
const table = document.getElementById("table");
if (panel && table) await begin(panel, table);
