/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { Listener } from "../net/connection.ts";
import type { LessonReply } from "../net/wire.ts";
import { LessonConnection, type Progress } from "./lesson_connection.ts";

const view = { table: { pace: 800 } } as unknown as LessonReply["view"];

function reply(kinds: string[], outcome: LessonReply["outcome"] = "open"): LessonReply {
  const events = kinds.map((k) => ({ t: "ev", seq: 1, k, set: {} }));
  return { view, events, outcome, said: outcome } as unknown as LessonReply;
}

interface Beginning {
  isBusy?: boolean;
  before?: string[];
  draw?: () => void;
}

/** A lesson whose answers are given, and what the table and the teacher hear. */
function begun(
  answers: (LessonReply | number)[],
  { isBusy = false, before, draw = () => {} }: Beginning = {},
) {
  const heard: string[] = [];
  const posted: string[][] = [];
  const pauses: number[] = [];
  const reports: Progress[] = [];
  const welcomed: LessonReply["view"][] = [];
  const listener = {
    status: (status: string) => heard.push(status),
    welcome: (shown: LessonReply["view"]) => {
      heard.push("welcome");
      welcomed.push(shown);
      draw();
    },
    event: (event: { k: string; set: object }) =>
      heard.push([event.k, ...Object.keys(event.set)].join(" ")),
    answer: (_: string, answer: { t: string }) => heard.push(answer.t),
  } as unknown as Listener;
  const keeps: string[][] = [];
  const kept = before && {
    actions: before,
    keep: (actions: string[]) => keeps.push(actions),
    refused: () => heard.push("refused"),
  };
  const connection = new LessonConnection(
    {
      kept,
      post: (_, body) => {
        posted.push(body.actions ?? []);
        const answer = answers.shift() ?? 0;
        if (answer === 0) return Promise.reject(new Error("no network"));
        const refusal = { t: "no", code: "must-follow", text: "must-follow" };
        return Promise.resolve(
          typeof answer === "number"
            ? Response.json(refusal, { status: answer })
            : Response.json(answer),
        );
      },
      askForAdvice: (body) => {
        posted.push(["advice", ...(body.actions ?? [])]);
        if (isBusy) {
          const refusal = { t: "no", code: "busy", text: "Try again later." };
          return Promise.resolve(Response.json(refusal, { status: 503 }));
        }
        const advice = { actions: ["9"], level: "imp", reason: "It wins.", rows: [], notes: [] };
        return Promise.resolve(Response.json({ ...advice, chosen: [], targets: [] }));
      },
      setTimer: (call, ms) => {
        pauses.push(ms);
        queueMicrotask(call);
      },
    },
    listener,
    (progress) => reports.push(progress),
  );
  return { connection, heard, posted, pauses, reports, welcomed, keeps };
}

const settled = () => new Promise((done) => setTimeout(done));

function play(card: string) {
  return { k: "play", round: 1, step: 0, card } as const;
}

Deno.test("events come one after another, and then the teacher speaks", async () => {
  const { connection, heard, posted, pauses, reports } = begun([
    reply([]),
    reply(["play", "play"]),
    reply(["play"], "reached"),
  ]);
  connection.start();
  await settled();
  connection.send(play("31"));
  await settled();
  connection.send(play("37"));
  await settled();

  equal(posted, [[], ["31"], ["31", "37"]]);
  equal(pauses, [800, 0, 0]);
  equal(heard.filter((one) => one !== "open"), [
    "welcome",
    "ok",
    "play",
    "play",
    "ok",
    "play round.legal round.turn",
  ]);
  equal(reports.map(({ outcome, actions }) => [outcome, actions]), [
    ["open", 0],
    ["open", 1],
    ["reached", 2],
  ]);
});

Deno.test("a refused card is not counted", async () => {
  const { connection, heard, posted } = begun([reply([]), 409, reply(["play"])]);
  connection.start();
  await settled();
  connection.send(play("25"));
  await settled();
  connection.send(play("31"));
  await settled();

  equal(posted, [[], ["25"], ["31"]]);
  equal(heard.includes("no"), true);
});

