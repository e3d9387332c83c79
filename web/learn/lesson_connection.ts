/**
 * The connection of the table to a lesson: posts what the learner has done so far, and delivers the
 * events that come back as a table of the server would send them, one after another.
 */

import type { ConnectionStatus, Listener, TableConnection } from "../net/connection.ts";
import { UnsharedConnection } from "../net/unshared_connection.ts";
import type { Command, LessonActions, LessonReply, StepAdvice, View } from "../net/wire.ts";
import { NOT_YET, TOO_MANY } from "../offline/not_yet.ts";

/** After so many ms a request that found no server, or was too many, is sent again. */
const RETRY_MS = 2000;

/** The outcome of an exercise, and what the teacher says. */
type Outcome = Pick<LessonReply, "outcome" | "said"> & { actions: number };

/** The same, and whether a strong player chooses for the learner. */
export type Progress = Outcome & { isAdvised: boolean };

/** What is kept of an exercise when the page is left, to go on from there. */
export interface KeptActions {
  /** Everything that the learner had done. */
  readonly actions: string[];
  /** Keeps everything that the learner has done, as soon as the server has answered it. */
  keep(actions: string[]): void;
  /** Called where the server refuses what was kept; the exercise begins anew. */
  refused(): void;
}

/** What a lesson needs of the browser; tests provide their own. */
export interface LessonEnvironment {
  post(exercise: number, body: LessonActions): Promise<Response>;
  /** Asks what a strong player would do after these actions; in lessons nobody is asked. */
  askForAdvice?(body: LessonActions): Promise<Response>;
  /** What is kept of the exercise; of lessons nothing is. */
  kept?: KeptActions;
  /** Calls after some milliseconds. */
  setTimer(call: () => void, ms: number): void;
}

export class LessonConnection extends UnsharedConnection implements TableConnection {
  #environment: LessonEnvironment;
  #listener: Listener;
  #report: (progress: Progress) => void;
  #exercise: number;
  #actions: string[] = [];
  #isOver = false;
  /** Whether actions are on their way; the learner waits for the answer. */
  #isPosting = false;
  /** The id under which the table waits for that answer; null if it does not. */
  #awaited: string | null = null;
  /** Whether events of an answer are still to be delivered. */
  #isDelivering = false;
  /** Whether a strong player chooses for the learner. */
  #isAdvised = false;
  /** Counts the requests for its choice; an answer to an earlier one comes too late. */
  #adviceAsked = 0;
  /** The exercise before any action; null until the server has told it. */
  #beginning: View | null = null;
  /** Whether the learner is still told what it is about: no card can be played meanwhile. */
  #isHeld = false;
  #outcome: Outcome = { outcome: "open", said: "", actions: 0 };
  #counter = 0;
  /** Counts the starts of an exercise; what belongs to an earlier one is dropped. */
  #start = 0;

  constructor(
    environment: LessonEnvironment,
    listener: Listener,
    report: (progress: Progress) => void,
    exercise = 0,
  ) {
    super();
    this.#environment = environment;
    this.#listener = listener;
    this.#report = report;
    this.#exercise = exercise;
  }

  start(): void {
    this.open(this.#exercise, this.#environment.kept?.actions);
  }

  /** The table of the views; null until the server has told one. */
  get table(): string | null {
    return this.#beginning?.table.id ?? null;
  }

  /** Everything that the learner has done, as far as it is answered. */
  get actions(): string[] {
    return this.#actions;
  }

  /** Lets cards be played from now on, or not before the learner has read on. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (this.#actions.length === 0) this.#showBeginning();
  }

  /** In an exchange nothing is done before it is confirmed, so there cards need not wait. */
  get waitsForReader(): boolean {
    return this.#isHeld && this.#beginning?.round?.phase === "play";
  }

  #showBeginning(): void {
    const view = this.#beginning;
    if (view === null) return;
    const round = view.round !== null && this.waitsForReader
      ? { ...view.round, legal: [], turn: null }
      : view.round;
    this.#listener.welcome({ ...view, round });
  }

  /** Begins the exercise, counted from 0, anew, or goes on after what was done in it before. */
  open(exercise: number, actions: string[] = []): void {
    this.#exercise = exercise;
    this.#actions = [];
    this.#beginning = null;
    this.#isOver = false;
    this.#isDelivering = false;
    this.#isAdvised = false;
    this.#start += 1;
    // What was on its way belongs to the earlier start; the table must not go on waiting for it.
    const awaited = this.#awaited;
    if (awaited !== null) this.#listener.answer(awaited, { t: "ok", id: awaited, seq: 0 });
    void this.#request(actions, null);
  }

