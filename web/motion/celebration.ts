/** A short burst of coins and cards for the winner of a match. */

import { isMotionReduced } from "./speed.ts";

const PIECES = 40;
const SHORTEST_MS = 1100;
const LONGEST_MS = 1900;
/** How far the pieces fly, in pixels, and how far they fall at the end. */
const REACH_PX = 260;
const FALL_PX = 240;
const KINDS = ["coin", "low", "mid", "high"];

/** Throws the pieces from the middle of the element; nothing where motion is reduced. */
export function celebrate(layer: HTMLElement, from: Element | null): void {
  if (from === null || isMotionReduced() || document.hidden) return;
  const { left, top, width, height } = from.getBoundingClientRect();
  for (let piece = 0; piece < PIECES; piece++) {
    const element = document.createElement("i");
    element.className = `piece ${KINDS[piece % KINDS.length]}`;
    element.setAttribute("aria-hidden", "true");
    element.style.left = `${left + width / 2}px`;
    element.style.top = `${top + height / 2}px`;
    layer.append(element);
    const angle = (piece / PIECES) * 2 * Math.PI;
    const reach = REACH_PX * (0.4 + 0.6 * Math.random());
    const x = Math.cos(angle) * reach;
    const y = Math.sin(angle) * reach * 0.6;
    const turn = 540 * (Math.random() - 0.5);
    const animation = element.animate(
      [
        { transform: "scale(0.3)", opacity: 1, easing: "cubic-bezier(0.1, 0.8, 0.4, 1)" },
        { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: 1, offset: 0.5 },
        {
          transform: `translate(${x * 1.1}px, ${y + FALL_PX}px) rotate(${2 * turn}deg)`,
          opacity: 0,
        },
      ],
      { duration: SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS) },
    );
    const remove = () => element.remove();
    animation.finished.then(remove, remove);
  }
}
