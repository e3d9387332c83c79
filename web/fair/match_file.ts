/** Reads the file of a match, as docs/explanation/fair-deals.md describes it. */

import type { Rules } from "./replay.ts";

export const SEED_ALONE = 1;
export const CONTRIBUTIONS = 2;
const MOST_WHOLE = 1_000_000;

/** The file of a match. Fields that are only compared later keep the type unknown. */
export interface MatchFile {
  edition: string;
  table: string;
  isDrawn: boolean;
  deck: unknown;
  hands: unknown;
  /** The names of the participants; null if they cannot be read. */
  names: string[] | null;
  rounds: MatchFileRound[];
  totals: unknown;
  isOver: unknown;
}

export interface MatchFileRound {
  round: number;
  dealer: number;
  mixing: number;
  commitment: unknown;
  contributions: (string | null)[];
  seed: string;
  isPromised: boolean;
  record: unknown;
}
type Values = Record<string, unknown>;

function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`${what} cannot be read`);
}

export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= MOST_WHOLE;
}

/** Whether the deck is in ascending order; in another order the same seed could give any deal. */
function isAscending({ deck }: Rules): boolean {
  return deck.every(([label], n) => n === 0 || Number(deck[n - 1]![0]) < Number(label));
}

/** The parsed file; throws if it is not a match file, or of another edition than these rules. */
export function readMatchFile(content: unknown, rules: Rules): MatchFile {
  expect(isObject(content) && content.format === "bottleimp-match", "the format");
  const { version, edition, table, rounds, totals, is_over: isOver, deck, hands } = content;
  expect(version === 1 || version === 2, "the version");
  expect(isAscending(rules), "the deck");
  expect(typeof edition === "string" && edition === rules.edition, "the edition");
  expect(typeof table === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(table), "the table");
  const foundBy = version === 1 ? "named" : content.first_dealer;
  expect(foundBy === "seed" || foundBy === "named", "the first dealer");
  expect(Array.isArray(rounds), "the list of rounds");
  return {
    edition,
    table,
    isDrawn: foundBy === "seed",
    deck,
    hands,
    names: readNames(content.players, rules),
    rounds: rounds.map((each) => readRound(each, rules, version === 1)),
    totals,
    isOver,
  };
}

function readRound(claimed: unknown, rules: Rules, isOld: boolean): MatchFileRound {
  expect(isObject(claimed), "a round");
  const { round, dealer, mixing, commitment, contributions, seed, record } = claimed;
  expect(isWhole(round) && isWhole(dealer), "the number of a round, or its dealer");
  expect(mixing === SEED_ALONE || mixing === CONTRIBUTIONS, "the way of mixing");
  expect(typeof seed === "string" && /^[0-9a-f]{64}$/.test(seed), "a seed");
  expect(Array.isArray(contributions) && contributions.length === rules.players, "contributions");
  expect(
    contributions.every((each) =>
      each === null ||
      typeof each === "string" &&
        (mixing === SEED_ALONE || /^[A-Za-z0-9_-]{1,64}$/.test(each))
    ),
    "a contribution",
  );
  const isPromised = isOld ? false : claimed.promised;
  expect(typeof isPromised === "boolean", "whether a seed was promised");
  return { round, dealer, mixing, commitment, contributions, seed, isPromised, record };
}

function readNames(players: unknown, rules: Rules): string[] | null {
  if (!Array.isArray(players) || players.length !== rules.sides.length) return null;
  const isRight = players.every((each, place) =>
    isObject(each) && typeof each.name === "string" &&
    (each.kind === "driven") === (place >= rules.players)
  );
  return isRight ? players.map((each) => (each as { name: string }).name) : null;
}
