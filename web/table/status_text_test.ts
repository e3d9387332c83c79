/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { giverOf, receivedRemark, receivedSince, receivedText } from "../cards/received_cards.ts";
import type { State } from "../model/types.ts";
import type { RoundView, TableEvent, View } from "../net/wire.ts";
import { playerNames, waitingText, withPlayersText } from "../text/names.ts";
import {
  draftChangeText,
  nextCardText,
  promptText,
  remainingText,
  turnText,
  unusableReason,
} from "../text/prompt.ts";
import { markup } from "../text/template_markup.ts";
import { announcementText } from "./announcements.ts";
import { roundText } from "./layout.ts";
import { legend } from "./legend.ts";
import { statusText } from "./status_text.ts";

const ASKS = [
  { to: 1, to_hand: 1, from_hand: 0, text: "Bo" },
  { to: 2, to_hand: 2, from_hand: 0, text: "Cy" },
  { to: "imp", to_hand: null, from_hand: 0, text: "the Imp's Trick" },
];

const SUITS = ["low", "mid", "high"] as const;

/** Ada, Bo and Cy in a round with these values; Ada is the user. */
function seen(round: Partial<RoundView>): View {
  return {
    you: 0,
    table: {
      status: "playing",
      deck: ["5", "12", "33"].map((c, n) => ({ c, s: SUITS[n], p: n + 1 })),
      suits: ["yellow", "blue", "red"].map((name, n) => ({ s: SUITS[n], name, letter: "" })),
    },
    players: ["Ada", "Bo", "Cy"].map((name) => ({ name, kind: "human" })),
    match: { totals: [12, -3, 0], over: false, winners: [], ready: [], next_at: null },
    times: [],
    talk: [],
    round: {
      phase: "exchange",
      order: [0, 1, 2],
      asks: ASKS,
      hands: [{ hand: 0, player: 0, cards: ["5", "12", "33"] }],
      committed: null,
      waiting: [0, 1, 2],
      received: [],
      legal: [],
      tricks: [],
      prices: ["19"],
      owners: [null],
      taken: [0, 0, 0],
      trick: null,
      turn: null,
      step: 0,
      why_not: {},
      turn_text: "",
      result: null,
      ...round,
    },
  } as unknown as View;
}

function state(slots: (string | null)[] = []): State {
  return { slots, thinking: new Set(), clockOffset: 0 } as unknown as State;
}

function event(k: string, player?: number): TableEvent {
  return { t: "ev", seq: 1, k, player, round: 1, set: {} } as TableEvent;
}

const PLAYING: Partial<RoundView> = { phase: "play", asks: [], waiting: [] };
const RECEIVED = [{ card: "12", from: 1, hand: 0 }, { card: "5", from: 2, hand: 0 }];

Deno.test('the prompt counts the cards to choose, and says "more" after the first', () => {
  equal(remainingText([null, null, null]), "Choose 3 cards.");
  equal(remainingText(["5", null, null]), "Choose 2 more cards.");
  equal(remainingText(["5", "12", null]), "Choose 1 more card.");
  equal(remainingText([null]), "Choose 1 card.");
});

Deno.test("the prompt says how many cards go to whom", () => {
  const places = "1 for Bo; 1 for Cy; 1 for the Imp's Trick.";
  equal(promptText(seen({})), `Choose 3 cards. ${places}`);
  equal(
    promptText(seen({}), ["5", null, null]),
    "Choose 2 more cards. 1 for Cy; 1 for the Imp's Trick.",
  );
  equal(
    promptText(seen({}), ["5", "12", "33"]),
    "Everything is chosen. Confirm your choice, or take it back.",
  );
  equal(promptText(seen(PLAYING)), "");
});

Deno.test("with two hands, the prompt says which hand the cards come from", () => {
  const hands = [{ hand: 0, player: 0 }, { hand: 1, player: 0 }] as RoundView["hands"];
  const both = ASKS.slice(2).flatMap((ask) => [ask, ask]) as RoundView["asks"];
  equal(
    promptText(seen({ hands, asks: both })),
    "Choose 2 cards. From your first hand: 2 for the Imp's Trick.",
  );
  const mixed = both.map((ask, from_hand) => ({ ...ask, from_hand }));
  equal(
    promptText(seen({ hands, asks: mixed })),
    "Choose 2 cards. 1 for the Imp's Trick, from your first hand; " +
      "1 for the Imp's Trick, from your second hand.",
  );
});

