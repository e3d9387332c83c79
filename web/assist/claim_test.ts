/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { claimCommand, claimOfferText, claimText } from "./claim.ts";
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
  equal(claimText(seen({}), { player: 0, claim: "rest" }), "You claim every trick to come.");
  equal(claimText(seen({}), { player: 1, claim: "last" }), "Bo has the last trick played.");
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
