/**
 * The second click of a double click must not count for another card.
 *
 * When a card is played the others close up, so that the second click would hit its neighbour.
 */

import type { Card } from "../net/wire.ts";
import { CLICK_PX } from "./drag.ts";

/** Two clicks within this time, in ms, are a double click. */
const DOUBLE_CLICK_MS = 300;

interface CardClick {
  card: Card;
  at: number;
  x: number;
  y: number;
}

/** Whether the click is the second of a double click, but on another card. */
export function hitsNeighbour(last: CardClick | null, click: CardClick): boolean {
  return last !== null && last.card !== click.card && click.at - last.at < DOUBLE_CLICK_MS &&
    Math.hypot(click.x - last.x, click.y - last.y) < CLICK_PX;
}

/**
 * Keeps such clicks from the cards; clicks by keys are always counted, and one elsewhere ends it.
 *
 * In an exchange, where nothing is final, several cards may be chosen fast at one place.
 */
export function ignoreDoubleClicks(root: HTMLElement, isInPlay: () => boolean): void {
  let last: CardClick | null = null;
  addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const card = target?.closest<HTMLElement>("[data-card]")?.dataset.card;
    if (event.detail === 0 || !isInPlay()) return;
    if (card === undefined || !root.contains(target)) {
      last = null;
      return;
    }
    const click = { card, at: event.timeStamp, x: event.clientX, y: event.clientY };
    if (hitsNeighbour(last, click)) {
      event.stopPropagation();
      event.preventDefault();
    } else last = click;
  }, { capture: true });
}
