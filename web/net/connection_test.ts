/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import {
  Connection,
  type ConnectionStatus,
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  NO_TABLE,
  PROOF_MS,
  SILENCE_MS,
  type Socket,
  TOO_MUCH,
} from "./connection.ts";
import type { ClientMessage, ServerMessage, TableEvent, View } from "./wire.ts";

/** A network whose other end is the test, with a clock that the test moves. */
class FakeNetwork {
  sockets: FakeSocket[] = [];
  timers = new Map<number, { call: () => void; at: number }>();
  time = 0;
  random = 1;
  statuses: ConnectionStatus[] = [];
  events: TableEvent[] = [];
  views: View[] = [];
  answers: ServerMessage[] = [];
  outages: string[] = [];
  present: number[][] = [];
  clockOffsets: number[] = [];
  #next = 1;

  connection = new Connection(
    {
      open: () => {
        this.sockets.push(new FakeSocket());
        return this.sockets.at(-1)!;
      },
      setTimer: (call, ms) => {
        const timer = this.#next++;
        this.timers.set(timer, { call, at: this.time + ms });
        return () => void this.timers.delete(timer);
      },
      now: () => this.time,
      random: () => this.random,
    },
    {
      status: (status) => void this.statuses.push(status),
      welcome: (view) => void this.views.push(view),
      event: (event) => void this.events.push(event),
      answer: (_, answer) => void this.answers.push(answer),
      outage: (text) => void this.outages.push(text),
      thinking: () => {},
      present: (present) => void this.present.push(present.players),
      time: (clockOffset) => void this.clockOffsets.push(clockOffset),
    },
    "tab",
  );

  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  pass(ms: number): void {
    this.time += ms;
    for (const [timer, { call, at }] of [...this.timers]) {
      if (at > this.time) continue;
      this.timers.delete(timer);
      call();
    }
  }
}

class FakeSocket implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  sent: ClientMessage[] = [];
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {}
  tell(message: unknown): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  drop(code = 1006): void {
    this.onclose?.({ code } as CloseEvent);
  }
  get commands(): ClientMessage[] {
    return this.sent.filter((message) => message.t === "do");
  }
}

function connected(seq: number): FakeNetwork {
  const network = new FakeNetwork();
  network.connection.start();
  network.socket.onopen?.(new Event("open"));
  network.socket.tell({ t: "welcome", seq, view: {}, log: "a1" });
  return network;
}

/** The connection breaks and another is opened, on which no message has come yet. */
function again(network: FakeNetwork): void {
  network.socket.drop();
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));
}

Deno.test("the first message asks for the whole view", () => {
  const network = new FakeNetwork();
  network.connection.start();
  network.socket.onopen?.(new Event("open"));

  equal(network.socket.sent[0], { t: "hello" });
});

Deno.test("after a break it names the last event it has received", () => {
  const network = connected(7);
  network.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });
  network.socket.drop();
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));

  equal(network.socket.sent[0], { t: "hello", after: 8, log: "a1" });
});

Deno.test("the connection counts as lost until the server answers again", () => {
  const network = connected(7);
  network.socket.drop();
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));
  const before = network.statuses.at(-1);
  network.socket.tell({ t: "pong", ts: 0 });

  equal([before, network.statuses.at(-1)], ["lost", "open"]);
});

Deno.test("an unanswered command is sent again under the same id", () => {
  const network = connected(7);
  network.connection.send({ k: "play", round: 1, step: 0, card: "7" });
  const first = network.socket.commands;
  network.socket.drop();
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));
  network.socket.tell({ t: "pong", ts: 0 });

  equal(network.socket.commands, first);
});

Deno.test("an answered command is not sent again", () => {
  const network = connected(7);
  const id = network.connection.send({ k: "next", round: 1 });
  network.socket.tell({ t: "ok", id, seq: 7 });
  network.socket.drop();
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));
  network.socket.tell({ t: "pong", ts: 0 });

  equal(network.socket.commands, []);
});

Deno.test("an event that comes twice is delivered once", () => {
  const network = connected(7);
  network.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });
  network.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });

  equal(network.events.length, 1);
});

Deno.test("a gap in the events makes it reconnect from the last event received", () => {
  const network = connected(7);
  network.socket.tell({ t: "ev", seq: 10, k: "pace", set: {} });
  again(network);

  equal([network.events, network.sockets.length], [[], 2]);
  equal(network.socket.sent[0], { t: "hello", after: 7, log: "a1" });
});

