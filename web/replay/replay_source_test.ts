/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { fileSource, placesInFile, tableSource } from "./replay_source.ts";

/** The requests that these calls make: method, address and body. */
async function requests(calls: (() => Promise<Response>)[]): Promise<unknown[]> {
  const sent: unknown[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (address, { method = "GET", body = null } = {}) => {
    sent.push([method, address, body]);
    return Promise.resolve(new Response());
  };
  try {
    for (const call of calls) await call();
  } finally {
    globalThis.fetch = fetch;
  }
  return sent;
}

Deno.test("a round of a table is asked for by its number", async () => {
  const source = tableSource("t");
  const { back, roundAddress, adviceAddress, request } = source;
  equal(back.address, "/tables/t");
  equal(
    await requests([
      () => request(roundAddress(2, null)),
      () => request(roundAddress(2, 0)),
      () => request(adviceAddress(2, 5, 0)),
    ]),
    [
      ["GET", "/api/tables/t/rounds/2", null],
      ["GET", "/api/tables/t/rounds/2?player=0", null],
      ["GET", "/api/tables/t/rounds/2/advice/5?player=0", null],
    ],
  );
  equal(source.roundPage(2), "/tables/t/rounds/2");
  equal(source.variationAddresses(2, 5, 0), {
    play: "/api/tables/t/rounds/2/variations/5?player=0",
    advice: "/api/tables/t/rounds/2/variations/5/advice?player=0",
  });
  equal(source.bodyOf({ actions: ["3"] }), { actions: ["3"] });
});

Deno.test("a file goes with every request", async () => {
  const source = fileSource('a "record"\n', "/replay");
  const { table, back, roundAddress, adviceAddress, request } = source;
  const body = '{"content":"a \\"record\\"\\n"}';
  equal([table, back.address], [null, "/replay"]);
  equal(
    await requests([
      () => request(roundAddress(2, null)),
      () => request(roundAddress(2, 0)),
      () => request(adviceAddress(2, 5, 0)),
    ]),
    [
      ["POST", "/api/replays?round=2", body],
      ["POST", "/api/replays?round=2&player=0", body],
      ["POST", "/api/replays/advice/5?round=2&player=0", body],
    ],
  );
  equal(source.roundPage(2), "/replay/rounds/2");
  const daily = fileSource("a record", "/daily/2026-11-30");
  equal([daily.back.address, daily.roundPage(1)], [
    "/daily/2026-11-30",
    "/daily/2026-11-30/rounds/1",
  ]);
  equal(source.variationAddresses(2, 5, 0), {
    play: "/api/replays/variations/5?round=2&player=0",
    advice: "/api/replays/variations/5/advice?round=2&player=0",
  });
  equal(source.bodyOf({ actions: ["3"] }), { actions: ["3"], content: 'a "record"\n' });
});

Deno.test("a round of a file is seen from everybody's place but that of a rule", () => {
  const players = [["Ada", "human"], ["Bo", "human"], ["Lopaka", "driven"]]
    .map(([name, kind]) => ({ name, kind }));
  equal(placesInFile({ players } as unknown as View), [
    { player: 0, name: "Ada", is_chosen: true },
    { player: 1, name: "Bo", is_chosen: false },
    { player: "", name: "", is_chosen: false },
  ]);
});
