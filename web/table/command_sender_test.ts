/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import type { Command, View } from "../net/wire.ts";
import { CommandSender } from "./command_sender.ts";

const PLAY: Command = { k: "play", round: 1, step: 0, card: "7" };
const LEAVE: Command = { k: "leave" };
const REFUSAL = { t: "no", id: null, code: "stale", text: "Too late." } as const;

/** A sender of a table with another person, without a connection unless it is `open`. */
function sender(connection: State["connection"] = "lost") {
  const people = ["Ada", "Bo"].map((name) => ({ name, kind: "human", stand_in: null }));
  const view = { you: 0, players: people, table: { status: "playing" } } as unknown as View;
  let state = { view, connection, pending: false, queued: false, lastCommand: null } as State;
  const sent: Command[] = [];
  const gone: (string | null)[] = [];
  const withdrawn: (string | null)[] = [];
  const refused: Partial<State>[] = [];
  const made = new CommandSender({
    state: () => state,
    change: (part) => state = { ...state, ...part },
    announce: () => [],
    connection: () => ({
      send: (command) => `c${sent.push(command)}`,
      withdraw: (id) => withdrawn.push(id) > 0,
    }),
    redraw: () => {},
    refuse: (part) => {
      refused.push(part);
      state = { ...state, ...part };
    },
    goTo: (table) => gone.push(table),
  });
  return { made, sent, gone, withdrawn, refused, state: () => state };
}

const accepted = (id: string) => ({ t: "ok", id, seq: 1 }) as const;

Deno.test("while a command waits for its answer no other is sent", () => {
  const { made, sent, state } = sender();
  made.send(PLAY);
  made.send({ k: "next", round: 1 });
  equal([sent, state().pending, state().queued], [[PLAY], true, true]);

  made.receive("c1", accepted("c1"));
  equal([state().pending, state().queued], [false, false]);
});

Deno.test("a card that waits is taken back, also where a setting was changed after it", () => {
  const { made, sent, withdrawn, state } = sender();
  made.send(PLAY);
  made.sendAlso({ k: "pace", ms: 1 });
  made.sendAlso({ k: "pace", ms: 2 });
  equal(sent, [PLAY, { k: "pace", ms: 1 }]);
  equal([state().lastCommand, state().notice], [
    PLAY,
    "Connection lost: your request waits.",
  ]);

  equal([made.takeBack(), withdrawn], [{ pending: false, queued: false }, ["c1"]]);
});

Deno.test("the table is left after the card that waits", () => {
  const { made, sent, gone } = sender();
  made.send(PLAY);
  made.leave();
  equal([sent, made.isLeaving], [[PLAY, LEAVE], true]);

  made.receive("c1", accepted("c1"));
  equal(gone, []);
  made.receive("c2", accepted("c2"));
  equal(gone, [null]);
});

Deno.test("each refusal is told, and only that of the card lets another be played", () => {
  const { made, refused, state } = sender("open");
  made.send(PLAY);
  made.leave();
  made.receive("c2", { ...REFUSAL, id: "c2" });
  equal([refused, state().pending, made.isLeaving], [[{ notice: "Too late." }], true, false]);

  made.receive("c1", { ...REFUSAL, id: "c1" });
  equal([state().pending, refused.length], [false, 2]);
  made.receive("c9", accepted("c9"));
  equal(refused.length, 2);
});

Deno.test("a play that the page makes too late is dropped silently, one of the user is not", () => {
  for (const [cause, told] of [["automatic play", 0], ["user", 1]] as const) {
    const { made, refused, state } = sender("open");
    made.send(PLAY, cause);
    made.receive("c1", { ...REFUSAL, id: "c1" });
    equal([refused.length, state().pending], [told, false]);
  }
});

Deno.test("a play that the page makes is refused aloud for any other reason", () => {
  const { made, refused } = sender("open");
  made.send(PLAY, "automatic play");
  made.receive("c1", { ...REFUSAL, id: "c1", code: "busy" });

  equal(refused.length, 1);
});
