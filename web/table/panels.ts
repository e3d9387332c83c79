/**
 * The panels that open over a small table: the details and the talk.
 *
 * They end above the hand, take the focus when they open, give it back when they close, and close
 * on a tap beside them. On a large screen they lie beside the cards and stay until they are closed.
 */

import { layOutFans } from "../cards/fan.ts";
import type { Actions, State } from "../model/types.ts";

type Panel = "drawer" | "chat";

const PANELS: Record<Panel, { panel: string; button: string; first: string }> = {
  drawer: { panel: "#side", button: ".drawer-button", first: ".drawer-close" },
  chat: { panel: "#talk", button: ".talk-button", first: "#talk-title" },
};

/** Up to this many letters wide, or this many high, the panels lie over the table. */
const NARROW_REM = 48;
const LOW_REM = 34;
/** A panel keeps at least this share of the screen, however tall the hand is. */
const MOST_HAND = 0.55;

function isSmall(): boolean {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return innerWidth <= NARROW_REM * rem || innerHeight <= LOW_REM * rem;
}

/** Tells the style sheet how high the hand is, so that the panels can end above it. */
function measureHand(root: HTMLElement): void {
  const hand = root.querySelector<HTMLElement>(".own-hands");
  const height = hand === null ? 0 : Math.max(0, innerHeight - hand.getBoundingClientRect().top);
  root.style.setProperty("--hand-height", `${Math.min(height, innerHeight * MOST_HAND)}px`);
}

/** Lays out what the style sheet cannot: the hands, and how much room they leave to the panels. */
export function layOutTable(root: HTMLElement): void {
  layOutFans(root);
  measureHand(root);
}

/** Lays the table out anew when the page gets another size, or its letters do. */
export function watchSizes(root: HTMLElement, layer: HTMLElement): void {
  const letter = document.createElement("div");
  letter.className = "one-letter";
  const sizes = new ResizeObserver(() => layOutTable(root));
  sizes.observe(root);
  sizes.observe(layer.appendChild(letter));
}

/** Opens or closes a panel; the focus goes into it, or back to its button. */
export function focusPanel(
  root: HTMLElement,
  panel: Panel,
  isOpen: boolean,
  change: () => void,
): void {
  const { panel: inside, button, first } = PANELS[panel];
  const now = document.activeElement;
  const isFree = now === null || now === document.body || now.closest(inside) !== null;
  if (!isOpen && isFree) root.querySelector<HTMLElement>(button)?.focus();
  change();
  if (isOpen) root.querySelector<HTMLElement>(first)?.focus();
}

/** Closes what is open over a small table when somebody taps beside it. */
export function closePanelsOnOutsideClick(state: () => State, on: Actions): void {
  const isBeside = (target: Element, { panel, button }: { panel: string; button: string }) =>
    target.closest(`${panel}, ${button}, dialog`) === null;
  document.addEventListener("click", ({ target }) => {
    const { drawerOpen, chatOpen } = state();
    if (!(drawerOpen || chatOpen) || !(target instanceof Element) || !isSmall()) return;
    if (drawerOpen && isBeside(target, PANELS.drawer)) on.openDrawer(false);
    if (chatOpen && isBeside(target, PANELS.chat)) on.openChat(false);
  }, { capture: true });
}
