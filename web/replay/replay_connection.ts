/**
 * The connection of the table to a finished round: delivers its steps as a table of the server
 * would send them, and sends nothing.
 */

import { applyEvent } from "../model/reducer.ts";
import type { Listener, TableConnection } from "../net/connection.ts";
import { UnsharedConnection } from "../net/unshared_connection.ts";
import type { Command, RoundReplay, RoundView, TableEvent, View } from "../net/wire.ts";

/** What asks the player for something, or says what may be played: a replay takes no answers. */
const QUESTIONS = {
  asks: [],
  waiting: [],
  legal: [],
  why_not: {},
  turn_text: "",
} satisfies Partial<RoundView>;

function unasked(view: View): View {
  return view.round === null ? view : { ...view, round: { ...view.round, ...QUESTIONS } };
}

function withoutQuestions(set: TableEvent["set"]): TableEvent["set"] {
  const kept = Object.entries(set).filter(([path]) =>
    !Object.keys(QUESTIONS).some((name) => path === `round.${name}`)
  );
  return Object.fromEntries(kept);
}

export class ReplayConnection extends UnsharedConnection implements TableConnection {
  #listener: Listener;
  #events: TableEvent[] = [];
  /** The view before the first step and after each. */
  #views: View[] = [];
  #step = 0;
  #counter = 0;

  constructor(listener: Listener) {
    super();
    this.#listener = listener;
  }

  /** Shows the round at this step, counted from 1; 0 is the deal. */
  load(replay: RoundReplay, step: number): void {
    this.#events = replay.steps.map(({ event }) => ({
      ...event,
      set: withoutQuestions(event.set),
    }));
    let view = unasked(replay.view);
    this.#views = [view];
    for (const event of this.#events) this.#views.push(view = applyEvent(view, event));
    this.#listener.status("open");
    this.#jump(step);
  }

  /** The view after a step; null before the round is loaded. */
  viewAt(step: number): View | null {
    return this.#views[step] ?? null;
  }

  /** Shows the round after a step: the next one as it happened, any other one at once. */
  show(step: number): void {
    const before = this.#views[step - 1];
    const event = this.#events[step - 1];
    if (step !== this.#step + 1 || before === undefined || event === undefined) {
      return this.#jump(step);
    }
    this.#step = step;
    this.#listener.welcome(before); // ends whatever still holds the table up
    this.#listener.event(event);
  }

  #jump(step: number): void {
    const view = this.#views[step];
    if (view === undefined) return;
    this.#step = step;
    this.#listener.welcome(view);
  }

  start(): void {}

  /** Nothing can be done in a round that is over; the command is answered, so that none is pending. */
  send(_command: Command): string {
    this.#counter += 1;
    const id = `replay-${this.#counter}`;
    queueMicrotask(() => this.#listener.answer(id, { t: "ok", id, seq: 0 }));
    return id;
  }
}