Deno.test("the prompt is announced after the deal and after each stage", () => {
  const task = "Choose 3 cards. 1 for Bo; 1 for Cy; 1 for the Imp's Trick.";
  equal(announcementText(seen({}), seen({}), event("start"), "all"), `Round 1 is dealt. ${task}`);
  equal(
    announcementText(seen({}), seen({ received: RECEIVED }), event("exchange"), "all"),
    `The cards are exchanged. You received the 12 of blue from Bo and the 5 of yellow from Cy. ${task}`,
  );
});

Deno.test("choices and withdrawals are announced with their targets", () => {
  equal(
    draftChangeText(seen({}), [null, null, null], [null, null, "33"]),
    "33, red, for the Imp's Trick. Choose 2 more cards. 1 for Bo; 1 for Cy.",
  );
  equal(
    draftChangeText(seen({}), [null, null, "33"], [null, null, null]),
    "33, red, is back in your hand. Choose 3 cards. 1 for Bo; 1 for Cy; 1 for the Imp's Trick.",
  );
  equal(draftChangeText(seen({}), ["5", null, null], ["5", null, null]), "");
});

Deno.test("the user's own choice is announced with its targets, the others' are not", () => {
  const view = seen({ committed: ["5", "12", "33"], waiting: [2] });
  equal(
    announcementText(view, view, event("commit", 0), "all"),
    "You have chosen: 5, yellow, for Bo; 12, blue, for Cy; 33, red, for the Imp's Trick. " +
      "Waiting for Cy.",
  );
  equal(announcementText(view, view, event("commit", 1), "all"), "Bo has chosen.");
});

Deno.test("the status text includes what to do and what is chosen", () => {
  const words = statusText(state([null, "12", null]), seen({}));
  equal(
    words.slice(words.indexOf("You have chosen")),
    "You have chosen: 12, blue, for Cy. Choose 2 more cards. 1 for Bo; 1 for the Imp's Trick.",
  );
  const committed = statusText(state(), seen({ committed: ["5", "12", "33"], waiting: [1] }));
  equal(committed.endsWith("33, red, for the Imp's Trick. Waiting for Bo."), true);
  const legal = statusText(
    state(),
    seen({
      ...PLAYING,
      turn: 0,
      legal: ["5"],
      received: RECEIVED,
      turn_text: "Your turn: you lead.",
    }),
  );
  equal(
    legal.endsWith(
      "You received the 12 of blue from Bo and the 5 of yellow from Cy. Your turn: you lead.",
    ),
    true,
  );
});

Deno.test("the user is `you` within a sentence and comes first", () => {
  const view = seen({});
  equal(waitingText(view, [0]), "Waiting for you.");
  equal(waitingText(view, [1, 0, 2]), "Waiting for you, and for Bo and Cy.");
  equal(waitingText(view, [1, 2]), "Waiting for Bo and Cy.");
  equal(playerNames(view, [1, 0, 2]), "You, Bo, and Cy");
  equal([withPlayersText(view, [0]), withPlayersText(view, [2, 0])], [
    "with you",
    "with you and Cy",
  ]);
});

Deno.test("the end of a round is announced with everybody's totals", () => {
  const result = {
    lines: ["The Imp's Trick held 5 yellow: 1 point."],
    owners: [1],
    scores: [5, -1, 0],
  };
  const over = { ...PLAYING, phase: "over", sides: null, result } as never as Partial<RoundView>;
  const view = seen({ ...over, number: 2 });
  equal(
    announcementText(view, view, event("score"), "all"),
    "The round is over. The Imp's Trick held 5 yellow: 1 point. You score +5. " +
      "Bo is stuck with the bottle. Bo \u22121; Cy 0. Totals: You 12, Bo \u22123, and Cy 0.",
  );
  const first = announcementText(view, seen({ ...over, number: 1 }), event("score"), "all");
  equal(first.endsWith("Bo \u22121; Cy 0."), true);
});

Deno.test("the status text names the winning card", () => {
  const trick = { plays: [{ player: 1, card: "12" }], winning_card: "12", winning_buys: true };
  const words = statusText(state(), seen({ ...PLAYING, turn: 2, trick: trick as never }));
  equal(
    words.startsWith(
      "On the table: Bo 12, blue. The 12 would buy the bottle. The bottle costs 19;",
    ),
    true,
  );
});

Deno.test("the status text at the end of a round includes totals and what comes next", () => {
  const view = seen({ ...PLAYING, phase: "over", result: { lines: [] } as never });
  const words = statusText(state(), view);
  equal(
    words.slice(words.indexOf("The round is over.")),
    "The round is over. Totals: You 12, Bo \u22123, and Cy 0. You can go on to the next round.",
  );
});

Deno.test("the status text before the match says what the table waits for", () => {
  const view = seen({});
  const before = {
    ...view,
    table: { ...view.table, status: "gathering", host: 1 },
    round: null,
  } as unknown as View;
  equal(statusText(state(), before), "Bo begins the match.");
});

