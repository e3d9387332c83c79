/// <reference lib="deno.ns" />
import { deepStrictEqual as equal, notDeepStrictEqual as unequal, throws } from "node:assert";
import type { View } from "../net/wire.ts";
import type { FairnessView } from "../net/wire_types.ts";
import { commitmentsOf, contributeTo, storeCommitment } from "./commitments.ts";
import { type ObservedRound, observedRounds, storeObservedRound } from "./observed_rounds.ts";
import type { Rules } from "./replay.ts";
import { type Report, verifyMatch } from "./verification.ts";
import { limits, outcome } from "./verify.ts";
import { PageStorage } from "../storage/stand_in.ts";

/** The matches that the Python side is tested on. */
const GOLDEN = new URL("../../tests/golden/fair/", import.meta.url);

const RULES = JSON.parse(
  Deno.readTextFileSync(new URL("../../tests/golden/fair_rules.json", import.meta.url)),
) as Record<string, Rules>;

interface Match {
  edition: string;
  version: number;
  table: string;
  rounds: Round[];
  [key: string]: unknown;
}

interface Round {
  round: number;
  dealer: number;
  commitment: string;
  contributions: (string | null)[];
  record: { deal: string[][]; actions: string[]; scores: number[] };
}

function* golden(): Generator<{ file: Match; rules: Rules }> {
  for (const { name } of Deno.readDirSync(GOLDEN)) {
    const file = JSON.parse(Deno.readTextFileSync(new URL(name, GOLDEN))) as Match;
    yield { file, rules: RULES[file.edition]! };
  }
}

/** A match of the present version. */
function one(): { file: Match; rules: Rules } {
  return [...golden()].find(({ file }) => file.version === 2 && file.edition === "classic/4")!;
}

Deno.test("nothing is wrong with the golden matches", () => {
  let rounds = 0;
  for (const { file, rules } of golden()) {
    const report = verifyMatch(file, rules);
    equal([], report.wrong);
    equal(file.version === 1 ? ["dealer-named"] : [], report.unproven);
    for (const verdict of report.rounds) {
      equal([], verdict.wrong);
      equal(file.version === 1 ? ["no-promise"] : [], verdict.unproven);
      rounds += 1;
    }
  }
  equal(true, rounds >= 16);
});

Deno.test("a card in another hand, another contribution or another seed is detected", () => {
  for (const { file, rules } of golden()) {
    const first = file.rounds[0]!;
    const [one = [], other = []] = first.record.deal;
    const swapped = [[other[0]!, ...one.slice(1)], [one[0]!, ...other.slice(1)]];
    const changes = [
      { record: { ...first.record, deal: [...swapped, ...first.record.deal.slice(2)] } },
      { contributions: ["x", ...first.contributions.slice(1)] },
      { seed: "00".repeat(32) },
    ];
    for (const change of changes) {
      const report = verifyMatch({ ...file, rounds: [{ ...first, ...change }] }, rules);
      equal(true, report.rounds[0]!.wrong.includes("deal"));
      equal("seed" in change, report.rounds[0]!.wrong.includes("seed"));
    }
  }
});

Deno.test("rules with a deck that is not in ascending order are refused", () => {
  const { file, rules } = one();
  const descending = { ...rules, deck: rules.deck.toReversed() };

  throws(() => verifyMatch(file, descending), /the deck cannot be read/);
});

/** What is found by a browser that kept a promise and a contribution for every round. */
function withPromises(file: Match, rules: Rules, change: Partial<Kept> = {}): Report {
  const promises = file.rounds.map(({ round, commitment, contributions }) => {
    const value = contributions.find((each) => each !== null)!;
    return { round, commitment, value, ...change };
  });
  return verifyMatch(file, rules, { table: null, commitments: promises, observed: [] });
}

interface Kept {
  commitment: string;
  value: string;
}

Deno.test("a commitment other than the one shown is detected", () => {
  const { file, rules } = one();
  const right = withPromises(file, rules);
  const wrong = withPromises(file, rules, { commitment: "0" });

  equal([true, true], [right.rounds[0]?.commitmentAgrees, right.rounds[0]?.contributionUsed]);
  equal([false, true], [wrong.rounds[0]?.commitmentAgrees, wrong.rounds[0]?.contributionUsed]);
  equal(["proven", "wrong"], [outcome(right), outcome(wrong)]);
});

