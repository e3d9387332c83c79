/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { TableEvent, View } from "../net/wire.ts";
import { claimAfter, claimCommand, claimLine, claimOfferText, claimText } from "./claim.ts";
import { undoCommand, undoText } from "./undo.ts";

const PLAYERS = [{ name: "Ada", stand_in: null }, { name: "Bo", stand_in: null }];

function seen(round: Record<string, unknown>, players = PLAYERS): View {
  return {
    you: 0,
    players,
    table: { status: "playing", deck: [], suits: [] },
    round: {
      number: 2,
      step: 7,
      stage: 1,
      phase: "play",
      legal: ["5"],
      claim: null,
      undo: false,
      ...round,
    },
  } as unknown as View;
}

Deno.test("the claim that the server offers can be sent", () => {
  equal(claimCommand(seen({ claim: "rest" })), { k: "claim", round: 2, step: 7 });
  equal(
    claimOfferText(seen({ claim: "last" })),
    "Only one trick is left: it can be played at once.",
  );
});

Deno.test("nothing is offered without a claim, on the turn of others or to who is played for", () => {
  equal(claimCommand(seen({})), null);
  equal(claimCommand(seen({ claim: "rest", legal: [] })), null);
  equal(claimCommand(seen({ claim: "rest" }, [{ name: "Ada", stand_in: "imp" as never }])), null);
});

Deno.test("everybody hears who claims what", () => {
  const rest = { claim: "rest", tricksBefore: 5 };

  equal(claimText(playedOut([]), { ...rest, player: 0 }), "You claim all 3 tricks to come.");
  equal(claimText(playedOut([]), { ...rest, player: 1 }), "Bo claims all 3 tricks to come.");
  equal(
    claimText(playedOut([]), { player: 1, claim: "last", tricksBefore: 7 }),
    "Bo plays out the last trick.",
  );
});

/** A round of eight tricks whose last card has been played. */
function playedOut(tricks: Record<string, unknown>[], more: Record<string, unknown> = {}): View {
  const view = seen({ phase: "over", result: null, legal: [], tricks, ...more });
  return { ...view, table: { ...view.table, tricks: 8 } } as View;
}

function trick(taker: number, points: number, sale: [number | null, string, string] | null) {
  const [owner_before = null, price_before = "19", price_after = null] = sale ?? [];
  return { taker, points, bottle: sale && 0, owner_before, price_before, price_after };
}

Deno.test("a line says who has got what by a claim", () => {
  const tricks = [
    trick(1, 9, null),
    trick(0, 20, [1, "19", "12"]),
    trick(0, 5, null),
    trick(0, 16, [0, "12", "4"]),
  ];

  equal(
    claimLine(playedOut(tricks), { player: 0, claim: "rest", tricksBefore: 1 }),
    "You take the last 3 tricks: 41 points. You buy the bottle for 4.",
  );
  equal(
    claimLine(playedOut(tricks), { player: 1, claim: "rest", tricksBefore: 3 }),
    "Bo takes the last trick: 16 points. You keep the bottle; its price is 4 now.",
  );
  equal(
    claimLine(playedOut(tricks.slice(0, 2)), { player: 1, claim: "last", tricksBefore: 1 }),
    "You take the trick and buy the bottle for 12. 20 points.",
  );
});

Deno.test("a claim is shown from its event until the score comes", () => {
  const claimed = { t: "ev", seq: 1, k: "claim", set: {}, player: 1, claim: "rest" } as TableEvent;
  const played = { t: "ev", seq: 2, k: "play", set: {} } as TableEvent;
  const view = seen({ result: null, step: 6, hands: [{ size: 5 }, { size: 5 }] });
  const running = { ...view, table: { ...view.table, tricks: 8 } } as View;
  const shown = claimAfter(null, running, claimed);

  equal(shown, { player: 1, claim: "rest", tricksBefore: 3 });
  equal(claimAfter(shown, running, played), shown);
  equal(claimAfter(shown, playedOut([]), played), shown);
  equal(claimAfter(shown, playedOut([], { result: {} }), played), null);
  equal(claimAfter(shown, running, null), null);
});

Deno.test("choices are undone by stage and cards by step, if the server allows it", () => {
  equal(undoCommand(seen({ undo: true })), { k: "undo", round: 2, step: 7 });
  equal(undoCommand(seen({ undo: true, phase: "exchange" })), { k: "undo", round: 2, stage: 1 });
  equal(undoCommand(seen({})), null);
});

Deno.test("an undone card is named, an undone choice is not", () => {
  equal(undoText(seen({}), { player: 0, card: "5" }), "5, is back in your hand.");
  equal(undoText(seen({}), { player: 1, card: "5" }), "Bo takes a card back: 5.");
  equal(undoText(seen({}), { player: 1 }), "Bo chooses again.");
});
