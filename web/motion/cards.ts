/**
 * Animation of a change: cards go from a hand to the trick and on to the player who takes it.
 *
 * The positions before a change are noted. After the change, each card starts from its old position
 * and moves to the new one. A card that is moving starts the next move from where it is. Nothing
 * waits for an animation, and a card that moves within a hand can be clicked.
 */

import { animateBottles, animateSale } from "./bottle.ts";
import type { Cause } from "./cause.ts";
import { arriveFaceDown, flyAway, land, passFaceDown } from "./flying.ts";
import { markChange } from "./marks.ts";
import { centre, offset, type Positions, seatRect } from "./positions.ts";
import { EASE, type Motion } from "./speed.ts";

/** A move shorter than this is not worth showing. */
const NEAR_PX = 2;
/** A trick that is taken fades for this long after its move. */
const FADE_MS = 160;
/** Cards cross the table this many times as slowly as a card is played. */
const EXCHANGE_SLOWDOWN = 2.6;

function animateElement(element: HTMLElement, from: DOMRect, to: DOMRect, ms: number): void {
  const { x, y } = offset(to, from);
  const scale = Math.max(0.2, from.width / to.width);
  if (Math.hypot(x, y) < NEAR_PX && Math.abs(scale - 1) < 0.05) return;
  const animation = element.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
    { duration: ms, easing: EASE },
  );
  if (element.closest(".own-hand") !== null) return;
  // A card that moves across a button does not catch its clicks.
  element.style.pointerEvents = "none";
  const restoreClicks = () => element.style.removeProperty("pointer-events");
  animation.finished.then(restoreClicks, restoreClicks);
}

/** Moves every card that is still shown from its old position to the current one. */
function animatePresentCards(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  motion: Motion,
  cause: Cause,
): Set<string> {
  const present = new Set<string>();
  const moves: (() => void)[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const key = element.dataset.flip ?? "";
    present.add(key);
    for (const running of element.getAnimations()) running.cancel();
    land(layer, key);
    const to = element.getBoundingClientRect();
    if (to.width === 0) continue;
    const old = before.cards.get(key);
    const giver = cause.arrivals.get(key);
    const seat = giver === undefined ? null : seatRect(root, giver);
    if (seat !== null) {
      moves.push(() => arriveFaceDown(layer, element, seat, motion.ms * EXCHANGE_SLOWDOWN));
      continue;
    }
    const player = element.closest(".trick") === null ? null : cause.player;
    const hand = player === null ? null : seatRect(root, player);
    const from = old?.rect ?? (hand === null ? null : centre(hand));
    if (from !== null) moves.push(() => animateElement(element, from, to, motion.ms));
  }
  for (const move of moves) move();
  return present;
}

/** Moves the cards that have gone: the old trick to its taker, passed cards to their receivers. */
function animateGoneCards(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  present: Set<string>,
  motion: Motion,
  cause: Cause,
): void {
  const taker = cause.taker === null ? null : seatRect(root, cause.taker);
  for (const [card, { rect, inTrick, copy }] of before.cards) {
    if (copy === null || present.has(card)) continue;
    const receiver = cause.departures.get(card);
    if (receiver !== undefined) {
      const to = receiver === "imp"
        ? root.querySelector("[data-bottle]")?.getBoundingClientRect()
        : seatRect(root, receiver);
      if (to) passFaceDown(layer, copy, rect, centre(to), motion.ms * EXCHANGE_SLOWDOWN);
    } else if (inTrick && taker !== null) {
      flyAway(layer, copy, rect, centre(taker), motion.ms + FADE_MS);
    }
  }
}

/** Shows a change: by motion, or by marks on what has changed where motion is reduced. */
export function animateChange(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  motion: Motion,
  cause: Cause,
): void {
  if (motion.ms === 0 || before.cards.size + before.bottles.size === 0) return;
  if (motion.isStill) return markChange(root, cause);
  const present = animatePresentCards(root, layer, before, motion, cause);
  animateGoneCards(root, layer, before, present, motion, cause);
  if (cause.sale !== null) animateSale(root, layer, before, cause.sale, motion.ms);
  animateBottles(root, before, motion.ms);
}
