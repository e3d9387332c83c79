/**
 * Animation of a change: cards go from a hand to the trick and on to the player who takes it.
 *
 * The positions before a change are noted. After the change, each card starts from its old position
 * and moves to the new one. A card that is moving starts the next move from where it is. Nothing
 * waits for an animation, and a card that moves within a hand can be clicked.
 */

import { movesOfBottles, movesOfSale } from "./bottle.ts";
import type { Cause } from "./cause.ts";
import { arriveFaceDown, flyAway, land, passFaceDown } from "./flying.ts";
import { markChange } from "./marks.ts";
import { centre, type Move, offset, type Positions, seatRect } from "./positions.ts";
import { EASE, type Motion } from "./speed.ts";

/** A move shorter than this is not worth showing. */
const NEAR_PX = 2;
/** A trick that is taken fades for this long after its move. */
const FADE_MS = 160;
/** Cards cross the table this many times as slowly as a card is played. */
const EXCHANGE_SLOWDOWN = 2.6;
/** Dealt cards come this many times as slowly, and one after another by this part of a play. */
const DEAL_SLOWDOWN = 1.6;
const DEAL_STEP = 0.08;

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

/** Ends the moves of the elements that the selector names. */
function cancelMoves(root: HTMLElement, selector: string): void {
  for (const running of root.getAnimations({ subtree: true })) {
    const { effect } = running;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    if (target?.matches(selector)) running.cancel();
  }
}

/** Ends what moves: each card is where it belongs, and is measured there. */
function endMoves(root: HTMLElement, layer: HTMLElement): void {
  cancelMoves(root, "[data-flip]");
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    land(layer, element.dataset.flip ?? "");
  }
}

/** Ends every move when the window changes its size, as all would set out from elsewhere. */
export function endMovesOnResize(root: HTMLElement, layer: HTMLElement): void {
  addEventListener("resize", () => {
    for (const element of [root, layer]) {
      cancelMoves(element, "[data-flip], [data-bottle], .flying");
    }
  });
}

/** The moves of every card that is still shown, from its old position to the current one. */
function movesOfPresentCards(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  motion: Motion,
  cause: Cause,
): Move[] {
  const moves: Move[] = [];
  const dealer = cause.dealer === null ? null : seatRect(root, cause.dealer);
  let dealt = 0;
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const key = element.dataset.flip ?? "";
    const to = element.getBoundingClientRect();
    if (to.width === 0) continue;
    const old = before.cards.get(key);
    if (dealer !== null && element.closest(".own-hand") !== null) {
      const delay = motion.ms * DEAL_STEP * dealt++;
      moves.push(() =>
        arriveFaceDown(layer, element, dealer, to, motion.ms * DEAL_SLOWDOWN, delay)
      );
      continue;
    }
    const giver = cause.arrivals.get(key);
    const seat = giver === undefined ? null : seatRect(root, giver);
    if (seat !== null) {
      moves.push(() => arriveFaceDown(layer, element, seat, to, motion.ms * EXCHANGE_SLOWDOWN));
      continue;
    }
    const player = element.closest(".trick") === null ? null : cause.player;
    const hand = player === null ? null : seatRect(root, player);
    const from = old?.rect ?? (hand === null ? null : centre(hand));
    if (from !== null) moves.push(() => animateElement(element, from, to, motion.ms));
  }
  return moves;
}

/** The moves of the cards that have gone: the old trick to its taker, passed cards to receivers. */
function movesOfGoneCards(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  motion: Motion,
  cause: Cause,
): Move[] {
  const moves: Move[] = [];
  const taker = cause.taker === null ? null : seatRect(root, cause.taker);
  for (const [card, { rect, inTrick, copy }] of before.cards) {
    if (copy === null || root.querySelector(`[data-flip="${CSS.escape(card)}"]`)) continue;
    const receiver = cause.departures.get(card);
    if (receiver !== undefined) {
      const to = receiver === "imp"
        ? root.querySelector("[data-bottle]")?.getBoundingClientRect()
        : seatRect(root, receiver);
      const ms = motion.ms * EXCHANGE_SLOWDOWN;
      if (to) moves.push(() => passFaceDown(layer, copy, rect, centre(to), ms));
    } else if (inTrick && taker !== null) {
      moves.push(() => flyAway(layer, copy, rect, centre(taker), motion.ms + FADE_MS));
    }
  }
  return moves;
}

/** Shows a change: by motion, or by marks on what has changed where motion is reduced. */
export function animateChange(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  motion: Motion,
  cause: Cause,
): void {
  const isEmpty = before.cards.size + before.bottles.size === 0 && cause.dealer === null;
  if (motion.ms === 0 || isEmpty) return;
  if (motion.isStill) return markChange(root, cause);
  endMoves(root, layer);
  // Everything is measured before anything moves, so that the browser lays the page out once.
  const moves = [
    ...movesOfPresentCards(root, layer, before, motion, cause),
    ...movesOfGoneCards(root, layer, before, motion, cause),
    ...(cause.sale === null ? [] : movesOfSale(root, layer, before, cause.sale, motion.ms)),
    ...movesOfBottles(root, before, cause.sale, motion.ms),
  ];
  for (const move of moves) move();
}
