/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import {
  Connection,
  type ConnectionStatus,
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  NO_TABLE,
  SILENCE_MS,
  type Socket,
  TOO_MUCH,
} from "./connection.ts";
import type { ClientMessage, ServerMessage, TableEvent, View } from "./wire.ts";

/** A line whose other end is the test, with a clock that the test moves. */
class Wire {
  sockets: FakeSocket[] = [];
  timers = new Map<number, { call: () => void; at: number }>();
  time = 0;
  lot = 1;
  links: ConnectionStatus[] = [];
  events: TableEvent[] = [];
  views: View[] = [];
  answers: ServerMessage[] = [];
  present: number[][] = [];
  ahead: number[] = [];
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
      random: () => this.lot,
    },
    {
      status: (link) => void this.links.push(link),
      welcome: (view) => void this.views.push(view),
      event: (event) => void this.events.push(event),
      answer: (_, answer) => void this.answers.push(answer),
      thinking: () => {},
      present: (present) => void this.present.push(present.players),
      time: (ahead) => void this.ahead.push(ahead),
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

function connected(seq: number): Wire {
  const wire = new Wire();
  wire.connection.start();
  wire.socket.onopen?.(new Event("open"));
  wire.socket.tell({ t: "welcome", seq, view: {} });
  return wire;
}

/** The line breaks and another is opened, on which nothing has been heard. */
function again(wire: Wire): void {
  wire.socket.drop();
  wire.pass(FIRST_WAIT_MS);
  wire.socket.onopen?.(new Event("open"));
}

Deno.test("the first word asks for the whole view", () => {
  const wire = new Wire();
  wire.connection.start();
  wire.socket.onopen?.(new Event("open"));

  equal(wire.socket.sent[0], { t: "hello", after: null });
});

Deno.test("after a break it tells the last event it has seen", () => {
  const wire = connected(7);
  wire.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });
  wire.socket.drop();
  wire.pass(FIRST_WAIT_MS);
  wire.socket.onopen?.(new Event("open"));

  equal(wire.socket.sent[0], { t: "hello", after: 8 });
});

Deno.test("the reader is told that the line is lost until the server answers again", () => {
  const wire = connected(7);
  wire.socket.drop();
  wire.pass(FIRST_WAIT_MS);
  wire.socket.onopen?.(new Event("open"));
  const before = wire.links.at(-1);
  wire.socket.tell({ t: "pong", ts: 0 });

  equal([before, wire.links.at(-1)], ["lost", "open"]);
});

Deno.test("a command that was not answered goes out again under the same name", () => {
  const wire = connected(7);
  wire.connection.send({ k: "play", round: 1, step: 0, card: "7" });
  const first = wire.socket.commands;
  wire.socket.drop();
  wire.pass(FIRST_WAIT_MS);
  wire.socket.onopen?.(new Event("open"));
  wire.socket.tell({ t: "pong", ts: 0 });

  equal(wire.socket.commands, first);
});

Deno.test("a command that was answered does not go out again", () => {
  const wire = connected(7);
  const id = wire.connection.send({ k: "next", round: 1 });
  wire.socket.tell({ t: "ok", id, seq: 7 });
  wire.socket.drop();
  wire.pass(FIRST_WAIT_MS);
  wire.socket.onopen?.(new Event("open"));
  wire.socket.tell({ t: "pong", ts: 0 });

  equal(wire.socket.commands, []);
});

Deno.test("an event that comes twice is taken once", () => {
  const wire = connected(7);
  wire.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });
  wire.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });

  equal(wire.events.length, 1);
});

Deno.test("a gap in the events is mended over a new line, from the last event that is known", () => {
  const wire = connected(7);
  wire.socket.tell({ t: "ev", seq: 10, k: "pace", set: {} });
  again(wire);

  equal([wire.events, wire.sockets.length], [[], 2]);
  equal(wire.socket.sent[0], { t: "hello", after: 7 });
});

Deno.test("a silent line is given up and opened again", () => {
  const wire = connected(7);
  wire.pass(15000);
  wire.pass(10000);
  wire.pass(FIRST_WAIT_MS);

  equal(wire.sockets.length, 2);
});

Deno.test("who is at the table is told beside the numbered events", () => {
  const wire = connected(4);
  wire.socket.tell({ t: "present", players: [0, 2], watchers: 1 });
  wire.socket.tell({ t: "ev", seq: 5, k: "pace", set: {} });

  equal(wire.present, [[0, 2]]);
  equal(wire.connection.seq, 5);
});

Deno.test("an answer that was lost comes after the command is sent again", () => {
  const wire = connected(7);
  const id = wire.connection.send({ k: "next", round: 1 });
  again(wire);
  wire.socket.tell({ t: "ev", seq: 8, k: "start", set: {} });
  wire.socket.tell({ t: "ok", id, seq: 8 });

  equal([wire.events.length, wire.answers], [1, [{ t: "ok", id, seq: 8 }]]);
});

Deno.test("an answer that comes twice is told once", () => {
  const wire = connected(7);
  const id = wire.connection.send({ k: "next", round: 1 });
  wire.socket.tell({ t: "ok", id, seq: 8 });
  wire.socket.tell({ t: "ok", id, seq: 8 });

  equal(wire.answers.length, 1);
});

