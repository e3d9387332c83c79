/** The guide through a first round: a panel beside the table, which gets the room that it leaves. */

import { html, nothing, render, type TemplateResult } from "lit-html";
import { actionOf, currentKeys } from "../storage/keys.ts";
import { readSettings } from "../model/settings.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { shortcut } from "../text/shortcuts.ts";
import {
  endGuide,
  type GuideProgress,
  readGuide,
  startGuide,
  storeGuide,
} from "./guide_progress.ts";
import { type GuideIdea, LAST_GUIDE_KEY } from "./guide_ideas.ts";
import { canBeGuided, dueIdea, guideWords, isNow, SELECTORS } from "./guide_steps.ts";
import { isField } from "./keyboard.ts";

/** The address of a table that begins with the guide ends with it. */
const FRAGMENT = "#guide";
const WORDS = "guide-words";
const DESCRIBED = "aria-describedby";

/** Keeps the panel in step with the table; shows nothing unless the guide is on at this table. */
export class Guide {
  #root: HTMLElement;
  #panel: HTMLElement | null = null;
  #progress: GuideProgress | null = null;
  #view: View | null = null;
  #idea: GuideIdea | null = null;
  #words = "";
  /** The price when they were said; with another they are no longer true. */
  #price = "";
  #target: Element | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    const { socket, table = "" } = root.dataset;
    if (socket === undefined) return; // the table of a lesson
    if (location.hash === FRAGMENT) {
      startGuide(localStorage, table);
      history.replaceState(null, "", location.pathname + location.search);
    }
    this.#progress = readGuide(localStorage, table);
    if (this.#progress !== null) this.#open();
  }

  /** Puts the panel beside the table. */
  #open(): void {
    const page = document.createElement("div");
    page.className = "table-page guided-table";
    this.#root.replaceWith(page);
    page.append(this.#root);
    this.#panel = document.createElement("section");
    this.#panel.className = "guide";
    this.#panel.setAttribute("aria-label", t("Guide"));
    page.before(this.#panel);
    document.body.classList.replace("table-page", "guided-page");
    document.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** Tells what is due in this view, and marks what it is about. */
  update(view: View | null): void {
    if (this.#panel === null || this.#progress === null || view === null) return;
    this.#view = view;
    const { round } = this.#progress;
    if (!canBeGuided(view) || (round !== null && view.match.round > round)) return this.end();
    if (round === null && view.match.round > 0) this.#store({ round: view.match.round });
    this.#advance(view);
    this.#mark();
  }

  /** Shows the idea that is due; one that was shown stays until it is read or another is due. */
  #advance(view: View): void {
    const shown = this.#idea;
    if (shown !== null && isNow(view, shown)) {
      if (priceOf(view) !== this.#price) this.#say(view, shown);
      return this.#draw();
    }
    const next = dueIdea(view, this.#progress?.read ?? []);
    const isPast = shown !== null && isAboutExchange(shown) && view.round?.phase === "play";
    if (shown !== null && (next !== null || isPast)) this.#markRead(shown);
    if (next !== null) this.#say(view, next);
    else if (isPast) this.#idea = null;
    this.#draw();
  }

  #say(view: View, idea: GuideIdea): void {
    this.#idea = idea;
    this.#words = guideWords(view, idea);
    this.#price = priceOf(view);
  }

  #markRead(idea: GuideIdea): void {
    this.#store({ read: [...this.#progress?.read ?? [], idea.key] });
  }

  #store(part: Partial<GuideProgress>): void {
    if (this.#progress === null) return;
    this.#progress = { ...this.#progress, ...part };
    storeGuide(localStorage, this.#progress);
  }

  /** The shown idea has been read. */
  goOn(): void {
    const { activeElement } = document;
    const idea = this.#idea;
    if (idea === null || this.#view === null) return;
    this.#markRead(idea);
    this.#idea = null;
    if (idea.key === LAST_GUIDE_KEY) return this.end();
    this.#advance(this.#view);
    this.#mark();
    if (activeElement !== document.activeElement) this.#focusTable();
  }

  /** Takes the panel away for good. */
  end(): void {
    const hadFocus = this.#panel?.contains(document.activeElement) ?? false;
    endGuide(localStorage);
    this.#progress = null;
    this.#idea = null;
    this.#mark();
    this.#panel?.remove();
    this.#panel = null;
    if (hadFocus) this.#focusTable();
  }

  /** Moves the focus of a button that has gone to the card or the button that comes next. */
  #focusTable(): void {
    const target = this.#root.querySelector<HTMLElement>('.own-hands [data-card][tabindex="0"]') ??
      this.#root.querySelector<HTMLElement>("[data-act]") ??
      this.#root.querySelector<HTMLElement>("[data-fallback-focus]");
    target?.focus({ preventScroll: true });
  }

  /** Outlines what the idea is about, and ties the words to it for screen readers. */
  #mark(): void {
    const part = this.#idea?.part;
    const target = part === undefined ? null : this.#root.querySelector(SELECTORS[part]);
    if (target === this.#target && target?.hasAttribute("data-guided")) return;
    this.#target?.removeAttribute("data-guided");
    if (this.#target?.getAttribute(DESCRIBED) === WORDS) this.#target.removeAttribute(DESCRIBED);
    this.#target = target;
    target?.setAttribute("data-guided", "");
    if (target !== null && !target.hasAttribute(DESCRIBED)) target.setAttribute(DESCRIBED, WORDS);
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (actionOf(currentKeys(), event.key) !== "guide") return;
    if (document.querySelector("dialog[open]") || isField(event.target)) return;
    if (readSettings(document.cookie, localStorage).keys) this.goOn();
  }

  #draw(): void {
    if (this.#panel === null) return;
    const waiting = t("Play on. The guide speaks again when there is something new.");
    const words = this.#idea === null ? waiting : this.#words;
    const settings = readSettings(document.cookie, localStorage);
    const key = shortcut({ settings, keys: currentKeys() }, "guide");
    render(panel(words, this.#idea !== null, key, this), this.#panel);
  }
}

/** Whether the idea is about choosing cards in the exchange, and means nothing afterwards. */
function isAboutExchange({ texts }: GuideIdea): boolean {
  const ofExchange: string[] = ["choosing", "to-imp", "to-player"];
  return texts.every(({ facts }) => facts.some((fact) => ofExchange.includes(fact)));
}

function priceOf(view: View): string {
  return view.round?.prices[0] ?? "";
}

function panel(
  words: string,
  isNew: boolean,
  key: string | typeof nothing,
  on: Guide,
): TemplateResult {
  return html`
    <p class="guide-words" id="${WORDS}" role="status">${words}</p>
    <p class="buttons">
      ${isNew
        ? html`
          <button
            type="button"
            class="primary"
            data-guide="on"
            aria-keyshortcuts="${key}"
            @click="${() => on.goOn()}"
          >
            ${t("Got it")}
          </button>
        `
        : nothing}
      <button
        type="button"
        data-guide="skip"
        aria-label="${t("Skip the guide")}"
        title="${t("Skip the guide")}"
        @click="${() => on.end()}"
      >
        ${t("Skip")}
      </button>
    </p>
  `;
}

/** The button in the menu that switches the guide on, from its first idea. */
export function guideButton(view: View): TemplateResult | typeof nothing {
  if (!canBeGuided(view)) return nothing;
  const start = () => {
    startGuide(localStorage, view.table.id);
    location.reload();
  };
  return html`
    <button type="button" class="guide-button" @click="${start}">${t("Guide")}</button>
  `;
}