Deno.test("a silent connection is dropped and opened again", () => {
  const network = connected(7);
  network.pass(15000);
  network.pass(10000);
  network.pass(FIRST_WAIT_MS);

  equal(network.sockets.length, 2);
});

Deno.test("presence is reported beside the numbered events", () => {
  const network = connected(4);
  network.socket.tell({ t: "present", players: [0, 2], watchers: 1 });
  network.socket.tell({ t: "ev", seq: 5, k: "pace", set: {} });

  equal(network.present, [[0, 2]]);
  equal(network.connection.seq, 5);
});

Deno.test("a lost answer comes after the command is sent again", () => {
  const network = connected(7);
  const id = network.connection.send({ k: "next", round: 1 });
  again(network);
  network.socket.tell({ t: "ev", seq: 8, k: "start", set: {} });
  network.socket.tell({ t: "ok", id, seq: 8 });

  equal([network.events.length, network.answers], [1, [{ t: "ok", id, seq: 8 }]]);
});

Deno.test("an answer that comes twice is reported once", () => {
  const network = connected(7);
  const id = network.connection.send({ k: "next", round: 1 });
  network.socket.tell({ t: "ok", id, seq: 8 });
  network.socket.tell({ t: "ok", id, seq: 8 });

  equal(network.answers.length, 1);
});

Deno.test("a refusal of a resent command is reported, and the command is not sent a third time", () => {
  const network = connected(7);
  const id = network.connection.send({ k: "play", round: 1, step: 0, card: "7" });
  again(network);
  network.socket.tell({ t: "pong", ts: 0 });
  network.socket.tell({ t: "no", id, code: "stale", text: "The table has moved on." });
  again(network);
  network.socket.tell({ t: "pong", ts: 0 });

  equal([network.answers.length, network.socket.commands], [1, []]);
});

Deno.test("a table that can save nothing is told of; a frame that was not understood is not", () => {
  const network = connected(7);
  network.socket.tell({ t: "no", id: null, code: "bad-message", text: "What?" });
  network.socket.tell({ t: "no", id: null, code: "unavailable", text: "The table waits." });

  equal([network.outages, network.answers], [["The table waits."], []]);
});

Deno.test("a command given while the connection is lost is sent when the server answers again", () => {
  const network = connected(7);
  network.socket.drop();
  network.connection.send({ k: "next", round: 1 });
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));
  const early = network.socket.commands;
  network.socket.tell({ t: "pong", ts: 0 });

  equal([early.length, network.socket.commands.length], [0, 1]);
});

Deno.test("a command is taken back as long as it has not been sent", () => {
  const network = connected(7);
  const sent = network.connection.send({ k: "play", round: 1, step: 0, card: "7" });
  network.socket.drop();
  const waiting = network.connection.send({ k: "play", round: 1, step: 1, card: "9" });
  const first = [network.connection.withdraw(sent), network.connection.withdraw(waiting)];
  const late = network.connection.send({ k: "next", round: 1 });
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));
  network.socket.tell({ t: "pong", ts: 0 });

  equal(first, [false, true]);
  equal(network.connection.withdraw(late), false);
  equal(network.socket.commands.map((one) => "id" in one && one.id), [sent, late]);
});

Deno.test("unanswered commands are sent again in order", () => {
  const network = connected(7);
  network.connection.send({ k: "pace", ms: 1 });
  network.connection.send({ k: "pace", ms: 2 });
  const first = network.socket.commands;
  again(network);
  network.socket.tell({ t: "pong", ts: 0 });

  equal(network.socket.commands, first);
});

Deno.test("a view after a restart of the server replaces the one before, whatever its number", () => {
  const network = connected(70);
  const id = network.connection.send({ k: "next", round: 1 });
  again(network);
  network.socket.tell({ t: "welcome", seq: 40, view: {} });

  equal([network.connection.seq, network.views.length], [40, 2]);
  equal(network.socket.commands.map((command) => "id" in command && command.id), [id]);
});

Deno.test("messages of an old socket are ignored once another is open", () => {
  const network = connected(7);
  const old = network.socket;
  again(network);
  old.tell({ t: "ev", seq: 8, k: "pace", set: {} });

  equal(network.events, []);
});

