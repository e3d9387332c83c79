/**
 * The connection to the server: receives events in order, sends commands until they are answered.
 *
 * After a break it reconnects, names the last event it has received, and resends every command that
 * has not been answered under the same id, so that nothing is lost and nothing is done twice.
 */

import type {
  ClientMessage,
  Command,
  PresenceUpdate,
  ServerMessage,
  TableEvent,
  View,
} from "./wire.ts";

export type ConnectionStatus = "connecting" | "open" | "lost" | "crowded" | "busy" | "gone";

/** The part of a WebSocket that is used here; tests provide their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}

/** Socket, clock, timers and random numbers, so that tests can control them. */
export interface ConnectionEnvironment {
  open(): Socket;
  /** Calls after some milliseconds; returns a function that cancels the call. */
  setTimer(call: () => void, ms: number): () => void;
  now(): number;
  /** A random number from 0 to 1, so that clients do not all reconnect at the same moment. */
  random(): number;
}

/** What a server answers to a command. */
export type CommandAnswer = Extract<ServerMessage, { t: "ok" | "no" | "hint" }>;

export interface Listener {
  status(status: ConnectionStatus): void;
  /** A whole view; `isRemoved` says that the host has sent the user away. */
  welcome(view: View, isRemoved?: boolean): void;
  event(event: TableEvent): void;
  answer(id: string, answer: CommandAnswer): void;
  /** Nothing can be saved for now, so the table waits, until the next event. */
  outage(text: string): void;
  thinking(player: number, prepares: boolean): void;
  present(present: PresenceUpdate): void;
  /** By how many ms the server's clock is ahead of this one, measured by a ping. */
  time(clockOffset: number): void;
}

export const FIRST_WAIT_MS = 300;
export const LONGEST_WAIT_MS = 8000;
export const PING_EVERY_MS = 15000;
export const SILENCE_MS = 10000;
/** How soon a connection has to prove that it outlived a sleep or another network. */
export const PROOF_MS = 3000;
/** The server's own close codes: no such table, and too many requests. */
export const NO_TABLE = 4404;
export const TOO_MUCH = 4429;

export class Connection {
  #socket: Socket | null = null;
  #seq: number | null = null;
  /** The log that this event is of: another one once the server has read it anew. */
  #log: string | null = null;
  #tries = 0;
  #failure: ConnectionStatus = "lost";
  #timers: (() => void)[] = [];
  #cancelAnswerTimer: () => void = () => {};
  #unanswered = new Map<string, string>();
  /** Those of them that no socket was there for. */
  #unsent = new Set<string>();
  #asked = "";
  #counter = 0;
  #prefix: string;
  #stopped = false;
  #greeted = false;
  #environment: ConnectionEnvironment;
  #listener: Listener;

  constructor(environment: ConnectionEnvironment, listener: Listener, prefix: string) {
    this.#environment = environment;
    this.#listener = listener;
    this.#prefix = prefix;
  }

  /** The number of the last event received, or null before the first welcome. */
  get seq(): number | null {
    return this.#seq;
  }

  start(): void {
    this.#connect();
  }

  /** Closes the connection for good. */
  stop(): void {
    this.#stopped = true;
    this.#cancelTimers();
    this.#cancelAnswerTimer();
    this.#socket?.close();
  }

  /**
   * Reconnects at once if the connection is down, for example when the browser is online again.
   *
   * A device that slept, or is in another network now, has connections that are dead without a sign,
   * so one that is there has to prove itself soon.
   */
  reconnectNow(): void {
    if (this.#stopped) return;
    if (this.#socket === null) {
      this.#cancelTimers();
      this.#connect();
    } else if (this.#greeted) {
      this.#cancelTimers();
      this.#sendFrame({ t: "ping", ts: this.#environment.now() });
      this.#expectReply(PROOF_MS);
    }
  }

  /** Sends a command, now or as soon as there is a connection; returns its id. */
  send(command: Command): string {
    this.#counter += 1;
    const id = `${this.#prefix}-${this.#counter}`;
    const text = JSON.stringify({ t: "do", id, ...command });
    this.#unanswered.set(id, text);
    if (this.#seq !== null && this.#greeted) {
      this.#socket?.send(text);
      this.#expectAnswer();
    } else this.#unsent.add(id);
    return id;
  }

  /** Takes back a command that has never been sent; returns whether it was one. */
  withdraw(id: string | null): boolean {
    return id !== null && this.#unsent.delete(id) && this.#unanswered.delete(id);
  }

  /** Sends a command that is never resent; returns its id, or null without a connection. */
  ask(command: Command): string | null {
    if (this.#socket === null || !this.#greeted) return null;
    this.#counter += 1;
    this.#asked = `${this.#prefix}-${this.#counter}`;
    this.#socket.send(JSON.stringify({ t: "do", id: this.#asked, ...command }));
    return this.#asked;
  }

  #connect(): void {
    this.#listener.status(this.#tries === 0 ? "connecting" : this.#failure);
    const socket = this.#environment.open();
    this.#socket = socket;
    this.#greeted = false;
    this.#expectReply(); // a browser alone would try for minutes
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#cancelTimers();
      // Not every server knows the log: it is left out until one has named it.
      const [after, log] = [this.#seq ?? undefined, this.#log ?? undefined];
      this.#sendFrame({ t: "hello", after, log });
      // If nothing has happened since, the answer to this is the first message.
      this.#sendFrame({ t: "ping", ts: this.#environment.now() });
      this.#expectReply();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#handleClose(event.code);
    };
  }

  #handleClose(code: number): void {
    this.#socket = null;
    this.#greeted = false;
    this.#cancelTimers();
    this.#cancelAnswerTimer();
    if (this.#stopped) return;
    if (code === NO_TABLE) {
      this.#stopped = true;
      this.#listener.status("gone");
      return;
    }
    this.#tries += 1;
    this.#failure = code === TOO_MUCH ? "crowded" : "lost";
    this.#listener.status(this.#failure);
    const longer = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#tries - 1));
    const wait = code === TOO_MUCH ? LONGEST_WAIT_MS : longer;
    this.#timers.push(
      this.#environment.setTimer(
        () => this.#connect(),
        wait * (1 + this.#environment.random()) / 2,
      ),
    );
  }

