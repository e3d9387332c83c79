/** A round that is played on at the table beside a panel, as often as one likes. */

import { html, type TemplateResult } from "lit-html";
import { isField } from "../assist/keyboard.ts";
import { LessonConnection, type LessonEnvironment } from "../learn/lesson_connection.ts";
import { storeDraft } from "../model/exchange_draft.ts";
import { readSettings } from "../model/settings.ts";
import { actionOf, currentKeys, followKeys } from "../storage/keys.ts";
import { Table } from "../table/table.ts";
import { t } from "../text/i18n.ts";
import { shortcut } from "../text/shortcuts.ts";
import { type RoundProgress, UNPLAYED } from "./round_progress.ts";

/** The button that begins the round anew, which a key does too. */
export function tryAgainButton(
  round: Pick<PlayedOnRound, "tryAgain">,
  isPrimary = false,
): TemplateResult {
  const context = { settings: readSettings(document.cookie, localStorage), keys: currentKeys() };
  return html`
    <button
      type="button"
      class="${isPrimary ? "primary" : ""}"
      data-act="try-again"
      aria-keyshortcuts="${shortcut(context, "tryAgain")}"
      @click="${() => round.tryAgain()}"
    >
      ${t("Try again")}
    </button>
  `;
}

export class PlayedOnRound {
  #table: HTMLElement;
  #environment: LessonEnvironment;
  #draw: (progress: RoundProgress) => void;
  #progress: RoundProgress;
  /** Whether the table shows how far the round is. */
  #isShown = false;
  #connection: LessonConnection | null = null;

  /** `draw` draws the panel, whenever something has changed. */
  constructor(
    table: HTMLElement,
    environment: LessonEnvironment,
    draw: (progress: RoundProgress) => void,
  ) {
    this.#table = table;
    this.#environment = environment;
    this.#draw = draw;
    const hasActed = (environment.kept?.actions ?? []).length > 0;
    this.#progress = { ...UNPLAYED, hasActed };
  }

  start(): void {
    this.#draw(this.#progress);
    new Table(this.#table, (listener) => {
      this.#connection = new LessonConnection(
        this.#environment,
        listener,
        ({ outcome, said, actions, isAdvised }) => {
          const isOver = outcome !== "open";
          this.#change({ hasActed: actions > 0, isOver, isAdvised: isAdvised && !isOver, said });
        },
      );
      return this.#connection;
    }).start();
    document.addEventListener("keydown", (event) => this.#handleKey(event));
    followKeys(() => this.#draw(this.#progress));
  }

  /** Everything that the person has done. */
  get actions(): string[] {
    return this.#connection?.actions ?? [];
  }

  tryAgain(): void {
    if (!this.#progress.hasActed) return;
    this.#connection?.open(0);
    this.#change(UNPLAYED);
    this.#table.querySelector<HTMLElement>('.own-hands [data-card][tabindex="0"]')?.focus();
  }

  followAdvice(follows: boolean): void {
    this.#connection?.followAdvice(follows);
  }

  #change(progress: RoundProgress): void {
    const isEnd = progress.isOver && !this.#progress.isOver && this.#isShown;
    this.#isShown = true;
    this.#progress = progress;
    this.#draw(progress);
    // What was chosen in the exchange is done with, whatever is chosen the next time.
    const table = this.#connection?.table ?? null;
    if (progress.hasActed && table !== null) storeDraft(sessionStorage, table, "", []);
    // The card that had the focus is gone.
    if (isEnd && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(".teacher .buttons .primary")?.focus();
    }
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || isField(event.target)) return;
    if (!readSettings(document.cookie, localStorage).keys) return;
    if (actionOf(currentKeys(), event.key) === "tryAgain") this.tryAgain();
  }
}
