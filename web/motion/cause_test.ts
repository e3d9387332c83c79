/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { TableEvent, View } from "../net/wire.ts";
import { ARRANGED, causeOf } from "./cause.ts";

/** A view of a round with these parts. */
function seen(round: Record<string, unknown> = {}): View {
  const whole = { passed: [], received: [], tricks: [], trick: { plays: [] }, ...round };
  return { you: 0, round: whole, match: { dealer: 2 } } as unknown as View;
}

function event(k: string, more: Record<string, unknown> = {}): TableEvent {
  return { t: "ev", seq: 1, k, set: {}, ...more } as unknown as TableEvent;
}

Deno.test("a card that is played comes from its player", () => {
  const view = seen({ trick: { plays: [{}, {}] } });
  equal(causeOf(seen(), view, event("play", { player: 2 })), { ...ARRANGED, player: 2 });
});

Deno.test("the cards of a new round come from its dealer", () => {
  const [before, view] = [seen({ number: 1 }), seen({ number: 2 })];
  equal(causeOf(before, view, event("start")), { ...ARRANGED, dealer: 2 });
  equal(causeOf({ ...before, round: null }, view, event("start")).dealer, 2);
  equal(causeOf(view, view, event("play", { player: 1 })).dealer, null);
});

Deno.test("the next lead sends the last trick to its taker", () => {
  const view = seen({ tricks: [{ taker: 1 }], trick: { plays: [{}] } });
  equal(causeOf(seen(), view, event("play", { player: 1 })), { ...ARRANGED, player: 1, taker: 1 });
});

Deno.test("a trick that sells a bottle says who sold it to whom for which card", () => {
  const view = seen({ tricks: [{ taker: 1, winning_card: "12" }] });
  const trick = { taker: 1, bottle: 1, owner_before: 2, price: "12", price_before: "19" };
  equal(
    causeOf(seen(), view, event("play", { player: 0, trick })).sale,
    { bottle: 1, buyer: 1, seller: 2, card: "12" },
  );
  equal(
    causeOf(seen(), view, event("play", { player: 0, trick: { ...trick, price: null } })).sale,
    null,
  );
});

Deno.test("the exchange moves the cards passed, and the cards received since", () => {
  const before = seen({ received: [{ card: "3", from: 1 }] });
  const view = seen({
    passed: [{ card: "20", to: "imp" }, { card: "22", to: 1 }],
    received: [{ card: "3", from: 1 }, { card: "8", from: 2 }],
  });
  const cause = causeOf(before, view, event("exchange"));

  equal([[...cause.arrivals], [...cause.departures]], [[["8", 2]], [["20", "imp"], ["22", 1]]]);
});
