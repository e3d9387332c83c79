/** Marks instead of motion: what has changed shines for a moment and stays where it is. */

import type { Cause } from "./cause.ts";

const MARK_MS = 1200;

function mark(element: Element | null): void {
  if (element === null) return;
  for (const running of element.getAnimations()) {
    if (running.id === "mark") running.cancel();
  }
  const colour = "var(--on-table-surface-gold, gold)";
  element.animate(
    [
      { outline: `3px solid ${colour}`, outlineOffset: "2px" },
      { outline: `3px solid ${colour}`, outlineOffset: "2px", offset: 0.7 },
      { outline: "3px solid transparent", outlineOffset: "2px" },
    ],
    { id: "mark", duration: MARK_MS },
  );
}

/** What the event has changed: cards, seats and bottles, by the selectors that find them. */
export function markedSelectors(cause: Cause): string[] {
  const cards = [...cause.arrivals.keys()];
  const seats = [cause.taker, cause.sale?.buyer ?? null].filter((seat) => seat !== null);
  const receivers = [...cause.departures.values()];
  const bottles = cause.sale === null ? [] : [cause.sale.bottle];
  return [
    ...cards.map((card) => `[data-flip="${card}"]`),
    ...seats.map((seat) => `[data-anchor="${seat}"]`),
    ...receivers.map((to) => to === "imp" ? "[data-bottle]" : `[data-anchor="${to}"]`),
    ...bottles.map((bottle) => `[data-bottle="${bottle}"]`),
  ];
}

/** Marks what the event has changed. */
export function markChange(root: HTMLElement, cause: Cause): void {
  for (const selector of new Set(markedSelectors(cause))) mark(root.querySelector(selector));
}
