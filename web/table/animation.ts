/**
 * Animation of cards: from a hand to the trick, from the trick to the player who takes it.
 *
 * The positions before a change are noted. After the change, each card starts from its old position
 * and moves to the new one. A card that is moving starts the next move from where it is. Nothing
 * waits for an animation, and a card that moves within a hand can be clicked.
 */
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";
const FADE_MS = 320;
/** A move shorter than this is not worth showing. */
const NEAR_PX = 2;
/** Cards from other players take this many times as long, so that the eye can follow them. */
const RECEIVED_SLOWDOWN = 2;

type Positions = Map<string, { rect: DOMRect; inTrick: boolean; copy: HTMLElement | null }>;

/** Whether and how fast cards move. */
interface Motion {
  ms: number;
}

function isMotionReduced(): boolean {
  return document.documentElement.dataset.motion === "reduced" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The motion for a pace: a little faster, so that one play ends before the next begins. */
export function motionFor(pace: number): Motion {
  return {
    ms: isMotionReduced() || document.hidden ? 0 : Math.min(420, pace * 0.6 + (pace > 0 ? 60 : 0)),
  };
}

/** The current positions of everything that can move. */
export function cardPositions(root: HTMLElement): Positions {
  const found: Positions = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const rect = element.getBoundingClientRect();
    if (rect.width === 0) continue;
    const inTrick = element.closest(".trick") !== null;
    found.set(element.dataset.flip ?? "", {
      rect,
      inTrick,
      copy: inTrick ? element.cloneNode(true) as HTMLElement : null,
    });
  }
  return found;
}

function anchor(root: HTMLElement, player: number): DOMRect | null {
  return root.querySelector(`[data-anchor="${player}"]`)?.getBoundingClientRect() ?? null;
}

function animateElement(element: HTMLElement, from: DOMRect, to: DOMRect, ms: number): void {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
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

/** A small rectangle in the middle of a player's panel. */
function centre(rect: DOMRect): DOMRect {
  return new DOMRect(rect.left + rect.width / 2 - 14, rect.top + rect.height / 2 - 20, 28, 40);
}

/** Moves the cards of the old trick to its taker and fades them out. */
function animateTakenTrick(
  layer: HTMLElement,
  before: Positions,
  present: Set<string>,
  to: DOMRect,
  ms: number,
) {
  for (const [key, { rect, inTrick, copy }] of before) {
    if (!inTrick || copy === null || present.has(key)) continue;
    copy.removeAttribute("data-flip");
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("leaving");
    copy.style.left = `${rect.left}px`;
    copy.style.top = `${rect.top}px`;
    copy.style.width = `${rect.width}px`;
    layer.append(copy);
    const x = to.left + to.width / 2 - (rect.left + rect.width / 2);
    const y = to.top + to.height / 2 - (rect.top + rect.height / 2);
    const animation = copy.animate(
      [
        { transform: "none", opacity: 1 },
        {
          transform: `translate(${x * 0.9}px, ${y * 0.9}px) scale(0.5)`,
          opacity: 0.9,
          offset: 0.8,
        },
        { transform: `translate(${x}px, ${y}px) scale(0.35)`, opacity: 0 },
      ],
      { duration: ms + FADE_MS / 2, easing: EASE },
    );
    const remove = () => copy.remove();
    animation.finished.then(remove, remove);
  }
}

/** Moves every card from its old position to the current one. */
export function animateCards(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  motion: Motion,
  cause: { player: number | null; taker: number | null; arrivals?: ReadonlyMap<string, number> },
): void {
  if (motion.ms === 0 || before.size === 0) return;
  const present = new Set<string>();
  const moved: [HTMLElement, DOMRect, DOMRect, number][] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const key = element.dataset.flip ?? "";
    present.add(key);
    for (const running of element.getAnimations()) running.cancel();
    const to = element.getBoundingClientRect();
    if (to.width === 0) continue;
    const old = before.get(key);
    const giver = cause.arrivals?.get(key) ?? null;
    const player = giver ?? (element.closest(".trick") !== null ? cause.player : null);
    const start = old?.rect ?? (player === null ? null : anchor(root, player));
    const ms = motion.ms * (giver === null ? 1 : RECEIVED_SLOWDOWN);
    if (start !== null) moved.push([element, old === undefined ? centre(start) : start, to, ms]);
  }
  for (const [element, from, to, ms] of moved) animateElement(element, from, to, ms);
  const taker = cause.taker === null ? null : anchor(root, cause.taker);
  if (taker !== null) animateTakenTrick(layer, before, present, centre(taker), motion.ms);
}
