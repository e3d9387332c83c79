/**
 * What somebody said, in a bubble at their seat for a moment.
 *
 * The bubbles lie in a layer of their own beside the elements marked `data-anchor`, so they move
 * nothing. Screen readers hear the words from the live region, so the layer is hidden from them.
 */

import { render } from "lit-html";
import type { State } from "../model/types.ts";
import type { ChatMessageView, View } from "../net/wire.ts";
import { messageContent, visibleMessages } from "./chat.ts";

/** For how long a bubble is shown, in ms. */
export const BUBBLE_MS = 6000;
const EDGE_PX = 6;

/** The last message of each player that is not older than a bubble; `now` is the server's time. */
export function recentMessages(state: State, view: View, now: number): ChatMessageView[] {
  const recent = new Map<number, ChatMessageView>();
  for (const line of visibleMessages(state, view)) {
    if (line.at > now - BUBBLE_MS) recent.set(line.player, line);
  }
  return [...recent.values()];
}

/** The layer of the bubbles. */
export class SpeechBubbles {
  #layer: HTMLElement;
  #root: HTMLElement;
  #shown = "";
  #state: State | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#layer = document.createElement("div");
    this.#layer.className = "speech-bubbles";
    this.#layer.setAttribute("aria-hidden", "true");
    document.body.append(this.#layer);
  }

  /** Shows the bubbles of now; to be called after every drawing. */
  update(state: State): void {
    this.#state = state;
    const { view } = state;
    const lines = view === null || state.chatOpen
      ? []
      : recentMessages(state, view, Date.now() + state.clockOffset);
    const shown = lines.map((line) => line.n).join(" ");
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#layer.replaceChildren(...lines.map((line) => bubble(state, line)));
      if (lines.length > 0) setTimeout(() => this.#refresh(), BUBBLE_MS + 100);
    }
    for (const [index, line] of lines.entries()) this.#place(index, line.player);
  }

  /** Takes the bubbles away whose time is over. */
  #refresh(): void {
    if (this.#state !== null) this.update(this.#state);
  }

  /** Puts a bubble under the seat of its speaker, within the page. */
  #place(index: number, player: number): void {
    const element = this.#layer.children[index];
    const anchor = this.#root.querySelector(`[data-anchor="${player}"]`)?.getBoundingClientRect();
    if (!(element instanceof HTMLElement)) return;
    element.hidden = anchor === undefined;
    if (anchor === undefined) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const middle = anchor.left + anchor.width / 2;
    const left = Math.min(
      innerWidth - width - EDGE_PX,
      Math.max(EDGE_PX, middle - width / 2),
    );
    const isBelow = anchor.bottom + height + EDGE_PX < innerHeight;
    const top = isBelow ? anchor.bottom + EDGE_PX : anchor.top - height - EDGE_PX;
    element.style.left = `${left}px`;
    element.style.top = `${Math.max(EDGE_PX, top)}px`;
  }
}

function bubble(state: State, line: ChatMessageView): HTMLElement {
  const element = document.createElement("p");
  element.className = "speech-bubble";
  element.dir = "auto";
  element.dataset.speaker = String(line.player);
  render(messageContent(state, line), element);
  return element;
}
