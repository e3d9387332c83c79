/** Draws the state of the table onto the page; the focus stays where it is. */

import { render } from "lit-html";
import { Guide } from "../assist/guide.ts";
import { SpeechBubbles } from "../people/speech_bubbles.ts";
import type { Actions, State } from "../model/types.ts";
import { refocus } from "./focus.ts";
import { table, title } from "./layout.ts";
import { layOutTable } from "./panels.ts";

export class Drawing {
  #root: HTMLElement;
  #state: () => State;
  #on: Actions;
  #bubbles: SpeechBubbles;
  #guide: Guide;
  #isDrawing = false;
  #isStale = false;

  constructor(root: HTMLElement, state: () => State, on: Actions) {
    this.#root = root;
    this.#state = state;
    this.#on = on;
    this.#bubbles = new SpeechBubbles(root);
    this.#guide = new Guide(root);
  }

  /** Draws the state. A change during drawing (by a blur event, say) is drawn right after. */
  draw(): void {
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

  #drawOnce(state: State): void {
    const focused = document.activeElement;
    const inside = focused !== document.body && this.#root.contains(focused);
    const card = focused instanceof HTMLElement ? focused.dataset.card : undefined;
    const cards = [...this.#root.querySelectorAll<HTMLElement>("[data-card]")];
    const place = cards.findIndex((one) => one.dataset.card === card);
    render(table(state, this.#on), this.#root);
    layOutTable(this.#root);
    this.#bubbles.update(state);
    this.#guide.update(state.view);
    this.#showDialog(state);
    const name = title(state.view);
    if (document.title !== name) document.title = name; // every assignment is an event for the browser
    const now = document.activeElement;
    if (!inside || state.view === null || now === null) return;
    if (!this.#root.contains(now) || now.matches("[data-fallback-focus]")) {
      refocus(this.#root, state, state.view, place);
    }
  }

  #showDialog(state: State): void {
    const window = this.#root.querySelector("dialog");
    if (window === null) return;
    if (state.dialog !== null && !window.open) window.showModal();
    if (state.dialog === null && window.open) window.close();
  }
}