Deno.test("a refusal of a command that was sent again is told, and it is not sent a third time", () => {
  const wire = connected(7);
  const id = wire.connection.send({ k: "play", round: 1, step: 0, card: "7" });
  again(wire);
  wire.socket.tell({ t: "pong", ts: 0 });
  wire.socket.tell({ t: "no", id, code: "stale", text: "The table has moved on." });
  again(wire);
  wire.socket.tell({ t: "pong", ts: 0 });

  equal([wire.answers.length, wire.socket.commands], [1, []]);
});

Deno.test("what is asked for while the line is lost goes out when the server answers again", () => {
  const wire = connected(7);
  wire.socket.drop();
  wire.connection.send({ k: "next", round: 1 });
  wire.pass(FIRST_WAIT_MS);
  wire.socket.onopen?.(new Event("open"));
  const early = wire.socket.commands;
  wire.socket.tell({ t: "pong", ts: 0 });

  equal([early.length, wire.socket.commands.length], [0, 1]);
});

Deno.test("commands that were not answered go out again in their order", () => {
  const wire = connected(7);
  wire.connection.send({ k: "pace", ms: 1 });
  wire.connection.send({ k: "pace", ms: 2 });
  const first = wire.socket.commands;
  again(wire);
  wire.socket.tell({ t: "pong", ts: 0 });

  equal(wire.socket.commands, first);
});

Deno.test("a view after a restart of the server replaces the one before, whatever its number", () => {
  const wire = connected(70);
  const id = wire.connection.send({ k: "next", round: 1 });
  again(wire);
  wire.socket.tell({ t: "welcome", seq: 40, view: {} });

  equal([wire.connection.seq, wire.views.length], [40, 2]);
  equal(wire.socket.commands.map((command) => "id" in command && command.id), [id]);
});

Deno.test("nothing of an old line is heard once another is open", () => {
  const wire = connected(7);
  const old = wire.socket;
  again(wire);
  old.tell({ t: "ev", seq: 8, k: "pace", set: {} });

  equal(wire.events, []);
});

Deno.test("a command on a line that is dead without knowing is sent over another", () => {
  const wire = connected(7);
  wire.connection.send({ k: "next", round: 1 });
  const first = wire.socket.commands;
  wire.pass(SILENCE_MS);
  wire.pass(FIRST_WAIT_MS);
  wire.socket.onopen?.(new Event("open"));
  wire.socket.tell({ t: "pong", ts: 0 });

  equal([wire.sockets.length, wire.socket.commands], [2, first]);
});

Deno.test("a line that brings events but carries no command is given up too", () => {
  const wire = connected(7);
  wire.connection.send({ k: "next", round: 1 });
  wire.pass(SILENCE_MS / 2);
  wire.socket.tell({ t: "ev", seq: 8, k: "pace", set: {} });
  wire.pass(SILENCE_MS / 2);
  wire.pass(FIRST_WAIT_MS);

  equal(wire.sockets.length, 2);
});

Deno.test("a line on which every command is answered stays", () => {
  const wire = connected(7);
  const id = wire.connection.send({ k: "next", round: 1 });
  wire.socket.tell({ t: "ok", id, seq: 7 });
  wire.pass(SILENCE_MS);
  wire.pass(FIRST_WAIT_MS);

  equal(wire.sockets.length, 1);
});

Deno.test("a line on which something else than our server speaks is given up", () => {
  const wire = connected(7);
  wire.socket.onmessage?.(new MessageEvent("message", { data: "<html>" }));
  wire.pass(FIRST_WAIT_MS);

  equal([wire.links.at(-1), wire.sockets.length], ["lost", 2]);
});

Deno.test("the server's clock is known from its answer, in the middle of the way", () => {
  const wire = new Wire();
  wire.connection.start();
  wire.socket.onopen?.(new Event("open"));
  wire.pass(40);
  wire.socket.tell({ t: "pong", ts: 0, now: 5020 });

  equal(wire.ahead, [5000]);
});

Deno.test("where there is no such table nothing is tried again", () => {
  const wire = connected(7);
  wire.socket.drop(NO_TABLE);
  wire.pass(LONGEST_WAIT_MS);

  equal([wire.sockets.length, wire.links.at(-1)], [1, "gone"]);
});

Deno.test("where too much has come from here it waits longer, says so, and tries again", () => {
  const wire = connected(7);
  wire.socket.drop(TOO_MUCH);
  wire.pass(FIRST_WAIT_MS);
  const before = wire.sockets.length;
  wire.pass(LONGEST_WAIT_MS - FIRST_WAIT_MS);

  equal([before, wire.sockets.length, wire.links.at(-1)], [1, 2, "crowded"]);
});

Deno.test("a policy that was broken is no reason to stay away", () => {
  const wire = connected(7);
  wire.socket.drop(1008);
  wire.pass(FIRST_WAIT_MS);

  equal(wire.sockets.length, 2);
});

Deno.test("those who lost a line come back at different moments", () => {
  const waits = [0, 1].map((lot) => {
    const wire = connected(7);
    wire.lot = lot;
    wire.socket.drop();
    wire.pass(FIRST_WAIT_MS / 2);
    return wire.sockets.length;
  });

  equal(waits, [2, 1]);
});
