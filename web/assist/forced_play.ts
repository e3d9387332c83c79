/** Automatic play of a forced card: an option that plays the only legal card after a pause. */

import { isToPlay } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { Card, View } from "../net/wire.ts";

/** The delay is the table's pace within these limits, so that it reveals nothing; 0 stays 0. */
const SHORTEST_MS = 600;
const LONGEST_MS = 1200;

/** The card to be played automatically now; null if there is a choice or the option is off. */
export function forcedCard(state: State, view: View): Card | null {
  if (!state.settings.forced || state.pending || !isToPlay(view)) return null;
  const legal = view.round?.legal ?? [];
  return legal.length === 1 ? legal[0] ?? null : null;
}

/** The delay before the card is played, in ms; twice as long after a trick, to show the trick. */
export function forcedPlayDelay(view: View): number {
  const pace = view.table.pace;
  const once = pace === 0 ? 0 : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pace));
  const leads = (view.round?.trick?.plays.length ?? 0) === 0;
  return leads && (view.round?.tricks.length ?? 0) > 0 ? 2 * once : once;
}

/** Plays the only legal card after a delay, if the user has turned this on. */
export class ForcedPlay {
  #step = "";
  #cancel = () => {};
  #state: () => State;
  #play: (card: Card) => void;

  constructor(state: () => State, play: (card: Card) => void) {
    this.#state = state;
    this.#play = play;
  }

  /** Starts or cancels the timer; to be called after every change of the state. */
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
