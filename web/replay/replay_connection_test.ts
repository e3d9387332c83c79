/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { Listener } from "../net/connection.ts";
import type { RoundReplay } from "../net/wire.ts";
import { ReplayConnection } from "./replay_connection.ts";

/** A round of some cards, each of which counts the step of the round up. */
function round(cards: number): RoundReplay {
  const steps = Array.from({ length: cards }, (_, place) => ({
    event: { t: "ev", seq: place + 1, k: "play", set: { "round.step": place + 1 } },
    hands: [],
  }));
  return { rounds: 1, view: { round: { step: 0 } }, hands: [], steps } as unknown as RoundReplay;
}

function begun() {
  const heard: string[] = [];
  const listener = {
    status: (status: string) => heard.push(status),
    welcome: (view: { round: { step: number } }) => heard.push(`view ${view.round.step}`),
    event: (event: { seq: number }) => heard.push(`event ${event.seq}`),
    answer: (id: string, answer: { t: string }) => heard.push(`${id} ${answer.t}`),
  } as unknown as Listener;
  return { connection: new ReplayConnection(listener), heard };
}

Deno.test("a round opens at the step that is asked for", () => {
  const { connection, heard } = begun();
  connection.start();
  equal(connection.viewAt(0), null);
  connection.load(round(3), 2);

  equal(heard, ["open", "view 2"]);
  equal([0, 1, 2, 3, 4].map((step) => connection.viewAt(step)?.round?.step), [
    0,
    1,
    2,
    3,
    undefined,
  ]);
});

Deno.test("the next step comes as an event, on a table that nothing holds up", () => {
  const { connection, heard } = begun();
  connection.load(round(3), 0);
  connection.show(1);
  connection.show(2);

  equal(heard, ["open", "view 0", "view 0", "event 1", "view 1", "event 2"]);
});

Deno.test("any other step is shown at once", () => {
  const { connection, heard } = begun();
  connection.load(round(3), 0);
  for (const step of [3, 2, 2, 0]) connection.show(step);

  equal(heard, ["open", "view 0", "view 3", "view 2", "view 2", "view 0"]);
});

Deno.test("nothing is asked, neither at the deal nor later", () => {
  const { connection } = begun();
  const replay = round(2);
  Object.assign(replay.view.round!, {
    legal: ["17"],
    asks: [{ to: 1 }],
    waiting: [0],
    why_not: {},
  });
  Object.assign(replay.steps[0]!.event.set, {
    "round.legal": ["3"],
    "round.why_not": { 5: "no" },
    "round.turn_text": "Your turn.",
  });
  connection.load(replay, 0);

  for (const step of [0, 1, 2]) {
    const { legal, asks, waiting, why_not, turn_text } = connection.viewAt(step)!.round!;
    equal([legal, asks, waiting, why_not, turn_text], [[], [], [], {}, ""]);
  }
});

Deno.test("a step that there is not changes nothing", () => {
  const { connection, heard } = begun();
  connection.load(round(3), 3);
  connection.show(4);
  connection.show(-1);
  connection.show(2);

  equal(heard, ["open", "view 3", "view 2"]);
});

Deno.test("whatever is sent is answered, and does nothing", async () => {
  const { connection, heard } = begun();
  connection.load(round(1), 0);
  equal(connection.send({ k: "next", round: 1 }), "replay-1");
  equal([connection.withdraw(), connection.ask({ k: "next", round: 1 })], [false, null]);
  await Promise.resolve();

  equal(heard, ["open", "view 0", "replay-1 ok"]);
});