Deno.test("a command on a connection that is silently dead is sent over another", () => {
  const network = connected(7);
  network.connection.send({ k: "next", round: 1 });
  const first = network.socket.commands;
  network.pass(SILENCE_MS);
  network.pass(FIRST_WAIT_MS);
  network.socket.onopen?.(new Event("open"));
  network.socket.tell({ t: "pong", ts: 0 });

  equal([network.sockets.length, network.socket.commands], [2, first]);
});

Deno.test("a connection that never opens is dropped, and one that opens late stays", () => {
  const network = new FakeNetwork();
  network.connection.start();
  network.pass(SILENCE_MS);
  network.pass(FIRST_WAIT_MS);
  equal([network.statuses.at(-1), network.sockets.length], ["lost", 2]);

  network.pass(SILENCE_MS - 1);
  network.socket.onopen?.(new Event("open"));
  network.pass(1);
  equal(network.sockets.length, 2);
});

Deno.test("a connection that brings events but no answers is dropped, too", () => {
  const network = connected(7);
  network.connection.send({ k: "next", round: 1 });
  network.pass(SILENCE_MS / 2);
  network.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });
  network.pass(SILENCE_MS / 2);
  network.pass(FIRST_WAIT_MS);

  equal(network.sockets.length, 2);
});

Deno.test("a connection on which every command is answered stays", () => {
  const network = connected(7);
  const id = network.connection.send({ k: "next", round: 1 });
  network.socket.tell({ t: "ok", id, seq: 7 });
  network.pass(SILENCE_MS);
  network.pass(FIRST_WAIT_MS);

  equal(network.sockets.length, 1);
});

Deno.test("a connection with messages that are not the server's is dropped", () => {
  const network = connected(7);
  network.socket.onmessage?.(new MessageEvent("message", { data: "<html>" }));
  network.pass(FIRST_WAIT_MS);

  equal([network.statuses.at(-1), network.sockets.length], ["lost", 2]);
});

Deno.test("the server's clock is estimated from its answer and the round trip", () => {
  const network = new FakeNetwork();
  network.connection.start();
  network.socket.onopen?.(new Event("open"));
  network.pass(40);
  network.socket.tell({ t: "pong", ts: 0, now: 5020 });

  equal(network.clockOffsets, [5000]);
});

Deno.test("it does not reconnect if there is no such table", () => {
  const network = connected(7);
  network.socket.drop(NO_TABLE);
  network.pass(LONGEST_WAIT_MS);

  equal([network.sockets.length, network.statuses.at(-1)], [1, "gone"]);

  network.connection.reconnectNow();
  equal([network.sockets.length, network.statuses.at(-1)], [1, "gone"]);
});

Deno.test("a connection that did not outlive a sleep is replaced within seconds", () => {
  const network = connected(7);
  network.connection.reconnectNow();
  network.pass(PROOF_MS);

  equal([network.statuses.at(-1)], ["lost"]);
  network.pass(FIRST_WAIT_MS);
  equal(network.sockets.length, 2);
});

Deno.test("a connection that answers after a sleep is kept", () => {
  const network = connected(7);
  network.connection.reconnectNow();
  network.socket.tell({ t: "pong", ts: 0 });
  network.pass(PROOF_MS);

  equal([network.sockets.length, network.statuses.at(-1)], [1, "open"]);
});

Deno.test("after too many requests it says so, waits longer and reconnects", () => {
  const network = connected(7);
  network.socket.drop(TOO_MUCH);
  network.pass(FIRST_WAIT_MS);
  const before = network.sockets.length;
  network.pass(LONGEST_WAIT_MS - FIRST_WAIT_MS);

  equal([before, network.sockets.length, network.statuses.at(-1)], [1, 2, "crowded"]);
});

Deno.test("a policy violation does not stop it from reconnecting", () => {
  const network = connected(7);
  network.socket.drop(1008);
  network.pass(FIRST_WAIT_MS);

  equal(network.sockets.length, 2);
});

Deno.test("clients reconnect at different moments", () => {
  const waits = [0, 1].map((lot) => {
    const network = connected(7);
    network.random = lot;
    network.socket.drop();
    network.pass(FIRST_WAIT_MS / 2);
    return network.sockets.length;
  });

  equal(waits, [2, 1]);
});
