/**
 * The line to the server: says hello, takes events in order, sends commands until they are answered.
 *
 * After a break it connects again, tells the last event it has seen, and sends every command that
 * was not answered once more under the same name, so that nothing is lost and nothing done twice.
 */

import type { ClientMessage, Command, Present, ServerMessage, TableEvent, View } from "./wire.ts";

export type ConnectionStatus = "connecting" | "open" | "lost" | "crowded" | "gone";

/** The part of a WebSocket that is used here; tests bring their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}

/** Clock and line, so that a test can be in charge of both. */
export interface ConnectionEnvironment {
  open(): Socket;
  /** Calls after a while; returns what takes that back. */
  setTimer(call: () => void, ms: number): () => void;
  now(): number;
  /** By lot from 0 to 1: not everybody who lost a line is to come back at the same moment. */
  random(): number;
}

export interface Listener {
  status(link: ConnectionStatus): void;
  welcome(view: View): void;
  event(event: TableEvent): void;
  answer(id: string, answer: Extract<ServerMessage, { t: "ok" | "no" | "hint" }>): void;
  thinking(player: number, prepares: boolean): void;
  present(present: Present): void;
  /** By how many ms the server's clock is ahead of this one, as far as the line tells. */
  time(ahead: number): void;
}

export const FIRST_WAIT_MS = 300;
export const LONGEST_WAIT_MS = 8000;
export const PING_EVERY_MS = 15000;
export const SILENCE_MS = 10000;
/** The server's own close codes: there is no such table, and too much has come from here. */
export const NO_TABLE = 4404;
export const TOO_MUCH = 4429;

export class Connection {
  #socket: Socket | null = null;
  #seq: number | null = null;
  #tries = 0;
  #failure: ConnectionStatus = "lost";
  #timers: (() => void)[] = [];
  #cancelAnswerTimer: () => void = () => {};
  #unanswered = new Map<string, string>();
  #asked = "";
  #counter = 0;
  #prefix: string;
  #stopped = false;
  #greeted = false;
  #environment: ConnectionEnvironment;
  #listener: Listener;

  constructor(around: ConnectionEnvironment, listener: Listener, prefix: string) {
    this.#environment = around;
    this.#listener = listener;
    this.#prefix = prefix;
  }

  /** The last event that was applied, or null before the first welcome. */
  get seq(): number | null {
    return this.#seq;
  }

  start(): void {
    this.#connect();
  }

  /** Closes the line for good. */
  stop(): void {
    this.#stopped = true;
    this.#cancelTimers();
    this.#cancelAnswerTimer();
    this.#socket?.close();
  }

  /** Connects at once if the line is down, as when the browser says it is online again. */
  reconnectNow(): void {
    if (this.#socket !== null || this.#stopped) return;
    this.#cancelTimers();
    this.#connect();
  }

  /** Sends a command, now or as soon as there is a line; returns its name. */
  send(command: Command): string {
    this.#counter += 1;
    const id = `${this.#prefix}-${this.#counter}`;
    const text = JSON.stringify({ t: "do", id, ...command });
    this.#unanswered.set(id, text);
    if (this.#seq !== null && this.#greeted) {
      this.#socket?.send(text);
      this.#expectAnswer();
    }
    return id;
  }

  /** Sends a question that is forgotten with the line; returns its name, null without a line. */
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
    socket.onopen = () => {
      this.#sendFrame({ t: "hello", after: this.#seq });
      // Where nothing has happened since, the answer to this is the first word.
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
      // Not from our server: something between us and it.
      this.#reconnect();
      return;
    }
    this.#expectPing();
    switch (message.t) {
      case "welcome":
        this.#seq = message.seq;
        this.#listener.welcome(message.view);
        this.#greet();
        break;
      case "ev":
        this.#receiveEvent(message);
        break;
      case "ok":
      case "no":
      case "hint":
        this.#greet();
        if (message.id === null) break;
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

  /** Takes the next event; one that was seen is passed over, a gap is mended by a new line. */
  #receiveEvent(event: TableEvent): void {
    if (this.#seq === null) return;
    if (event.seq > this.#seq + 1) {
      // A new line brings what is missing, or the whole view.
      this.#reconnect();
      return;
    }
    if (event.seq === this.#seq + 1) {
      this.#seq = event.seq;
      this.#listener.event(event);
    }
    this.#greet();
  }

  /** The server has answered hello: what was not acknowledged goes out again. */
  #greet(): void {
    if (this.#greeted || this.#seq === null) return;
    this.#greeted = true;
    this.#tries = 0;
    this.#listener.status("open");
    for (const text of this.#unanswered.values()) this.#socket?.send(text);
    this.#expectAnswer();
  }

  #sendFrame(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Asks for a sign of life after a while without any. */
  #expectPing(): void {
    this.#cancelTimers();
    this.#timers.push(this.#environment.setTimer(() => {
      this.#sendFrame({ t: "ping", ts: this.#environment.now() });
      this.#expectReply();
    }, PING_EVERY_MS));
  }

  /** Gives the line up when no word comes in time. */
  #expectReply(): void {
    this.#timers.push(this.#environment.setTimer(() => this.#reconnect(), SILENCE_MS));
  }

  /** Gives the line up when a command is not answered in time, whatever else is heard on it. */
  #expectAnswer(): void {
    this.#cancelAnswerTimer();
    if (this.#unanswered.size === 0) return;
    this.#cancelAnswerTimer = this.#environment.setTimer(() => this.#reconnect(), SILENCE_MS);
  }

  /** The browser says that it has lost the network: the line is given up at once. */
  goOffline(): void {
    this.#reconnect();
  }

  /** Drops the line and tries another. */
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

/** The browser's own line and clock. */
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