Deno.test("a click on a card without effect is explained", () => {
  equal(unusableReason(state(), seen({ ...PLAYING, turn: 1 }), "5"), "It is Bo's turn.");
  const ours = { ...PLAYING, turn: 0, legal: ["12"], why_not: { 5: "You must follow blue." } };
  equal(unusableReason(state(), seen(ours), "5"), "You must follow blue.");
  equal(
    unusableReason(state(), seen({ committed: ["5"], waiting: [1] }), "12"),
    "Your choice stands. Waiting for Bo.",
  );
  equal(unusableReason(state(), seen({}), "5"), "This card must come from your other hand.");
  equal(unusableReason(state(), seen({ phase: "over" }), "5"), null);
});

Deno.test("received cards are named with their givers until the first trick is over", () => {
  const view = seen({ ...PLAYING, received: RECEIVED });
  equal([giverOf(view, "12"), giverOf(view, "33")], [1, null]);
  equal(receivedRemark(view, "5"), ", received from Cy");
  equal(receivedText(view), "You received the 12 from Bo and the 5 from Cy.");
  equal([...receivedSince(seen({}), view)], [["12", 1], ["5", 2]]);
  equal([...receivedSince(view, view)], []);
  const later = seen({ ...PLAYING, received: RECEIVED, tricks: [{}] as never });
  equal([giverOf(later, "12"), receivedText(later)], [null, ""]);
});

Deno.test("the exchange says what the next card is for, and of which hand", () => {
  equal(nextCardText(seen({}), [null, null, null], 0), "Choose a card for Bo (1 of 3).");
  equal(
    nextCardText(seen({}), [null, null, null], 2),
    "Choose a card for the Imp's Trick (1 of 3).",
  );
  equal(nextCardText(seen({}), ["5", null, null], 0), "Choose a card for Cy (2 of 3).");
  const hands = [{ hand: 0, player: 0 }, { hand: 1, player: 0 }] as RoundView["hands"];
  const asks = ASKS.slice(2) as RoundView["asks"];
  const words = "hand: choose a card for the Imp's Trick (1 of 1).";
  equal(nextCardText(seen({ hands, asks }), [null], 0), `First ${words}`);
  const second = asks.map((ask) => ({ ...ask, from_hand: 1 }));
  equal(nextCardText(seen({ hands, asks: second }), [null], 0), `Second ${words}`);
});

Deno.test("the prompt for a play is the text of the server", () => {
  const turn_text = "Your turn. Blue was led; you have none, so play any card.";
  equal(
    turnText(state(), seen({ ...PLAYING, turn: 0, legal: ["5", "33"], turn_text })),
    turn_text,
  );
});

Deno.test("a closed table and one that may not be watched are told as such", () => {
  const state = { slots: [] } as unknown as State;
  const view = (part: object, you: number | null = 0) => {
    const shown = seen({});
    return { ...shown, you, round: null, table: { ...shown.table, ...part } } as View;
  };

  equal(statusText(state, view({ status: "closed" })), "This table is closed.");
  equal(
    statusText(state, view({ status: "playing", watch: "nobody" }, null)),
    "Only those who play see this table.",
  );
  equal(
    statusText(state, view({ status: "playing", watch: "anyone" })),
    "The cards are being dealt.",
  );
});

function roundOf(length: { n: number; rounds: number | null }): string {
  return roundText({ match: { round: 2 }, table: { length } } as unknown as View);
}

Deno.test("the bar says how long the match is, and one point is no points", () => {
  equal([{ n: 2, rounds: 8 }, { n: 500, rounds: null }, { n: 1, rounds: null }].map(roundOf), [
    "Round 2 of 8",
    "Round 2, to 500 points",
    "Round 2, to 1 point",
  ]);
});

/** Which of the signs for played and unplayed cards are explained. */
function explained(aids: boolean, phase: string): string[] {
  const round = { phase, hands: [], order: [0, 1], weights: [1, 1], prices: ["19"] };
  const players = [{ name: "Ada", kind: "human" }, { name: "Ben", kind: "human" }];
  const table = { deck: [{ c: "1", s: "low", p: 1 }], start_price: "19", aids };
  const view = { you: 0, players, table, round };
  const text = markup(legend(view as unknown as View, round as unknown as RoundView));
  return ["pale: not played yet", "struck through: played"].filter((words) => text.includes(words));
}

Deno.test("the signs tell played cards from the others, except where the line hides that", () => {
  const both = ["pale: not played yet", "struck through: played"];

  equal([explained(true, "play"), explained(false, "play"), explained(false, "over")], [
    both,
    [],
    both,
  ]);
});