Deno.test("a request that finds no server is sent again", async () => {
  const { connection, heard, posted } = begun([0, reply([])]);
  connection.start();
  await settled();

  equal(posted, [[], []]);
  equal(heard, ["lost", "open", "welcome"]);
});

Deno.test("a table that cannot be drawn is no lost connection, and is not asked for again", async () => {
  const faults: string[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    faults.push(event.reason.message);
  };
  addEventListener("unhandledrejection", note);
  const { connection, heard, posted } = begun([reply([])], {
    draw: () => {
      throw new Error("not drawn");
    },
  });
  connection.start();
  await settled();
  removeEventListener("unhandledrejection", note);

  equal(posted, [[]]);
  equal(heard, ["open", "welcome"]);
  equal(faults, ["not drawn"]);
});

Deno.test("a lesson that cannot be opened for now is asked for again", async () => {
  const { connection, heard, posted, pauses } = begun([429, 503, reply([])]);
  connection.start();
  await settled();

  equal(posted, [[], [], []]);
  equal(heard, ["crowded", "busy", "open", "welcome"]);
  equal(pauses, [2000, 2000]);
});

Deno.test("where an exercise or a variation cannot be opened at all, it is said why", async () => {
  const { connection, reports, posted } = begun([404]);
  connection.start();
  await settled();

  equal(posted, [[]]);
  equal(reports, [{ outcome: "open", said: "must-follow", actions: 0, isAdvised: false }]);
});

Deno.test("after the end, and for what a lesson does not know, nothing is sent", async () => {
  const { connection, posted } = begun([reply([]), reply(["play"], "missed"), reply([])]);
  connection.start();
  await settled();
  connection.send(play("26"));
  await settled();
  connection.send(play("31"));
  connection.send({ k: "next", round: 1 });
  await settled();
  equal(posted, [[], ["26"]]);

  connection.open(0);
  await settled();
  equal(posted, [[], ["26"], []]);
});

Deno.test("what is on its way when the exercise begins anew is not waited for", async () => {
  const { connection, heard, posted } = begun([reply([]), reply(["play"]), reply([]), reply([])]);
  connection.start();
  await settled();
  connection.send(play("31"));
  connection.open(0);
  await settled();

  equal(posted, [[], ["31"], []]);
  equal(heard.filter((one) => one !== "open"), ["welcome", "ok", "welcome"]);
  connection.open(0);
  equal(heard.filter((one) => one === "ok").length, 1);
});

Deno.test("a strong player who is asked before the first answer chooses after it", async () => {
  const { connection, posted, reports } = begun([reply([]), reply(["play"], "reached")]);
  connection.start();
  connection.followAdvice(true);
  await settled();

  equal(posted, [[], ["advice"], ["9"]]);
  equal(reports.at(-1)?.outcome, "reached");
});

Deno.test("choices of an exchange go together", async () => {
  const { connection, posted } = begun([reply([]), reply(["commit"])]);
  connection.start();
  await settled();
  connection.send({ k: "commit", round: 1, stage: 0, actions: ["1", "3", "13"] });
  await settled();

  equal(posted, [[], ["1", "3", "13"]]);
});

Deno.test("what belongs to an exercise that was left is dropped", async () => {
  const { connection, heard, reports } = begun([reply([]), reply(["play"]), reply([])]);
  connection.start();
  await settled();
  connection.send(play("31"));
  connection.open(1);
  await settled();

  equal(heard.includes("play"), false);
  equal(reports.length, 2);
});

Deno.test("a hint is asked for after all that was done", async () => {
  const { connection, heard, posted } = begun([reply([]), reply(["play"])]);
  connection.start();
  await settled();
  connection.send(play("31"));
  await settled();
  equal(connection.ask({ k: "play", round: 1, step: 4, card: "9" }), null);
  equal(connection.ask({ k: "hint", round: 1, step: 4 }), "lesson-2");
  await settled();

  equal(posted, [[], ["31"], ["advice", "31"]]);
  equal(heard.at(-1), "hint");
});

