/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { DEFAULTS } from "../model/settings.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import {
  canPremove,
  premoveAfter,
  premoveChangeText,
  premoveRemark,
  premoveText,
} from "./premove.ts";

const HELD = ["5", "17", "30"];

interface Details {
  phase?: string;
  legal?: string[];
  cards?: string[];
  stand_in?: string | null;
  why_not?: Record<string, string>;
  status?: string;
}

function seen(details: Details = {}): View {
  const { phase = "play", legal = [], cards = HELD, stand_in = null, why_not = {} } = details;
  return {
    you: 0,
    table: { status: details.status ?? "playing", deck: [], suits: [] },
    players: [{ kind: "human", stand_in }, { kind: "computer", stand_in: null }],
    times: [],
    round: { phase, legal, why_not, hands: [{ hand: 0, player: 0, cards }] },
  } as unknown as View;
}

function planning(premove: string | null, premoveSetting = true): State {
  const settings = { ...DEFAULTS, premove: premoveSetting };
  return { settings, premove, claim: null, pending: false } as unknown as State;
}

Deno.test("a card can be chosen ahead while others play, unless a setting forbids it", () => {
  equal(DEFAULTS.premove, true);
  equal(canPremove(planning(null), seen()), true);
  equal(canPremove(planning(null, false), seen()), false);
});

Deno.test("no card can be chosen ahead in the exchange or by somebody who is played for", () => {
  equal(canPremove(planning(null), seen({ phase: "exchange" })), false);
  equal(canPremove(planning(null), seen({ stand_in: "imp" })), false);
  equal(canPremove(planning(null), seen({ status: "closed" })), false);
});

Deno.test("on one's turn a card is chosen ahead only while another is on its way", () => {
  const view = seen({ legal: HELD });

  equal(canPremove(planning(null), view), false);
  equal(canPremove({ ...planning(null), pending: true }, view), true);
  equal(canPremove({ ...planning(null), pending: true, queued: true }, view), false);
});

Deno.test("a card that waits for the connection is marked, and no other", () => {
  const lastCommand = { k: "play", round: 1, step: 0, card: "17" } as const;
  const sent = { ...planning(null), pending: true, queued: true, lastCommand };

  equal(premoveRemark(sent, "17"), ", waits for the connection");
  equal(premoveRemark(sent, "3"), "");
  equal(premoveRemark({ ...sent, queued: false }, "17"), "");
  equal(premoveRemark({ ...sent, pending: false }, "17"), "");
  equal(premoveRemark(planning("17"), "17"), ", chosen ahead");
});

Deno.test("the card chosen ahead stays while others play and while it can be played", () => {
  equal(premoveAfter(planning("17"), seen()), { premove: "17", words: "" });
  equal(premoveAfter(planning("17"), seen({ legal: ["17"] })), { premove: "17", words: "" });
});

Deno.test("a card that cannot be played is dropped with the reason", () => {
  const why_not = { "17": "You must follow yellow." };

  equal(premoveAfter(planning("17"), seen({ legal: ["5"], why_not })), {
    premove: null,
    words: "17, chosen ahead, cannot be played now. You must follow yellow.",
  });
});

Deno.test("a card that was played or went with its round is dropped without a word", () => {
  equal(premoveAfter(planning("17"), seen({ cards: ["5"] })), { premove: null, words: "" });
  equal(premoveAfter(planning("17"), seen({ phase: "over", cards: [] })), {
    premove: null,
    words: "",
  });
});

Deno.test("the card is dropped when a computer player takes over", () => {
  equal(premoveAfter(planning("17"), seen({ stand_in: "imp" })), {
    premove: null,
    words: "17, is not chosen ahead any longer.",
  });
});

Deno.test("nothing is played ahead once somebody has claimed the rest", () => {
  const claim = { player: 1, claim: "rest", tricksBefore: 3 };

  equal(canPremove({ ...planning(null), claim }, seen()), false);
  equal(premoveAfter({ ...planning("17"), claim }, seen()), { premove: null, words: "" });
});

Deno.test("a change is announced, and the status line says what will be played", () => {
  equal(
    premoveChangeText(seen(), null, "5"),
    "5, is chosen ahead. It is played when it is your turn.",
  );
  equal(premoveChangeText(seen(), "5", null), "5, is not chosen ahead any longer.");
  equal(premoveText(planning("18.5")), "You play the 18½ as soon as it is your turn.");
  equal(premoveText(planning(null)), "");
});