  #receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      // Not from the server, but from something in between, such as a proxy.
      this.#reconnect();
      return;
    }
    this.#expectPing();
    switch (message.t) {
      case "welcome":
        this.#seq = message.seq;
        this.#log = message.log || null;
        this.#listener.welcome(message.view, message.removed);
        this.#greet();
        break;
      case "ev":
        this.#receiveEvent(message);
        break;
      case "ok":
      case "no":
      case "hint":
        this.#greet();
        if (message.id === null) {
          if (message.t === "no" && message.code === "unavailable") {
            this.#listener.outage(message.text);
          }
          break;
        }
        if (message.id === this.#asked || this.#unanswered.delete(message.id)) {
          this.#expectAnswer();
          this.#listener.answer(message.id, message);
        }
        break;
      case "thinking":
        this.#greet();
        this.#listener.thinking(message.player, message.prepares === true);
        break;
      case "present":
        this.#listener.present(message);
        break;
      case "pong":
        this.#greet();
        if (message.now) {
          this.#listener.time(message.now - (message.ts + this.#environment.now()) / 2);
        }
        break;
    }
  }

  /** Accepts the next event; ignores one that it has seen, and reconnects at a gap. */
  #receiveEvent(event: TableEvent): void {
    if (this.#seq === null) return;
    if (event.seq > this.#seq + 1) {
      // After reconnecting, the server sends the missing events or a whole view.
      this.#reconnect();
      return;
    }
    if (event.seq === this.#seq + 1) {
      this.#seq = event.seq;
      this.#listener.event(event);
    }
    this.#greet();
  }

  /** The server has answered hello: resends the commands that have not been answered. */
  #greet(): void {
    if (this.#greeted || this.#seq === null) return;
    this.#greeted = true;
    this.#tries = 0;
    this.#listener.status("open");
    for (const text of this.#unanswered.values()) this.#socket?.send(text);
    this.#unsent.clear();
    this.#expectAnswer();
  }

  #sendFrame(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Sends a ping after a while without any message. */
  #expectPing(): void {
    this.#cancelTimers();
    this.#timers.push(this.#environment.setTimer(() => {
      this.#sendFrame({ t: "ping", ts: this.#environment.now() });
      this.#expectReply();
    }, PING_EVERY_MS));
  }

  /** Reconnects if no message comes in time. */
  #expectReply(within = SILENCE_MS): void {
    this.#timers.push(this.#environment.setTimer(() => this.#reconnect(), within));
  }

  /** Reconnects if a command is not answered in time, whatever else comes. */
  #expectAnswer(): void {
    this.#cancelAnswerTimer();
    if (this.#unanswered.size === 0) return;
    this.#cancelAnswerTimer = this.#environment.setTimer(() => this.#reconnect(), SILENCE_MS);
  }

  /** The browser has lost the network: drops the connection at once. */
  goOffline(): void {
    this.#reconnect();
  }

  /** Drops the connection and opens another. */
  #reconnect(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#handleClose(0);
    socket.close();
  }

  #cancelTimers(): void {
    for (const forget of this.#timers) forget();
    this.#timers = [];
  }
}

/** What the table needs of a connection: to a table of the server, a lesson or a replay. */
export type TableConnection = Pick<
  Connection,
  "start" | "send" | "withdraw" | "ask" | "reconnectNow" | "goOffline"
>;

/** The browser's own sockets, clock, timers and random numbers. */
export function browserEnvironment(address: string): ConnectionEnvironment {
  return {
    open: () => new WebSocket(address, "bottle.v1"),
    setTimer: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
    random: () => Math.random(),
  };
}