Deno.test("a strong player goes on until the end", async () => {
  const { connection, posted, reports } = begun([
    reply([]),
    reply(["play", "play"]),
    reply(["play"], "reached"),
  ]);
  connection.start();
  await settled();
  connection.followAdvice(true);
  await settled();

  equal(posted, [[], ["advice"], ["9"], ["advice", "9"], ["9", "9"]]);
  equal(reports.map(({ actions, isAdvised }) => [actions, isAdvised]), [
    [0, false],
    [0, true],
    [1, true],
    [2, true],
  ]);
});

Deno.test("a strong player stops when it is told to, and when the learner chooses", async () => {
  const { connection, posted, reports } = begun([reply([]), reply(["play"]), reply(["play"])]);
  connection.start();
  await settled();
  connection.followAdvice(true);
  connection.followAdvice(false);
  await settled();
  equal(posted, [[], ["advice"]]);
  connection.followAdvice(true);
  connection.send(play("31"));
  await settled();

  equal(posted, [[], ["advice"], ["advice"], ["31"]]);
  equal(reports.at(-1), { outcome: "open", said: "open", actions: 1, isAdvised: false });
});

Deno.test("what the learner does while a strong player acts is not sent", async () => {
  const { connection, heard, posted } = begun([reply([]), reply(["play"], "reached")]);
  connection.start();
  await settled();
  connection.followAdvice(true);
  while (posted.length < 3) await Promise.resolve();
  connection.send(play("31"));
  await settled();

  equal(posted, [[], ["advice"], ["9"]]);
  equal(heard.filter((one) => one === "ok").length, 2);
});

Deno.test("without advice the learner goes on", async () => {
  const { connection, posted, reports } = begun([reply([])], { isBusy: true });
  connection.start();
  await settled();
  connection.followAdvice(true);
  await settled();

  equal(posted, [[], ["advice"]]);
  equal(reports.map(({ isAdvised }) => isAdvised), [false, true, false]);
  equal(reports.at(-1)?.said, "Try again later.");
});

Deno.test("an exercise that begins anew is the learner's own", async () => {
  const { connection, posted, reports } = begun([reply([]), reply([])]);
  connection.start();
  await settled();
  connection.followAdvice(true);
  connection.open(0);
  await settled();

  equal(posted, [[], ["advice"], []]);
  equal(reports.at(-1)?.isAdvised, false);
});

Deno.test("while the learner still reads, no card can be played", async () => {
  const round = { phase: "play", legal: ["9"], turn: 2 };
  const first = { ...reply([]), view: { table: { pace: 0 }, round } } as unknown as LessonReply;
  const { connection, heard, posted, welcomed } = begun([first, reply(["play"])]);
  connection.hold(true);
  connection.start();
  await settled();
  connection.send(play("9"));
  await settled();

  equal(posted, [[]]);
  equal(heard, ["open", "welcome", "ok"]);
  equal(welcomed.at(-1)?.round, { ...round, legal: [], turn: null });

  connection.hold(false);
  equal(welcomed.at(-1)?.round, round);
  connection.send(play("9"));
  await settled();
  equal(posted.at(-1), ["9"]);
});

Deno.test("a round that was left goes on after what was done in it", async () => {
  const { connection, heard, posted, reports, keeps } = begun(
    [503, reply([]), reply(["play"]), reply([])],
    { before: ["31", "37"] },
  );
  connection.start();
  await settled();
  equal(reports.map(({ actions }) => actions), [2]);
  connection.send(play("9"));
  await settled();
  connection.open(0);
  await settled();

  equal(posted, [["31", "37"], ["31", "37"], ["31", "37", "9"], []]);
  equal(keeps, [["31", "37"], ["31", "37", "9"], []]);
  equal(heard.includes("refused"), false);
});

Deno.test("a round that cannot be continued begins anew", async () => {
  const { connection, heard, posted, reports, keeps } = begun([409, reply([])], { before: ["31"] });
  connection.start();
  await settled();

  equal(posted, [["31"], []]);
  equal(keeps, [[]]);
  equal(heard, ["open", "refused", "open", "welcome"]);
  equal(reports.map(({ actions, said }) => [actions, said]), [[0, "open"]]);
});
