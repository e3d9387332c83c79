/** Automatic play of a card: the one chosen ahead, or the only legal one if the user wishes that. */

import { isPerson } from "../model/seats.ts";
import { isToPlay } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import { isPlaying } from "./premove.ts";
import type { Card, View } from "../net/wire.ts";

/** The delay is the table's pace within these limits, so that it reveals nothing; 0 stays 0. */
const SHORTEST_MS = 600;
const LONGEST_MS = 1200;

/** The card to be played automatically because it is forced; null if there is a choice. */
export function forcedCard(state: State, view: View): Card | null {
  if (!state.settings.forced || state.pending || !isToPlay(view)) return null;
  const legal = view.round?.legal ?? [];
  return legal.length === 1 ? legal[0] ?? null : null;
}

/** The card chosen ahead, if it can be played now. */
export function premovedCard(state: State, view: View): Card | null {
  const card = state.premove;
  if (card === null || state.pending || !isToPlay(view)) return null;
  return view.round?.legal.includes(card) ? card : null;
}

/** The card to be played automatically now; null while a computer plays for the user. */
export function automaticCard(state: State, view: View): Card | null {
  if (!isPlaying(view)) return null;
  return premovedCard(state, view) ?? forcedCard(state, view);
}

/** The delay before a forced card is played, in ms; twice as long after a trick, to show it. */
export function forcedPlayDelay(view: View): number {
  const pace = view.table.pace;
  const once = pace === 0 ? 0 : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pace));
  const leads = (view.round?.trick?.plays.length ?? 0) === 0;
  return leads && (view.round?.tricks.length ?? 0) > 0 ? 2 * once : once;
}

/**
 * The delay before a card chosen ahead is played, in ms.
 *
 * Other people must not tell from the time that it was chosen ahead: where any play, the delay is
 * never shorter than `SHORTEST_MS`, and it varies. `chance` is at least 0 and below 1.
 */
export function premoveDelay(view: View, chance: number): number {
  const delay = forcedPlayDelay(view);
  const isAlone = view.players.every((_, player) => player === view.you || !isPerson(view, player));
  if (isAlone) return delay;
  return Math.max(SHORTEST_MS, delay) + Math.floor(chance * (LONGEST_MS - SHORTEST_MS));
}

/** Plays the card chosen ahead or the only legal card, after a delay. */
export class AutomaticPlay {
  #step = "";
  /** The step of the last card played: one that is refused is left to the user. */
  #played = "";
  #cancel = () => {};
  #state: () => State;
  #play: (card: Card) => void;

  constructor(state: () => State, play: (card: Card) => void) {
    this.#state = state;
    this.#play = play;
  }

  /** Starts or cancels the timer; to be called after every change of the state. */
  update(): void {
    const state = this.#state();
    const { view } = state;
    const card = view === null ? null : automaticCard(state, view);
    const step = card === null ? "" : `${view?.round?.number} ${view?.round?.step} ${card}`;
    if (step === this.#step) return;
    this.#cancel();
    this.#step = step;
    if (view === null || card === null || step === this.#played) return;
    const isAhead = premovedCard(state, view) === card;
    const delay = isAhead ? premoveDelay(view, Math.random()) : forcedPlayDelay(view);
    const timer = setTimeout(() => {
      const now = this.#state();
      if (now.view === null || automaticCard(now, now.view) !== card) return;
      this.#played = step;
      this.#play(card);
    }, delay);
    this.#cancel = () => clearTimeout(timer);
  }
}
