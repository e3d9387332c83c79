/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundReplay, StepAdvice, View } from "../net/wire.ts";
import {
  adviceText,
  chosenTexts,
  isChoiceOf,
  isDifferent,
  isDoubtful,
  neighbouringTrick,
  nextChoice,
  nothingFoundText,
  placeText,
  stepText,
} from "./step_text.ts";

const ENDS_TRICK = { taker: 1, bottle: null, owner_before: null, price_before: null, price: null };

/** Two tricks of two cards after an exchange: player 0 leads the first, player 1 the second. */
const REPLAY = {
  rounds: 1,
  view: { you: 0, table: { tricks: 2 }, round: { phase: "exchange" } },
  hands: [],
  steps: [
    { k: "exchange", set: { "round.phase": "choice" } },
    { k: "exchange", set: { "round.phase": "play" } },
    { k: "play", player: 0, card: "17", set: {} },
    { k: "play", player: 1, card: "3", trick: ENDS_TRICK, set: {} },
    { k: "play", player: 1, card: "5", set: {} },
    { k: "play", player: 0, card: "9", trick: ENDS_TRICK, set: {} },
    { k: "score", set: {} },
  ].map((event) => ({ event, hands: [] })),
} as unknown as RoundReplay;

const VIEW = {
  you: 0,
  players: [{ name: "Ada" }, { name: "Bo" }],
  table: {
    deck: [{ c: "17", s: "mid", p: 3 }, { c: "3", s: "low", p: 2 }, { c: "18.5", s: "mid", p: 1 }],
    suits: [{ s: "low", name: "yellow" }, { s: "mid", name: "blue" }],
  },
  round: { phase: "play", asks: [], passed: [], received: [], tricks: [], trick: null, legal: [] },
} as unknown as View;

function advice(chosen: string[], actions: string[], targets: string[] = []): StepAdvice {
  return {
    chosen,
    actions,
    targets,
    level: "imp",
    stands_in: false,
    settled: false,
    reason: "",
    rows: [],
    notes: [],
  };
}

Deno.test("every step says where in the round it is", () => {
  equal([0, 1, 2, 3, 4, 5, 6, 7].map((step) => placeText(REPLAY, step)), [
    "The deal",
    "The exchange",
    "The open hands",
    "Trick 1, card 1",
    "Trick 1, card 2",
    "Trick 2, card 1",
    "Trick 2, card 2",
    "The score",
  ]);
});

Deno.test("tricks end where their last card is shown, and the ends of the round are ends", () => {
  const all = [0, 1, 2, 3, 4, 5, 6, 7];
  equal(all.map((step) => neighbouringTrick(REPLAY, step, 1)), [1, 2, 4, 4, 6, 6, 7, 7]);
  equal(all.map((step) => neighbouringTrick(REPLAY, step, -1)), [0, 0, 1, 2, 2, 4, 4, 6]);
});

Deno.test("a choice is made by who plays the card, and in the exchange by everybody", () => {
  const chosen = (player: number | null) =>
    REPLAY.steps.map((_, place) => isChoiceOf(REPLAY, place + 1, player));
  equal(chosen(0), [true, true, true, false, false, true, false]);
  equal(chosen(1), [true, true, false, true, true, false, false]);
  equal(chosen(null), REPLAY.steps.map(() => false));
  equal(isChoiceOf(REPLAY, 0, 0), false);
});

Deno.test("a round is played on from the shown choice, or from the next one", () => {
  equal([0, 1, 3, 4, 6, 7].map((step) => nextChoice(REPLAY, step, 0)), [1, 1, 3, 6, 6, null]);
  equal(nextChoice(REPLAY, 0, null), null);
});

Deno.test("a step is told as at the table, and the exchange with what was given", () => {
  const passed = [{ card: "3", to: 1, hand: 1 }, { card: "17", to: "imp", hand: null }];
  const after = { ...VIEW, round: { ...VIEW.round, passed } } as unknown as View;
  equal(stepText(REPLAY, 0, VIEW, VIEW), "The cards are dealt.");
  equal(
    stepText(REPLAY, 1, VIEW, after),
    "The cards are exchanged. You gave the 3 of yellow to Bo and the 17 of blue to the Imp's Trick.",
  );
  equal(stepText(REPLAY, 3, VIEW, VIEW), "You lead with 17, blue.");
  equal(stepText(REPLAY, 7, VIEW, VIEW), "The round is over.");
});

Deno.test("advice is the same where the same cards go the same ways, in whatever order", () => {
  equal(isDifferent(advice(["17"], ["17"])), false);
  equal(isDifferent(advice(["17"], ["3"])), true);
  const imp = "the Imp's Trick";
  equal(isDifferent(advice(["17", "3"], ["3", "17"], [imp, imp])), false);
  equal(isDifferent(advice(["17", "3"], ["3", "17"], [imp, "Bo"])), true);
});

Deno.test("where no points depended on a choice it is not doubtful, and nothing else is advised", () => {
  const settled = { ...advice(["17"], ["3"]), settled: true };

  equal([isDifferent(settled), isDoubtful(settled)], [true, false]);
  equal(adviceText(VIEW, settled, "The imp"), "");
  equal(isDoubtful(advice(["17"], ["3"])), true);
});

Deno.test("a doubtful choice tells what the chosen cards win or risk", () => {
  const row = (action: string) => ({ action, text: "Does not take the trick; adds 3 points." });
  const rows = ["17", "3", "open-1"].map(row) as StepAdvice["rows"];
  const says = (given: StepAdvice) => chosenTexts({ ...given, rows });
  equal(says(advice(["17"], ["3"])), ["Your 17: Does not take the trick; adds 3 points."]);
  equal(says(advice(["17"], ["17"])), []);
  equal(says(advice(["open-1"], ["open-2"])), []);
});

Deno.test("a search that finds nothing says of which choices", () => {
  equal(nothingFoundText(3, true), "No doubtful choice after this point.");
  equal(
    nothingFoundText(0, true),
    "No doubtful choice: a strong player would have agreed with you throughout.",
  );
  equal(
    nothingFoundText(0, false),
    "No doubtful choice: wherever a strong player would have chosen otherwise, none of your own points depended on it any more.",
  );
});

Deno.test("advice names the card, the ways of the cards, or the hand", () => {
  const says = (given: StepAdvice) => adviceText(VIEW, given, "The imp");
  equal(says(advice(["17"], ["17"])), "The imp would have done the same.");
  equal(says(advice(["17"], ["3"])), "The imp would have played the 3 of yellow.");
  equal(
    says(advice(["17", "3"], ["3", "18.5"], ["Bo", "the Imp's Trick"])),
    "The imp would have given the 3 to Bo and the 18\u00bd to the Imp's Trick.",
  );
  equal(says(advice(["open-2"], ["open-1"])), "The imp would have laid the first hand open.");
  equal(says(advice(["open-1"], ["open-2"])), "The imp would have laid the second hand open.");
});
