/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import type { Command } from "../net/wire.ts";
import { words } from "../text/template_markup.ts";
import { ConnectionChanges, connectionLine } from "./connection_line.ts";

type Part = Omit<Partial<State>, "lastCommand"> & { lastCommand?: Command["k"] };

function line({ lastCommand, ...part }: Part): string {
  const command = lastCommand === undefined ? null : { k: lastCommand };
  return words(connectionLine({ pending: false, lastCommand: command, ...part } as State));
}

Deno.test("an open connection needs no line", () => {
  equal(line({ connection: "open", pending: true, lastCommand: "play" }), "");
});

Deno.test("a lost connection is told, or else what is sent when it is back", () => {
  const lost = "The connection is lost. Trying again…";

  equal(line({ connection: "lost" }), lost);
  equal(line({ connection: "lost", lastCommand: "play" }), lost); // answered before the loss
  equal(
    line({ connection: "lost", pending: true, lastCommand: "play" }),
    "Connection lost: your card waits.",
  );
  equal(
    line({ connection: "lost", pending: true, lastCommand: "commit" }),
    "Connection lost: your choice waits.",
  );
  equal(
    line({ connection: "lost", pending: true, lastCommand: "next" }),
    "Connection lost: your request waits.",
  );
});

Deno.test("a table that is gone promises nothing", () => {
  equal(
    line({ connection: "gone", pending: true, lastCommand: "play" }),
    "There is no such table here any more.",
  );
});

Deno.test("a connection that is lost and back is announced once each, however often it is tried", () => {
  let state = { connection: "open", pending: false, queued: false, hint: null } as unknown as State;
  const announced: string[] = [];
  const changes = new ConnectionChanges({
    state: () => state,
    change: (part) => state = { ...state, ...part },
    announce: (text) => [{ id: announced.push(text), text }],
  });
  for (const now of ["lost", "connecting", "lost", "open", "open"] as const) changes.update(now);

  equal(announced, ["The connection is lost. Trying again…", "The connection is back."]);
});