Deno.test("only a match that was proven fair is called proven", () => {
  const { file, rules } = one();
  const stranger = verifyMatch(file, rules);
  const leftOut = withPromises(file, rules, { value: "mine" });
  const named = file.rounds[0]!.dealer;
  const chosen = withPromises({ ...file, first_dealer: "named" }, rules);
  const late = withPromises(
    { ...file, rounds: file.rounds.map((each) => ({ ...each, promised: false })) },
    rules,
  );

  equal(["open", "open", "open", "open"], [stranger, leftOut, chosen, late].map(outcome));
  equal([
    "Rounds 1, 2: this browser did not see the promise before the deal.",
    "Rounds 1, 2: nothing from this browser is mixed in, so you have to trust the others.",
  ], limits(stranger));
  equal(
    ["Rounds 1, 2: nothing from this browser is mixed in, so you have to trust the others."],
    limits(leftOut),
  );
  equal(true, limits(chosen).some((text) => text.startsWith("The first dealer was named")));
  equal(true, named >= 0);
});

/** A round of a match as a browser saw it that sat there from the beginning. */
function seenOf(file: Match, rules: Rules): ObservedRound {
  const { round, dealer, commitment, record } = file.rounds[0]!;
  return {
    round,
    dealer,
    commitment,
    dealt: { 0: record.deal[0]! },
    plays: record.actions.slice(rules.passes.length),
    scores: null,
  };
}

Deno.test("cards, plays or dealers other than those this browser saw are detected", () => {
  const { file, rules } = one();
  const seen = seenOf(file, rules);
  const [first = "", second = "", ...rest] = seen.plays;
  const others: ObservedRound[] = [
    { ...seen, dealt: { 0: file.rounds[0]!.record.deal[1]! } },
    { ...seen, plays: [second, first, ...rest] },
    { ...seen, dealer: (seen.dealer! + 1) % rules.players },
    { ...seen, commitment: "0" },
    { ...seen, scores: rules.sides.map(() => 1000) },
  ];
  const right = verifyMatch(file, rules, { table: null, commitments: [], observed: [seen] });
  const early = verifyMatch(file, rules, {
    table: null,
    commitments: [],
    observed: [{ ...seen, plays: seen.plays.slice(0, 3) }],
  });

  equal([true, null], right.rounds.map((verdict) => verdict.observationAgrees));
  equal([true, null], early.rounds.map((verdict) => verdict.observationAgrees));
  for (const other of others) {
    const report = verifyMatch(file, rules, { table: null, commitments: [], observed: [other] });
    equal(false, report.rounds[0]!.observationAgrees);
    equal("wrong", outcome(report));
  }
});

Deno.test("a file of another table is wrong, since its deals may have been chosen by its name", () => {
  const { file, rules } = one();
  const about = (table: string) =>
    verifyMatch(file, rules, { table, commitments: [], observed: [] });

  equal([], about(file.table).wrong);
  equal(["table"], about("another").wrong);
  equal("wrong", outcome(about("another")));
});

Deno.test("a round that this browser saw to its end must be in the file", () => {
  const { file, rules } = one();
  const seen = { ...seenOf(file, rules), round: 3 };
  const about = (observed: ObservedRound[]) =>
    verifyMatch(file, rules, { table: null, commitments: [], observed });

  equal([], about([seen]).wrong); // it still runs
  equal(["missing"], about([{ ...seen, scores: rules.sides.map(() => 0) }]).wrong);
});

/** A view of a round in which some cards are played; the rest of it does not matter here. */
function viewWith(
  plays: string[],
  hand: string[],
  scores: number[] | null = null,
  more: { running?: string[]; aids?: boolean } = {},
): View {
  const played = (card: string) => ({ player: 0, card, hand: 0 });
  const tricks = plays.map((card) => ({ plays: [played(card)] }));
  const { running, aids = true } = more;
  return {
    table: { id: "t", aids },
    you: 1,
    match: { dealer: 2, sheet: scores === null ? [] : [{ round: 1, scores }] },
    fair: { commitment: "c" },
    round: {
      number: 1,
      phase: scores !== null ? "over" : plays.length === 0 ? "exchange" : "play",
      stage: 0,
      committed: null,
      hands: [{ hand: 1, player: 1, cards: hand }, { hand: 0, player: 0, cards: null }],
      tricks,
      trick: running === undefined ? null : { plays: running.map(played) },
    },
  } as unknown as View;
}

