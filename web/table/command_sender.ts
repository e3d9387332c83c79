/** Sends what the user asks for, one command after another, and shows what becomes of it. */

import { otherPeople } from "../model/seats.ts";
import type { State, TableContext } from "../model/types.ts";
import type { CommandAnswer, TableConnection } from "../net/connection.ts";
import type { Command } from "../net/wire.ts";
import { queuedText } from "../people/connection_line.ts";
import { t } from "../text/i18n.ts";
import { stateAfterRefusal } from "./refusals.ts";

/** What a command comes from: the user, or a play that the page makes by itself. */
export type Cause = "user" | "automatic play";

/** What sending needs from the table. */
interface SenderContext extends TableContext {
  connection(): Pick<TableConnection, "send" | "withdraw">;
  /** Draws the state again, so that a changed form control shows it. */
  redraw(): void;
  /** Shows a refusal, with this change of the state. */
  refuse(part: Partial<State>, answer: CommandAnswer & { t: "no" }): void;
  /** Goes to the front page, or to the table of the next match. */
  goTo(table: string | null): void;
}

export class CommandSender {
  /** Whether the user gives up the seat, and goes to the front page then. */
  isLeaving = false;
  #table: SenderContext;
  #pendingId: string | null = null;
  #pendingCause: Cause = "user";
  /** The kinds of commands that were sent behind the one that waits for its answer, by id. */
  #following = new Map<string, Command["k"]>();

  constructor(table: SenderContext) {
    this.#table = table;
  }

  /** Sends a command, unless another one waits for its answer. */
  send(command: Command, cause: Cause = "user"): void {
    const table = this.#table;
    if (table.state().pending) return table.redraw();
    this.#pendingId = table.connection().send(command);
    this.#pendingCause = cause;
    const queued = table.state().connection !== "open";
    table.change({ pending: true, queued, lastCommand: command, notice: null });
    const words = queuedText(table.state());
    if (words !== "") table.change({ announcements: table.announce(words) });
  }

  /** Sends a command that does not depend on the one that waits, as a setting. */
  sendAlso(command: Command): void {
    const table = this.#table;
    const { connection, lastCommand, pending } = table.state();
    if (!pending) return this.send(command);
    const isSent = lastCommand?.k === command.k ||
      [...this.#following.values()].includes(command.k);
    if (isSent) return table.redraw();
    this.#following.set(table.connection().send(command), command.k);
    if (connection === "open") return table.redraw();
    const notice = t("Connection lost: your request waits.");
    table.change({ notice, announcements: table.announce(notice) });
  }

  /** Gives up the seat, after whatever waits. */
  leave(): void {
    const { view } = this.#table.state();
    // If nobody else stays, the table is closed and says so itself.
    this.isLeaving = view !== null && otherPeople(view).length > 0;
    this.sendAlso({ k: "leave" });
  }

  /** Takes a card back that waits for a connection to be played; the change of the state. */
  takeBack(): Partial<State> {
    const { queued, lastCommand } = this.#table.state();
    const isUnsent = queued && lastCommand?.k === "play" &&
      this.#table.connection().withdraw(this.#pendingId);
    return isUnsent ? { pending: false, queued: false } : {};
  }

  /** Shows the answer to a command that was sent from here. */
  receive(id: string, answer: CommandAnswer): void {
    const isPending = id === this.#pendingId;
    const kind = isPending ? this.#table.state().lastCommand?.k : this.#following.get(id);
    if (answer.t === "hint" || kind === undefined) return;
    this.#following.delete(id);
    if (isPending) this.#pendingId = null;
    // Another page at the same place has played first: nobody asked for what is refused.
    const isOutdated = isPending && this.#pendingCause === "automatic play" &&
      answer.t === "no" && answer.code === "stale";
    if (answer.t === "no" && !isOutdated) {
      if (kind === "leave") this.isLeaving = false;
      const part = stateAfterRefusal(answer);
      this.#table.refuse(isPending ? part : { notice: part.notice ?? null }, answer);
      return;
    }
    if (isPending) this.#table.change({ pending: false, queued: false, nameError: null });
    if (kind === "leave" && this.isLeaving) this.#table.goTo(null);
    if (answer.t === "ok" && answer.table !== undefined) this.#table.goTo(answer.table);
  }
}
