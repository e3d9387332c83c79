/** Copies of cards that fly above the table, while the cards themselves stay where they belong. */

import { centre, offset } from "./positions.ts";
import { EASE } from "./speed.ts";

/** A copy at the rectangle, out of the reach of pointers and screen readers. */
export function flyingCopy(layer: HTMLElement, card: HTMLElement, rect: DOMRect): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement;
  for (const name of ["data-flip", "data-card", "id", "role", "aria-label", "tabindex"]) {
    copy.removeAttribute(name);
  }
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  copy.classList.add("flying");
  copy.style.left = `${rect.left}px`;
  copy.style.top = `${rect.top}px`;
  copy.style.width = `${rect.width}px`;
  copy.style.height = `${rect.height}px`;
  // Letters and corners of a card are measured in its width, which the table sets elsewhere.
  copy.style.setProperty("--card-width", `${rect.width}px`);
  layer.append(copy);
  return copy;
}

/** A card lying face down, of the size of the rectangle. */
function flyingBack(layer: HTMLElement, rect: DOMRect): HTMLElement {
  const back = document.createElement("span");
  back.className = "back flying-back";
  return flyingCopy(layer, back, rect);
}

/** Removes the element as soon as the animation has ended or been cancelled. */
export function removeAfter(animation: Animation, element: Element): void {
  const remove = () => element.remove();
  animation.finished.then(remove, remove);
}

/** Moves a copy of the card to the rectangle, where it shrinks and fades. */
export function flyAway(
  layer: HTMLElement,
  card: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  ms: number,
): void {
  const copy = flyingCopy(layer, card, from);
  const { x, y } = offset(from, to);
  const near = `translate(${x * 0.9}px, ${y * 0.9}px) scale(0.5)`;
  const animation = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: near, opacity: 0.9, offset: 0.8 },
      { transform: `translate(${x}px, ${y}px) scale(0.35)`, opacity: 0 },
    ],
    { duration: ms, easing: EASE },
  );
  removeAfter(animation, copy);
}

/** How a flight is divided: the card turns in the last third if it opens, in the first else. */
const OPENS_FROM = 0.68;
const CLOSED_UNTIL = 0.3;

/** Turns the card face down and moves it to the rectangle. */
export function passFaceDown(
  layer: HTMLElement,
  card: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  ms: number,
): void {
  const face = flyingCopy(layer, card, from);
  const turn = CLOSED_UNTIL / 2;
  removeAfter(
    face.animate(
      [{ transform: "none" }, { transform: "scaleX(0)", offset: turn }, { transform: "scaleX(0)" }],
      { duration: ms },
    ),
    face,
  );
  const back = flyingBack(layer, from);
  const { x, y } = offset(from, to);
  removeAfter(
    back.animate(
      [
        { transform: "scaleX(0)", opacity: 1 },
        { transform: "scaleX(0)", offset: turn },
        { transform: "none", offset: CLOSED_UNTIL, easing: EASE },
        { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 1, offset: 0.92 },
        { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0 },
      ],
      { duration: ms },
    ),
    back,
  );
}

/**
 * Brings the card face down from a seat and opens it where it lies.
 *
 * The card itself only waits unseen: it stays where it is, so that it can be clicked at any moment.
 * It sets out after the delay, in ms.
 */
export function arriveFaceDown(
  layer: HTMLElement,
  card: HTMLElement,
  seat: DOMRect,
  to: DOMRect,
  ms: number,
  delay = 0,
): void {
  const timing = { duration: ms, delay, fill: "backwards" } as const;
  const { x, y } = offset(to, centre(seat));
  const turned = (1 + OPENS_FROM) / 2;
  const key = card.dataset.flip ?? "";
  const back = flyingBack(layer, to);
  back.dataset.flying = key;
  removeAfter(
    back.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(0.5)`, easing: EASE },
        { transform: "none", offset: OPENS_FROM },
        { transform: "scaleX(0)", offset: turned },
        { transform: "scaleX(0)" },
      ],
      timing,
    ),
    back,
  );
  const face = flyingCopy(layer, card, to);
  face.dataset.flyingFace = key;
  removeAfter(
    face.animate(
      [
        { transform: "scaleX(0)" },
        { transform: "scaleX(0)", offset: turned },
        { transform: "none" },
      ],
      timing,
    ),
    face,
  );
  card.animate([{ opacity: 0 }, { opacity: 0 }], timing);
}

/** Ends the flight of a card, which is shown in its place from now on. */
export function land(layer: HTMLElement, card: string): void {
  for (const name of ["data-flying", "data-flying-face"]) {
    layer.querySelector(`[${name}="${CSS.escape(card)}"]`)?.remove();
  }
}
