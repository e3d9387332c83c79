/**
 * The panels that open over a small table: the details and the chat.
 *
 * They end above the hand, take the focus when they open, give it back when they close, and close
 * on a tap outside. On a large screen they lie beside the cards and stay until they are closed.
 */

import { areFansStale, layOutFans } from "../cards/fan.ts";
import type { Actions, State } from "../model/types.ts";

type Panel = "drawer" | "chat";

const PANELS: Record<Panel, { panel: string; button: string; first: string }> = {
  drawer: { panel: "#side", button: ".drawer-button", first: ".drawer-close" },
  chat: { panel: "#chat", button: ".chat-button", first: "#chat-title" },
};

/** Up to this width or height, in letters, the panels lie over the table. */
const NARROW_REM = 48;
const LOW_REM = 34;
/** The hand counts for at most this share of the screen, so that a panel keeps the rest. */
const MOST_HAND = 0.55;

function isSmall(): boolean {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return innerWidth <= NARROW_REM * rem || innerHeight <= LOW_REM * rem;
}

/**
 * Lays out what the style sheet cannot: the hands, and the room that they leave to the panels.
 *
 * To measure, the browser has to lay out the page at once. So that is done only when the hands have
 * other cards, or when the browser says that something has changed its size.
 */
export class TableLayout {
  #root: HTMLElement;
  #hands: Element | null = null;
  #handHeight = 0;
  #sizes = new ResizeObserver(() => this.#measure());

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Lays the table out again when the page, its letters or the hands change size. */
  watch(layer: HTMLElement): void {
    const letter = document.createElement("div");
    letter.className = "one-letter";
    this.#sizes.observe(this.#root);
    this.#sizes.observe(layer.appendChild(letter));
  }

  /** Lays out what is drawn; to be called after every drawing. */
  update(): void {
    const hands = this.#root.querySelector(".own-hands");
    const isOther = hands !== this.#hands;
    if (isOther && this.#hands !== null) this.#sizes.unobserve(this.#hands);
    if (isOther && hands !== null) this.#sizes.observe(hands);
    this.#hands = hands;
    if (isOther) return this.#measure();
    if (areFansStale(this.#root)) layOutFans(this.#root, false);
    this.#setHandHeight();
  }

  #measure(): void {
    layOutFans(this.#root, true);
    const top = this.#hands?.getBoundingClientRect().top ?? innerHeight;
    this.#handHeight = Math.min(Math.max(0, innerHeight - top), innerHeight * MOST_HAND);
    this.#setHandHeight();
  }

  /** Lets the panels end above the hand; set at the root, it would change every element's style. */
  #setHandHeight(): void {
    for (const { panel } of Object.values(PANELS)) {
      const element = this.#root.querySelector<HTMLElement>(panel);
      element?.style.setProperty("--hand-height", `${this.#handHeight}px`);
    }
  }
}

/** Opens or closes a panel; moves the focus into it, or back to its button. */
export function focusPanel(
  root: HTMLElement,
  panel: Panel,
  isOpen: boolean,
  change: () => void,
): void {
  const { panel: inside, button, first } = PANELS[panel];
  const now = document.activeElement;
  const isFree = now === null || now === document.body || now.closest(inside) !== null;
  if (!isOpen && isFree) root.querySelector<HTMLElement>(button)?.focus();
  change();
  if (isOpen) root.querySelector<HTMLElement>(first)?.focus();
}

/** Closes the open panel of a small table on a tap outside it; talk, too, if the focus goes on. */
export function closePanelsWhenLeft(state: () => State, on: Actions): void {
  const isBeside = (target: Element, { panel, button }: { panel: string; button: string }) =>
    target.closest(`${panel}, ${button}, dialog`) === null;
  document.addEventListener("click", ({ target }) => {
    const { drawerOpen, chatOpen } = state();
    if (!(drawerOpen || chatOpen) || !(target instanceof Element) || !isSmall()) return;
    if (drawerOpen && isBeside(target, PANELS.drawer)) on.openDrawer(false);
    if (chatOpen && isBeside(target, PANELS.chat)) on.openChat(false);
  }, { capture: true });
  // Talk covers what comes after it.
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    const isFromTalk = relatedTarget instanceof Element &&
      relatedTarget.closest(PANELS.chat.panel) !== null;
    if (!state().chatOpen || !isFromTalk || !(target instanceof Element) || !isSmall()) return;
    if (isBeside(target, PANELS.chat)) on.openChat(false);
  });
}
