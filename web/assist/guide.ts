/** The guide through a first round: a panel beside the table, which gets the room that it leaves. */

import { html, nothing, render, type TemplateResult } from "lit-html";
import { actionOf, currentKeys } from "../storage/keys.ts";
import { isChoosing } from "../model/selectors.ts";
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
import {
  canBeGuided,
  dueIdea,
  guideWords,
  isNow,
  placeInExchange,
  SELECTORS,
} from "./guide_steps.ts";
import { isField } from "./keyboard.ts";
import { ReadOut } from "./read_out.ts";

/** The address of a table that begins with the guide ends with it. */
const FRAGMENT = "#guide";
const UNREAD_MS = 600; // in which nobody reads words that have just changed
const WORDS = "guide-words";
const DESCRIBED = "aria-describedby";
const REVEAL = ".imps-reveal";
const GO_ON = "[data-act=go-on]";
const WAITING = `${GO_ON}, [data-act=show-score], [data-act=next]`;

/** Keeps the panel in step with the table; shows nothing unless the guide is on at this table. */
export class Guide {
  #root: HTMLElement;
  #panel: HTMLElement | null = null;
  #progress: GuideProgress | null = null;
  #view: View | null = null;
  #idea: GuideIdea | null = null;
  #words = "";
  /** The idea whose words a play has changed, and when that was. */
  #replaced: { idea: GuideIdea; at: number } | null = null;
  /** The ideas whose moment has passed before they were read. */
  #missed = new Set<string>();
  #target: Element | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    const { socket, table = "" } = root.dataset;
    if (socket === undefined) return; // the table of a lesson
    if (location.hash === FRAGMENT) {
      this.#progress = startGuide(localStorage, table);
      history.replaceState(null, "", location.pathname + location.search);
    } else this.#progress = readGuide(localStorage, table);
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
    if (this.#root.querySelector(REVEAL) !== null) return this.#wait(view);
    this.#advance(view);
    this.#mark();
  }

  /** Says nothing while the Imp's Trick opens. */
  #wait(view: View): void {
    this.#idea = null;
    this.#draw(view);
    this.#mark();
  }

  /**
   * Shows the idea that is due, with the words that are true now.  One whose moment passes before
   * it is read is told once more at its next moment.
   */
  #advance(view: View): void {
    const shown = this.#idea;
    if (shown !== null && !isNow(view, shown)) {
      if (this.#missed.has(shown.key)) this.#markRead(shown);
      else this.#missed.add(shown.key);
    }
    this.#idea = dueIdea(view, this.#progress?.read ?? []);
    const words = this.#idea === null ? "" : guideWords(view, this.#idea);
    const isMeant = this.#replaced !== null && performance.now() - this.#replaced.at < UNREAD_MS;
    if (shown !== null && words !== "" && words !== this.#words && !isMeant) {
      this.#replaced = { idea: shown, at: performance.now() };
    }
    this.#words = words;
    this.#draw(view);
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
    const replaced = this.#replaced;
    this.#replaced = null;
    if (replaced !== null && performance.now() - replaced.at < UNREAD_MS) {
      // The one before was meant: these words cannot have been read.
      if (replaced.idea.key !== idea.key) this.#markRead(replaced.idea);
      return;
    }
    this.#markRead(idea);
    this.#idea = null;
    if (idea.key === LAST_GUIDE_KEY) return this.end();
    this.#advance(this.#view);
    this.#mark();
    if (activeElement !== document.activeElement) this.#focusTable();
  }

  /** The reader wants no guide: says where else the rules are, and how the guide comes back. */
  skip(): void {
    this.end();
    const words = t(
      "The guide has ended. The rules and the guide are in the menu.",
    );
    new ReadOut("status").show(words);
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
    const action = actionOf(currentKeys(), event.key);
    // The key that goes on with the table goes on with the guide where nothing else waits for it.
    if (action !== "guide" && (action !== "next" || document.querySelector(WAITING))) return;
    if (document.querySelector("dialog[open]") || isField(event.target)) return;
    if (readSettings(document.cookie, localStorage).keys) this.goOn();
  }

  #draw(view: View): void {
    if (this.#panel === null) return;
    const idea = this.#idea;
    const isHeld = idea === null && this.#root.querySelector(GO_ON) !== null;
    const waiting = isChoosing(view)
      ? t("Tap a card for each place, then confirm. Not sure? Ask for a hint.")
      : view.round?.phase === "over"
      ? t("The round is over: look at the score.")
      : isHeld
      ? t("The trick waits until you go on.")
      : t("Play on. The guide speaks again when there is something new.");
    const words = idea === null ? waiting : guideWords(view, idea);
    const heldWords = html`<span aria-hidden="true">${words}</span>`; // the table announces them
    const place = idea === null ? null : placeInExchange(view, idea);
    const settings = readSettings(document.cookie, localStorage);
    const key = shortcut({ settings, keys: currentKeys() }, "guide");
    render(
      panel({ words: isHeld ? heldWords : words, place, isNew: idea !== null, key }, this),
      this.#panel,
    );
  }
}

/** Whether the guide is on: then a finished trick stays until a tap. */
export function isGuiding(): boolean {
  return document.querySelector(".guide") !== null;
}

interface Shown {
  words: string | TemplateResult;
  place: { place: number; of: number } | null;
  isNew: boolean;
  key: string | typeof nothing;
}

function panel({ words, place, isNew, key }: Shown, on: Guide): TemplateResult {
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
        title="${t("End the guide")}"
        @click="${() => on.skip()}"
      >
        ${t("End guide")}
      </button>
      ${place === null ? nothing : html`
        <span class="guide-place">${t("{place} of {of}", { ...place })}</span>
      `}
    </p>
  `;
}

/** The button in the menu that switches the guide on, from its first idea. */
export function guideButton(view: View): TemplateResult | typeof nothing {
  if (!canBeGuided(view)) return nothing;
  const start = () => {
    history.replaceState(null, "", FRAGMENT);
    location.reload();
  };
  return html`
    <button type="button" class="guide-button" @click="${start}">${t("Guide")}</button>
  `;
}
