/** Where things are on the screen, noted before a change so that they can move from there. */

import type { Card } from "../net/wire.ts";

/** Where a card was; `copy` is how it looked, unless it lay in a hand of buttons. */
interface CardPosition {
  rect: DOMRect;
  inTrick: boolean;
  copy: HTMLElement | null;
}

/** Where a bottle was, and how much of its height the liquid filled. */
interface BottlePosition {
  rect: DOMRect;
  liquid: number | null;
}

export interface Positions {
  cards: Map<Card, CardPosition>;
  bottles: Map<number, BottlePosition>;
}

/** Starts a movement between places that have been measured; it measures nothing itself. */
export type Move = () => void;

/** The height of the liquid in a drawing of a bottle; null where the drawing shows none. */
export function liquidHeight(bottle: Element): number | null {
  const height = bottle.querySelector(".liquid")?.getBoundingClientRect().height ?? 0;
  return height > 0 ? height : null;
}

/** The current positions of everything that can move; a moving card is where it is seen. */
export function measure(root: HTMLElement, layer: HTMLElement): Positions {
  const cards: Positions["cards"] = new Map();
  const flying = new Map(
    [...layer.querySelectorAll<HTMLElement>("[data-flying]")].map((one) => [
      one.dataset.flying ?? "",
      one,
    ]),
  );
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const card = element.dataset.flip ?? "";
    const rect = (flying.get(card) ?? element).getBoundingClientRect();
    if (rect.width === 0) continue;
    const isButton = element.matches("button");
    cards.set(card, {
      rect,
      inTrick: element.closest(".trick") !== null,
      copy: isButton ? null : element.cloneNode(true) as HTMLElement,
    });
  }
  const bottles: Positions["bottles"] = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-bottle]")) {
    const rect = element.getBoundingClientRect();
    if (rect.width === 0) continue;
    bottles.set(Number(element.dataset.bottle), { rect, liquid: liquidHeight(element) });
  }
  return { cards, bottles };
}

/** Where a player sits. */
export function seatRect(root: HTMLElement, player: number): DOMRect | null {
  return root.querySelector(`[data-anchor="${player}"]`)?.getBoundingClientRect() ?? null;
}

/** A small rectangle in the middle of another. */
export function centre(rect: DOMRect, width = 28, height = 40): DOMRect {
  const left = rect.left + (rect.width - width) / 2;
  const top = rect.top + (rect.height - height) / 2;
  return new DOMRect(left, top, width, height);
}

/** How far it is from the middle of one rectangle to the middle of another. */
export function offset(from: DOMRect, to: DOMRect): { x: number; y: number } {
  return {
    x: to.left + to.width / 2 - (from.left + from.width / 2),
    y: to.top + to.height / 2 - (from.top + from.height / 2),
  };
}
