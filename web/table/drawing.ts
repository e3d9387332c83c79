/** Draws the state of the table onto the page; the focus stays where it is. */

import { render } from "lit-html";
import { Guide } from "../assist/guide.ts";
import { SpeechBubbles } from "../chat/speech_bubbles.ts";
import type { Actions, DialogName, State } from "../model/types.ts";
import { refocus } from "./focus.ts";
import { table, title } from "./layout.ts";
import { updateLiveRegion } from "./live_region.ts";
import { TableLayout } from "./panels.ts";

export class Drawing {
  #root: HTMLElement;
  #state: () => State;
  #on: Actions;
  #bubbles: SpeechBubbles;
  #guide: Guide;
  #layout: TableLayout;
  #isDrawing = false;
  #isStale = false;
  #isAwaited = false;
  #hasDetails = false;
  #areDetailsDue = false;
  /** The dialog that was drawn last. */
  #dialog: DialogName | null = null;
  /** What had the focus before it was opened. */
  #opener: Element | null = null;

  constructor(root: HTMLElement, state: () => State, on: Actions) {
    this.#root = root;
    this.#state = state;
    this.#on = on;
    this.#bubbles = new SpeechBubbles(root);
    this.#guide = new Guide(root);
    this.#layout = new TableLayout(root);
  }

  /** Draws the state from now on, and again whatever depends on sizes when these change. */
  start(layer: HTMLElement): void {
    this.#layout.watch(layer);
    this.draw();
  }

  /** Draws the state when all that happens at this moment is done, so that it is drawn once. */
  drawSoon(): void {
    if (this.#isDrawing) this.#isStale = true;
    if (this.#isDrawing || this.#isAwaited) return;
    this.#isAwaited = true;
    queueMicrotask(() => {
      if (this.#isAwaited) this.draw();
    });
  }

  /** Draws the state now. A change during drawing (by a blur event, say) is drawn right after. */
  draw(): void {
    this.#isAwaited = false;
    this.#isStale = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        this.#drawOnce(this.#state());
      }
    } finally {
      this.#isDrawing = false; // an error must not stop all later drawing
    }
  }

  /** Whether the dialog has been closed with Escape; the browser's event for it may come later than the next key. */
  isDialogClosed(): boolean {
    return this.#dialog !== null && this.#root.querySelector("dialog")?.open === false;
  }

  #drawOnce(state: State): void {
    const focused = document.activeElement;
    const inside = focused !== document.body && this.#root.contains(focused);
    const card = focused instanceof HTMLElement ? focused.dataset.card : undefined;
    const cards = [...this.#root.querySelectorAll<HTMLElement>("[data-card]")];
    const place = cards.findIndex((one) => one.dataset.card === card);
    render(table(state, this.#on, this.#hasDetails), this.#root);
    if (state.view !== null) this.#drawDetails();
    updateLiveRegion(this.#root, state.announcements);
    this.#layout.update();
    this.#bubbles.update(state);
    this.#guide.update(state.view);
    this.#showDialog(state);
    const name = state.isReplay ? document.title : title(state.view);
    if (document.title !== name) document.title = name; // every assignment is an event for the browser
    const now = document.activeElement;
    if (!inside || state.view === null || now === null) return;
    if (!this.#root.contains(now) || now.matches("[data-fallback-focus]")) {
      refocus(this.#root, state, state.view, place);
    }
  }

  /** Draws the details too, from after the first picture of the table on. */
  #drawDetails(): void {
    if (this.#areDetailsDue) return;
    this.#areDetailsDue = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.#hasDetails = true;
        this.drawSoon();
      })
    );
  }

  /** Goes back to the menu where the button in it that opened the dialog is hidden again. */
  #leaveDialog(): void {
    const opener = this.#opener;
    this.#opener = null;
    if (opener?.closest("[popover]") == null || opener.checkVisibility()) return;
    this.#root.querySelector<HTMLElement>(".menu-button")?.focus();
  }

  #showDialog(state: State): void {
    const window = this.#root.querySelector("dialog");
    if (window === null) return;
    const { dialog } = state;
    // One that the user has just closed with Escape is not opened again before the browser says so.
    if (dialog !== null && dialog !== this.#dialog && !window.open) {
      this.#opener = document.activeElement;
      window.showModal();
      window.scrollTop = 0; // not where another dialog was left
    }
    if (dialog === null && window.open) window.close();
    if (dialog === null && this.#dialog !== null) this.#leaveDialog();
    this.#dialog = dialog;
  }
}
