/**
 * The panels that open over a small table: the details and the chat.
 *
 * They end above the hand, take the focus when they open, give it back when they close, and close
 * on a tap outside. On a large screen they lie beside the cards and stay until they are closed.
 */

import { layOutFans } from "../cards/fan.ts";
import type { Actions, State } from "../model/types.ts";

type Panel = "drawer" | "chat";

const PANELS: Record<Panel, { panel: string; button: string; first: string }> = {
  drawer: { panel: "#side", button: ".drawer-button", first: ".drawer-close" },
  chat: { panel: "#chat", button: ".chat-button", first: "#chat-title" },
};

/** Up to this width or height, in letters, the panels lie over the table. */
const NARROW_REM = 48;
const LOW_REM = 34;
/** The hand counts for at most this share of the screen, so that a panel keeps the rest. */
const MOST_HAND = 0.55;

function isSmall(): boolean {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return innerWidth <= NARROW_REM * rem || innerHeight <= LOW_REM * rem;
}

/** Sets the height of the hand for the style sheet, so that the panels can end above it. */
function measureHand(root: HTMLElement): void {
  const hand = root.querySelector<HTMLElement>(".own-hands");
  const height = hand === null ? 0 : Math.max(0, innerHeight - hand.getBoundingClientRect().top);
  root.style.setProperty("--hand-height", `${Math.min(height, innerHeight * MOST_HAND)}px`);
}

/** Lays out what the style sheet cannot: the hands, and the room that they leave to the panels. */
export function layOutTable(root: HTMLElement): void {
  layOutFans(root);
  measureHand(root);
}

/** Lays the table out again when the page or its letters change size. */
export function watchSizes(root: HTMLElement, layer: HTMLElement): void {
  const letter = document.createElement("div");
  letter.className = "one-letter";
  const sizes = new ResizeObserver(() => layOutTable(root));
  sizes.observe(root);
  sizes.observe(layer.appendChild(letter));
}

/** Opens or closes a panel; moves the focus into it, or back to its button. */
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

/** Closes the open panel of a small table on a tap outside it. */
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