Deno.test("what was seen of a round first is never overwritten", () => {
  const storage = new PageStorage();
  storeObservedRound(storage, viewWith([], ["5", "7"]));
  storeObservedRound(storage, viewWith(["5"], ["7"]));
  storeObservedRound(storage, viewWith(["9", "7"], []));
  storeObservedRound(storage, viewWith(["9", "7"], [], [1, 2]));

  const expected = { dealt: { 1: ["5", "7"] }, plays: ["5", "7"], scores: [1, 2] };
  equal(
    [{ table: "t", round: 1, dealer: 2, commitment: "c", ...expected }],
    observedRounds(storage, "t"),
  );
  equal([], observedRounds(storage, "u"));
});

Deno.test("a card that was taken back has not been seen", () => {
  const storage = new PageStorage();
  storeObservedRound(storage, viewWith([], ["5", "7"]));
  storeObservedRound(storage, viewWith(["1"], ["5", "7"], null, { running: ["3", "5"] }));
  storeObservedRound(storage, viewWith(["1"], ["5", "7"], null, { running: ["3"] }));
  storeObservedRound(storage, viewWith(["1"], ["5"], null, { running: ["3", "7"] }));
  storeObservedRound(storage, viewWith(["1", "3", "7"], ["5"]));

  equal([["1", "3", "7"]], observedRounds(storage, "t").map(({ plays }) => plays));
});

Deno.test("of a round without aids to memory the cards are seen at its end", () => {
  const storage = new PageStorage();
  const hidden = { aids: false };
  storeObservedRound(storage, viewWith(["5"], [], null, hidden)); // not the first trick
  storeObservedRound(storage, viewWith(["4", "5", "7"], [], [1, 2], hidden));

  equal([["4", "5", "7"]], observedRounds(storage, "t").map(({ plays }) => plays));
});

Deno.test("the first commitment for a round is stored, whatever comes later", () => {
  const storage = new PageStorage();
  storeCommitment(storage, "t", { round: 1, commitment: "a" });
  storeCommitment(storage, "t", { round: 1, commitment: "b" });
  storeCommitment(storage, "u", { round: 1, commitment: "c" });

  equal(["a"], commitmentsOf(storage, "t").map((one) => one.commitment));
});

Deno.test("a player contributes once to a deal, and the same from every tab", () => {
  const storage = new PageStorage();
  const next = { table: "t", round: 2, commitment: "a", given: [1] };
  const fair: FairnessView = { commitment: null, contributions: [], seed: null, next };
  const first = contributeTo(storage, fair, 0);

  unequal(null, first);
  equal(first, contributeTo(storage, fair, 0));
  equal(null, contributeTo(storage, { ...fair, next: { ...next, given: [0, 1] } }, 0));
  equal(null, contributeTo(storage, fair, null));
  equal(null, contributeTo(storage, { ...fair, next: null }, 0));
});

Deno.test("a browser whose storage is full contributes all the same", () => {
  const storage = new PageStorage();
  storage.setItem = () => {
    throw new Error("full");
  };
  const next = { table: "t", round: 2, commitment: "a", given: [1] };
  const fair: FairnessView = { commitment: null, contributions: [], seed: null, next };

  equal(null, contributeTo(storage, fair, null));
  equal(2, contributeTo(storage, fair, 0)?.round);
  equal([], commitmentsOf(storage, "t"));
});

Deno.test("a spectator's browser stores the commitment that it is shown", () => {
  const storage = new PageStorage();
  const next = { table: "t", round: 2, commitment: "a", given: [1] };
  const fair: FairnessView = { commitment: null, contributions: [], seed: null, next };

  equal(null, contributeTo(storage, fair, null));
  equal([{ table: "t", round: 2, commitment: "a" }], commitmentsOf(storage, "t"));
});

Deno.test("a spectator who sits down contributes, and the first commitment counts", () => {
  const storage = new PageStorage();
  const next = { table: "t", round: 2, commitment: "a", given: [] };
  const fair: FairnessView = { commitment: null, contributions: [], seed: null, next };
  contributeTo(storage, fair, null);
  const given = contributeTo(storage, { ...fair, next: { ...next, commitment: "b" } }, 0);

  unequal(null, given);
  const { value } = given!;
  equal([{ table: "t", round: 2, commitment: "a", value }], commitmentsOf(storage, "t"));
  equal(given, contributeTo(storage, fair, 0));
});
