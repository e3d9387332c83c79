/**
 * Dragging a card to the table or to a place of the exchange.
 *
 * Every drag has a click path: a click on the card does the same. A drag needs no second tap.
 */

import type { Actions } from "../model/types.ts";
import type { Card } from "../net/wire.ts";

/** A pointer that moves less than this far, in pixels, clicks. */
export const CLICK_PX = 10;
/** For how long a dropped card stays where it is, in ms, until the server has answered. */
const STAY_MS = 500;

interface Drag {
  element: HTMLElement;
  card: Card;
  pointer: number;
  x: number;
  y: number;
  isMoving: boolean;
}

/** Where a card was dropped: a place of the exchange, the table, or nowhere. */
export type DropPlace = { slot: number } | "table" | null;

/** What is at a point of the page, for a card that is dropped there. */
export function dropPlace(at: Element | null): DropPlace {
  const slot = at?.closest<HTMLElement>("[data-slot]")?.dataset.slot;
  if (slot !== undefined) return { slot: Number(slot) };
  return at?.closest(".table-surface, .middle, [data-drop]") == null ? null : "table";
}

/** Lets the user drag the cards of the own hands; a lost or cancelled pointer puts them back. */
export class CardDrag {
  #drag: Drag | null = null;
  #swallow = false;
  #on: Actions;

  constructor(root: HTMLElement, on: Actions) {
    this.#on = on;
    root.addEventListener("pointerdown", (event) => this.#begin(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#end(event));
    root.addEventListener("pointercancel", () => this.#cancel());
    // Where the text of the page is selected, the browser would drag that instead.
    root.addEventListener("dragstart", (event) => {
      if (this.#drag !== null) event.preventDefault();
    });
    // The click after a drag is no click on the card.
    root.addEventListener("click", (event) => {
      if (!this.#swallow) return;
      this.#swallow = false;
      event.stopPropagation();
      event.preventDefault();
    }, { capture: true });
  }

  #begin(event: PointerEvent): void {
    this.#cancel();
    this.#swallow = false;
    if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
    const element = event.target.closest<HTMLElement>(".own-hands [data-card]");
    const card = element?.dataset.card;
    if (!element || card === undefined || element.getAttribute("aria-disabled") === "true") return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#drag = { element, card, pointer, x, y, isMoving: false };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null || event.pointerId !== drag.pointer) return;
    // Without a button, it was released where the page is not told, outside the window.
    if (event.buttons === 0 || !drag.element.isConnected) return this.#cancel();
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.isMoving && Math.hypot(x, y) < CLICK_PX) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      drag.element.setPointerCapture(drag.pointer);
    }
    drag.element.classList.add("dragged"); // a drawing of the table may have taken it away
    drag.element.style.translate = `${x}px ${y}px`;
    drag.element.classList.toggle("droppable", dropPlace(under(event, drag.element)) !== null);
  }

  #end(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null || event.pointerId !== drag.pointer) return;
    this.#drag = null;
    if (!drag.isMoving) return;
    this.#swallow = true;
    setTimeout(() => this.#swallow = false, 0);
    const place = dropPlace(under(event, drag.element));
    if (place === null) return putBack(drag.element);
    this.#on.drop(drag.card, place === "table" ? null : place.slot);
    setTimeout(() => putBack(drag.element), STAY_MS);
  }

  #cancel(): void {
    if (this.#drag !== null) putBack(this.#drag.element);
    this.#drag = null;
  }
}

/** What is under the pointer and the card, which may have been drawn anew since its last move. */
function under({ clientX, clientY }: PointerEvent, card: HTMLElement): Element | null {
  const all = document.elementsFromPoint(clientX, clientY);
  return all.find((one) => !card.contains(one)) ?? null;
}

function putBack(element: HTMLElement): void {
  element.style.translate = "";
  element.classList.remove("dragged", "droppable");
}