  /** Sends what the learner does; returns its id. Other commands mean nothing in a lesson. */
  send(command: Command): string {
    const id = this.#nextId();
    const isDeaf = this.#isOver || this.#isPosting || this.waitsForReader;
    const actions = isDeaf ? [] : actionsOf(command);
    if (actions.length > 0) {
      this.#isAdvised = false;
      this.#adviceAsked += 1;
      void this.#request([...this.#actions, ...actions], id);
    } else queueMicrotask(() => this.#listener.answer(id, { t: "ok", id, seq: 0 }));
    return id;
  }

  #request(actions: string[], id: string | null): Promise<void> {
    this.#isPosting = true;
    this.#awaited = id;
    return this.#exchange(
      () => this.#environment.post(this.#exercise, { actions }),
      (reply: LessonReply) => this.#receive(reply, actions, id),
      id,
      (said) => {
        this.#isPosting = false;
        this.#awaited = null;
        if (this.#beginning !== null) return;
        if (actions.length === 0) return this.#reportNow({ ...this.#outcome, said });
        this.#environment.kept?.refused();
        this.open(this.#exercise);
      },
    );
  }

  /** Lets a strong player choose for the learner, until the learner chooses; or no longer. */
  followAdvice(follows: boolean): void {
    this.#isAdvised = follows;
    this.#adviceAsked += 1;
    this.#reportNow(this.#outcome);
    this.#takeAdvice();
  }

  #reportNow(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#report({ ...outcome, isAdvised: this.#isAdvised });
  }

  /** Does what a strong player would do now; once there is no answer, the learner goes on. */
  #takeAdvice(): void {
    const { askForAdvice } = this.#environment;
    if (!this.#isAdvised || this.#isOver || askForAdvice === undefined) return;
    if (this.#isPosting || this.#isDelivering) return; // it is asked afterwards
    const [done, asked] = [this.#actions, ++this.#adviceAsked];
    void this.#exchange(
      () => askForAdvice({ actions: done }),
      ({ actions }: StepAdvice) => {
        if (asked !== this.#adviceAsked) return;
        void this.#request([...done, ...actions], this.#nextId());
      },
      null,
      (said) => {
        if (asked !== this.#adviceAsked) return;
        this.#outcome = { ...this.#outcome, said };
        this.followAdvice(false);
      },
    );
  }

  /** Asks for a hint where there are any; returns its id. */
  override ask(command: Command): string | null {
    const { askForAdvice } = this.#environment;
    if (command.k !== "hint" || askForAdvice === undefined) return null;
    const { round, stage = null, step = null } = command;
    const [id, done] = [this.#nextId(), { actions: this.#actions }];
    void this.#exchange(
      () => askForAdvice(done),
      ({ actions, level, reason, rows, notes }: StepAdvice) => {
        const hint = { t: "hint", id, round, stage, step } as const;
        this.#listener.answer(id, { ...hint, actions, level, reason, rows, notes });
      },
      id,
    );
    return id;
  }

  #nextId(): string {
    this.#counter += 1;
    return `lesson-${this.#counter}`;
  }

  /**
   * Sends a request until a server answers, unless the exercise begins anew meanwhile. Without what
   * it shows there is nothing to do, so the first is repeated even where it is refused for now.
   */
  async #exchange<Reply>(
    post: () => Promise<Response>,
    receive: (reply: Reply) => void,
    id: string | null,
    refused: (text: string) => void = () => {},
  ): Promise<void> {
    const start = this.#start;
    const repeat = (status: ConnectionStatus) => {
      this.#listener.status(status);
      this.#environment.setTimer(() => {
        if (start === this.#start) void this.#exchange(post, receive, id, refused);
      }, RETRY_MS);
    };
    let answer: Response;
    let body;
    try {
      answer = await post();
      body = await answer.json();
    } catch {
      if (start === this.#start) repeat("lost");
      return;
    }
    if (start !== this.#start) return;
    if (this.#beginning === null && NOT_YET.includes(answer.status)) {
      return repeat(answer.status === TOO_MANY ? "crowded" : "busy");
    }
    this.#listener.status("open");
    if (answer.ok) receive(body);
    else {
      refused(body.text ?? "");
      if (id !== null) this.#listener.answer(id, { ...body, id });
    }
  }

  #receive(reply: LessonReply, actions: string[], id: string | null): void {
    this.#actions = actions;
    this.#environment.kept?.keep(actions);
    this.#isPosting = false;
    this.#awaited = null;
    this.#isOver = reply.outcome !== "open";
    const outcome = { outcome: reply.outcome, said: reply.said, actions: actions.length };
    if (id === null) {
      this.#beginning = reply.view;
      this.#showBeginning();
      this.#reportNow(outcome);
      this.#takeAdvice(); // it may have been asked for before the first answer
      return;
    }
    this.#listener.answer(id, { t: "ok", id, seq: 0 });
    this.#isDelivering = true;
    this.#deliver(reply, 0, this.#start, outcome);
  }

  /** Delivers an event and, after a pause, the next one; then reports the progress. */
  #deliver(reply: LessonReply, place: number, start: number, outcome: Outcome): void {
    const event = reply.events[place];
    if (start !== this.#start) return;
    if (event === undefined) {
      this.#isDelivering = false;
      this.#reportNow(outcome);
      this.#takeAdvice();
      return;
    }
    const isLast = place === reply.events.length - 1;
    // At the end nobody is asked for a card, whoever would be next.
    const stop = isLast && this.#isOver ? { "round.legal": [], "round.turn": null } : {};
    this.#listener.event({ ...event, set: { ...event.set, ...stop } });
    const pause = isLast ? 0 : reply.view.table.pace;
    this.#environment.setTimer(() => this.#deliver(reply, place + 1, start, outcome), pause);
  }
}

/** What the command does in the exercise, as the server wants it. */
function actionsOf(command: Command): string[] {
  if (command.k === "play") return [command.card];
  return command.k === "commit" ? command.actions : [];
}
