/** A sold bottle: it glides to its buyer, its price card slides under it, and the liquid falls. */

import type { Cause } from "./cause.ts";
import { flyingCopy, removeAfter } from "./flying.ts";
import { centre, liquidHeight, type Move, offset, type Positions, seatRect } from "./positions.ts";
import { EASE } from "./speed.ts";

/** A bottle moves more slowly than a card, so that the eye can follow it. */
const GLIDE_SLOWDOWN = 1.8;
/** A move shorter than this, in pixels, is none. */
const NEAR_PX = 4;
/** How wide a price card is beside its bottle, and how far down its height it comes to lie. */
const PRICE_CARD_WIDTH = 0.62;
const PRICE_CARD_DEPTH = 0.72;

type Sale = NonNullable<Cause["sale"]>;

/** Moves the bottle from where it was; nothing if it has stayed in its place. */
function glide(bottle: HTMLElement, from: DOMRect, to: DOMRect, ms: number, delay: number): void {
  const { x, y } = offset(to, from);
  if (Math.hypot(x, y) < NEAR_PX) return;
  const scale = Math.max(0.3, from.width / to.width);
  bottle.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
    { duration: ms, delay, easing: EASE, fill: "backwards" },
  );
}

/** Moves a copy of the bottle from its seller, or from its place, to its buyer. */
function handOver(
  root: HTMLElement,
  layer: HTMLElement,
  bottle: HTMLElement,
  sale: Sale,
  ms: number,
  delay: number,
): Move[] {
  const to = seatRect(root, sale.buyer);
  const seller = sale.seller === null ? null : seatRect(root, sale.seller);
  const place = bottle.getBoundingClientRect();
  if (to === null || sale.buyer === sale.seller || place.width === 0) return [];
  const start = seller === null ? place : centre(seller, place.width, place.height);
  return [() => {
    const copy = flyingCopy(layer, bottle, start);
    copy.removeAttribute("data-bottle");
    copy.classList.add("flying-bottle");
    for (const drawing of copy.querySelectorAll("svg")) drawing.style.height = `${start.height}px`;
    const { x, y } = offset(start, to);
    removeAfter(
      copy.animate(
        [
          { transform: seller === null ? "none" : "scale(0.5)", opacity: 0 },
          { opacity: 1, offset: 0.15 },
          {
            transform: `translate(${x}px, ${y}px) scale(0.5)`,
            opacity: 1,
            offset: 0.85,
          },
          { transform: `translate(${x}px, ${y}px) scale(0.4)`, opacity: 0 },
        ],
        { duration: ms, delay, easing: EASE, fill: "backwards" },
      ),
      copy,
    );
  }];
}

/**
 * Slides a copy of the card under the bottle.
 *
 * The copy lies in the element of the bottle, behind its drawing, and goes with it.
 */
function slideUnder(
  bottle: HTMLElement,
  card: HTMLElement,
  bottleFrom: DOMRect,
  ms: number,
  delay: number,
): Move[] {
  const from = card.getBoundingClientRect();
  const to = bottle.getBoundingClientRect();
  if (from.width === 0 || to.width === 0) return [];
  const resting = new DOMRect(
    to.left + (to.width - from.width) / 2,
    to.top + to.height * PRICE_CARD_DEPTH - from.height / 2,
    from.width,
    from.height,
  );
  // The bottle is still where it was while the card sets out.
  const { x, y } = offset(resting, from);
  const moved = offset(to, bottleFrom);
  const scale = Math.min(1, (to.width * PRICE_CARD_WIDTH) / from.width);
  return [() => {
    const copy = flyingCopy(bottle, card, from);
    copy.classList.add("price-card");
    copy.style.left = `${(to.width - from.width) / 2}px`;
    copy.style.top = `${to.height * PRICE_CARD_DEPTH - from.height / 2}px`;
    removeAfter(
      copy.animate(
        [
          { transform: `translate(${x - moved.x}px, ${y - moved.y}px)`, opacity: 1 },
          { transform: `scale(${scale}) rotate(-6deg)`, opacity: 1, offset: 0.7 },
          { transform: `scale(${scale}) rotate(-6deg)`, opacity: 1, offset: 0.88 },
          { transform: `scale(${scale}) rotate(-6deg)`, opacity: 0 },
        ],
        { duration: ms * 1.6, delay, easing: EASE, fill: "backwards" },
      ),
      copy,
    );
  }];
}

/** Lets the liquid sink from the height at which it stood. */
function sink(bottle: HTMLElement, before: number, ms: number, delay: number): Move[] {
  const after = liquidHeight(bottle);
  const liquid = bottle.querySelector(".liquid");
  if (after === null || liquid === null || Math.abs(after - before) < 1) return [];
  return [() => {
    liquid.animate(
      [{ transform: `scaleY(${before / after})` }, { transform: "none" }],
      { duration: ms, delay, easing: "ease-in-out", fill: "backwards" },
    );
  }];
}

/** Whether the bottle has another place; the words beside it may push it a little without that. */
function isElsewhere(from: DOMRect, to: DOMRect): boolean {
  const { x, y } = offset(to, from);
  return Math.hypot(x, y) >= to.width / 2;
}

/** The moves that show a sale; they begin when the card that made it has come to its place. */
export function movesOfSale(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  sale: Sale,
  cardMs: number,
): Move[] {
  const old = before.bottles.get(sale.bottle);
  const bottle = root.querySelector<HTMLElement>(`[data-bottle="${sale.bottle}"]`);
  if (old === undefined || bottle === null) return [];
  for (const running of bottle.getAnimations({ subtree: true })) running.cancel();
  const ms = cardMs * GLIDE_SLOWDOWN;
  const to = bottle.getBoundingClientRect();
  const card = root.querySelector<HTMLElement>(`.trick [data-flip="${CSS.escape(sale.card)}"]`);
  return [
    ...(card === null ? [] : slideUnder(bottle, card, old.rect, ms, cardMs)),
    ...(old.liquid === null ? [] : sink(bottle, old.liquid, ms, cardMs)),
    ...(isElsewhere(old.rect, to)
      ? [() => glide(bottle, old.rect, to, ms, cardMs)]
      : handOver(root, layer, bottle, sale, ms, cardMs)),
  ];
}

/** The moves of bottles that change their place without being sold, as at the start of a round. */
export function movesOfBottles(
  root: HTMLElement,
  before: Positions,
  sale: Cause["sale"],
  ms: number,
): Move[] {
  const moves: Move[] = [];
  for (const [number, { rect }] of before.bottles) {
    const bottle = root.querySelector<HTMLElement>(`[data-bottle="${number}"]`);
    if (bottle === null || bottle.getAnimations().length > 0) continue;
    const to = bottle.getBoundingClientRect();
    if (to.width === 0 || (number === sale?.bottle && isElsewhere(rect, to))) continue;
    moves.push(() => glide(bottle, rect, to, ms, 0));
  }
  return moves;
}
