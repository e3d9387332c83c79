/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { TableEvent, View } from "../net/wire.ts";
import { applyEvent } from "./reducer.ts";

const view = { you: 0, match: { totals: [0, 0] }, round: { step: 3, turn: 1 } } as unknown as View;

function event(set: Record<string, unknown>): TableEvent {
  return { t: "ev", seq: 1, k: "play", set };
}

Deno.test("an event changes the parts it names and no others", () => {
  const after = applyEvent(view, event({ "round.step": 4, "match.totals": [5, 0] }));

  equal(after, { you: 0, match: { totals: [5, 0] }, round: { step: 4, turn: 1 } });
});

Deno.test("the view before an event stays as it was", () => {
  applyEvent(view, event({ "round.step": 4 }));

  equal(view.round?.step, 3);
});

Deno.test("parts that did not change are the same objects", () => {
  equal(applyEvent(view, event({ "round.step": 4 })).match === view.match, true);
});

Deno.test("a new round replaces the old one whole", () => {
  equal(applyEvent(view, event({ round: { step: 0 } })).round, { step: 0 });
});

Deno.test("an event without changes leaves the view alone", () => {
  equal(applyEvent(view, event({})) === view, true);
});

Deno.test("somebody who sits down learns which seat is theirs", () => {
  const watching = { ...view, you: null };
  const players = [{ name: "Bea", kind: "human", level: null, stand_in: null }];
  const after = applyEvent(watching, event({ you: 0, players }));

  equal([after.you, after.players], [0, players]);
});

Deno.test("values of a round are ignored before the first deal", () => {
  const gathering = { ...view, round: null };

  equal(applyEvent(gathering, event({ "round.step": 4 })).round, null);
});
