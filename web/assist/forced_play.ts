/** A card that is the only one may be played by itself, for those who like that: after a pause. */

import { isToPlay } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { Card, View } from "../net/wire.ts";

/** The pause is that of automatic plays, within these, so that it tells nothing; 0 stays 0. */
const SHORTEST_MS = 600;
const LONGEST_MS = 1200;

/** The card that would be played by itself now; null where the reader has to choose, or wants to. */
export function forcedCard(state: State, view: View): Card | null {
  if (!state.settings.forced || state.pending || !isToPlay(view)) return null;
  const legal = view.round?.legal ?? [];
  return legal.length === 1 ? legal[0] ?? null : null;
}

/** How long the card waits; twice as long after a trick, so that people see it. */
export function forcedPlayDelay(view: View): number {
  const pace = view.table.pace;
  const once = pace === 0 ? 0 : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pace));
  const leads = (view.round?.trick?.plays.length ?? 0) === 0;
  return leads && (view.round?.tricks.length ?? 0) > 0 ? 2 * once : once;
}

/** Plays the only card there is after its pause, where the reader likes that. */
export class ForcedPlay {
  #step = "";
  #cancel = () => {};
  #state: () => State;
  #play: (card: Card) => void;

  constructor(state: () => State, play: (card: Card) => void) {
    this.#state = state;
    this.#play = play;
  }

  /** Looks whether a card is to be played by itself, now that something has changed. */
  update(): void {
    const { view } = this.#state();
    const card = view === null ? null : forcedCard(this.#state(), view);
    const step = card === null ? "" : `${view?.round?.number} ${view?.round?.step}`;
    if (step === this.#step) return;
    this.#cancel();
    this.#step = step;
    if (view === null || card === null) return;
    const timer = setTimeout(() => {
      const now = this.#state().view;
      if (now !== null && forcedCard(this.#state(), now) === card) this.#play(card);
    }, forcedPlayDelay(view));
    this.#cancel = () => clearTimeout(timer);
  }
}
