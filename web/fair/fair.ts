/**
 * Checks a finished match, as docs/explanation/fair-deals.md writes it down.
 *
 * This is the second program that does so; the first is in Python, and they share nothing.
 */

import type { Promised } from "./promises.ts";
import { type Rules, scoresOf } from "./replay.ts";
import { comparedWith, type Seen } from "./seen.ts";
import { digest, fromHex, hex, type Hmac, hmac } from "./sha256.ts";

/** A file of a match, so far as it could be read; what is not needed to read it stays unknown. */
export interface MatchFile {
  edition: string;
  table: string;
  isDrawn: boolean;
  deck: unknown;
  hands: unknown;
  /** The names of the participants; null where they cannot be read. */
  names: string[] | null;
  rounds: ToldRound[];
  totals: unknown;
  isOver: unknown;
}

export interface ToldRound {
  round: number;
  dealer: number;
  mixing: number;
  commitment: unknown;
  contributions: (string | null)[];
  seed: string;
  isPromised: boolean;
  record: unknown;
}

/** What is wrong; the words are those of the Python program. */
export type Wrong =
  | "order"
  | "dealer"
  | "seed"
  | "record"
  | "edition"
  | "deal"
  | "actions"
  | "scores"
  | "names"
  | "cards"
  | "players"
  | "totals"
  | "over";

/** What the file cannot show, though nothing in it is wrong. */
export type Unproven = "no-promise" | "no-contribution" | "dealer-named";

export interface Verdict {
  round: number;
  /** How many contributions were mixed in. */
  contributions: number;
  wrong: Wrong[];
  unproven: Unproven[];
  /** Whether the promise is the one that this browser was shown; null where it was shown none. */
  asShown: boolean | null;
  /** Whether what this browser contributed came into the deal; null where it gave nothing. */
  asGiven: boolean | null;
  /** Whether hands, plays and scores are those that this browser saw; null where it saw nothing. */
  asSeen: boolean | null;
}

export interface Report {
  rounds: Verdict[];
  wrong: Wrong[];
  unproven: Unproven[];
}

/** What this browser kept of a table. */
export interface Kept {
  promises: Promised[];
  seen: Seen[];
}

type Values = Record<string, unknown>;

const SPAN = 2 ** 32;
const NUMBER_BYTES = 4;
const COUNTER_BYTES = 8;
const SEED_ALONE = 1;
const CONTRIBUTIONS = 2;
const MOST_WHOLE = 1_000_000;
const NOTHING_KEPT: Kept = { promises: [], seen: [] };
const ascii = new TextEncoder();

// --- reading ------------------------------------------------------------------------------

function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`${what} cannot be read`);
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= MOST_WHOLE;
}

/** In another order the same seed could give any deal. */
function isAscending({ deck }: Rules): boolean {
  return deck.every(([label], n) => n === 0 || Number(deck[n - 1]![0]) < Number(label));
}

/** What a file says; throws where it is none of ours, or not of the edition of these rules. */
export function read(content: unknown, rules: Rules): MatchFile {
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
    names: names(content.players, rules),
    rounds: rounds.map((each) => readRound(each, rules, version === 1)),
    totals,
    isOver,
  };
}

function readRound(told: unknown, rules: Rules, isOld: boolean): ToldRound {
  expect(isObject(told), "a round");
  const { round, dealer, mixing, commitment, contributions, seed, record } = told;
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
  const isPromised = isOld ? false : told.promised;
  expect(typeof isPromised === "boolean", "whether a seed was promised");
  return { round, dealer, mixing, commitment, contributions, seed, isPromised, record };
}

function names(players: unknown, rules: Rules): string[] | null {
  if (!Array.isArray(players) || players.length !== rules.sides.length) return null;
  const isRight = players.every((each, place) =>
    isObject(each) && typeof each.name === "string" &&
    (each.kind === "driven") === (place >= rules.players)
  );
  return isRight ? players.map((each) => (each as { name: string }).name) : null;
}

// --- deals --------------------------------------------------------------------------------

/** What the seed is mixed with. */
export function message(
  table: string,
  told: Pick<ToldRound, "round" | "mixing" | "contributions">,
) {
  const start = `${table}/${told.round}`;
  if (told.mixing === SEED_ALONE) return start;
  return [start, ...told.contributions.map((value) => value ?? "")].join("/");
}

/** Numbers from 0 below 2^32 without end. */
async function* numbers(seed: Uint8Array<ArrayBuffer>, text: string, keyed: Hmac) {
  const start = ascii.encode(text);
  for (let counter = 0n;; counter++) {
    const input = new Uint8Array(start.length + COUNTER_BYTES);
    input.set(start);
    new DataView(input.buffer).setBigUint64(start.length, counter);
    const block = new DataView((await keyed(seed, input)).buffer);
    for (let at = 0; at < block.byteLength; at += NUMBER_BYTES) yield block.getUint32(at);
  }
}

/** An even draw from 0 to bound - 1. */
async function drawn(stream: AsyncGenerator<number>, bound: number): Promise<number> {
  const even = SPAN - SPAN % bound;
  let number = (await stream.next()).value as number;
  while (number >= even) number = (await stream.next()).value as number;
  return number % bound;
}

/** The deck as the seed shuffles it. */
export async function shuffled(
  deck: string[],
  seed: Uint8Array<ArrayBuffer>,
  text: string,
  keyed: Hmac = hmac,
): Promise<string[]> {
  const cards = [...deck];
  const stream = numbers(seed, text, keyed);
  for (let last = cards.length - 1; last > 0; last--) {
    const other = await drawn(stream, last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

/** The hands in the order of the edition's, then what is left over. */
async function dealt(file: MatchFile, told: ToldRound, rules: Rules, keyed: Hmac) {
  const deck = rules.deck.map(([label]) => label);
  const pile = await shuffled(deck, fromHex(told.seed), message(file.table, told), keyed);
  let from = 0;
  const hands = rules.hands.map(([, size]) => pile.slice(from, from += size));
  return [...hands, pile.slice(from)];
}

/** Who had to deal the first round. */
function firstDealer(file: MatchFile, rules: Rules, keyed: Hmac): number | Promise<number> {
  const first = file.rounds[0];
  if (first === undefined) return 0;
  if (!file.isDrawn) {
    return first.dealer >= 0 && first.dealer < rules.players ? first.dealer : 0;
  }
  const text = `dealer/${message(file.table, { ...first, round: 1 })}`;
  return drawn(numbers(fromHex(first.seed), text, keyed), rules.players);
}

// --- the check ----------------------------------------------------------------------------

function isList(value: unknown, expected: readonly unknown[]): boolean {
  return Array.isArray(value) && value.length === expected.length &&
    value.every((each, place) => each === expected[place]);
}

/** Whether two lists hold the same cards, in whatever order. */
function isHand(told: unknown, cards: string[]): boolean {
  return Array.isArray(told) && told.every((each) => typeof each === "string") &&
    isList([...told].sort(), [...cards].sort());
}

/** What is wrong with the record of a round of this deal, and the scores that its plays give. */
function replayed(
  record: unknown,
  deal: string[][],
  rules: Rules,
): { wrong: Wrong[]; scores: number[] | null } {
  const nothing = (wrong: Wrong) => ({ wrong: [wrong], scores: null });
  if (!isObject(record) || record.format !== "bottleimp-record" || record.version !== 1) {
    return nothing("record");
  }
  if (record.edition !== rules.edition) return nothing("edition");
  const told = record.deal;
  const isDeal = Array.isArray(told) && told.length === deal.length - 1 &&
    [...told, record.left_over].every((hand, number) => isHand(hand, deal[number]!));
  if (!isDeal) return nothing("deal");
  const { actions, pending } = record;
  const isRead = Array.isArray(actions) && actions.every((each) => typeof each === "string");
  if (!isRead || (pending !== undefined && pending !== null)) return nothing("actions");
  const scores = scoresOf(rules, deal.slice(0, -1), deal.at(-1)!, actions);
  if (scores === null) return nothing("actions");
  return { wrong: isList(record.scores, scores) ? [] : ["scores"], scores };
}

/** The participant in each seat of a round that this player deals. */
function seated(dealer: number, rules: Rules): number[] {
  let driven = rules.players;
  return rules.controllers.map((who) => who < 0 ? driven++ : (dealer + 1 + who) % rules.players);
}

/** How many cards are passed and hands chosen before the first card is led. */
function actionsBeforePlay({ passes, hands }: Rules): number {
  const choosers = new Set(hands.flatMap(([seat, , opens]) => opens === "by choice" ? [seat] : []));
  return passes.length + choosers.size;
}

/** What the scores come to; null as soon as those of a round are not known. */
class Match {
  totals: number[] | null;
  #rounds = 0;

  constructor(readonly rules: Rules) {
    this.totals = rules.sides.map(() => 0);
  }

  get isOver(): boolean {
    const { target, rounds, players } = this.rules;
    if (this.#rounds >= rounds) return true;
    return target !== null && Math.max(...(this.totals ?? []).slice(0, players)) >= target;
  }

  add(scores: number[] | null, seats: number[]): void {
    if (this.totals === null) return;
    if (scores === null || this.isOver) this.totals = null;
    else scores.forEach((score, seat) => this.totals![seats[seat]!]! += score);
    this.#rounds += 1;
  }
}

async function verdictOn(
  file: MatchFile,
  place: number,
  dealer: number,
  match: Match,
  keyed: Hmac,
): Promise<Verdict> {
  const told = file.rounds[place]!;
  const { rules } = match;
  const seats = seated(dealer, rules);
  const wrong: Wrong[] = [];
  if (told.round !== place + 1 || match.totals !== null && match.isOver) wrong.push("order");
  if (told.dealer !== dealer) wrong.push("dealer");
  if (hex(await digest(fromHex(told.seed))) !== told.commitment) wrong.push("seed");
  const deal = await dealt(file, told, rules, keyed);
  const found = replayed(told.record, deal, rules);
  wrong.push(...found.wrong);
  const { names } = file;
  if (names !== null) {
    const known = isObject(told.record) ? told.record.names : null;
    if (!isList(known, seats.map((participant) => names[participant]))) wrong.push("names");
  }
  match.add(found.scores, seats);
  const contributions = told.mixing === CONTRIBUTIONS
    ? told.contributions.filter((value) => value !== null).length
    : 0;
  const unproven: Unproven[] = [];
  if (!told.isPromised) unproven.push("no-promise");
  if (contributions === 0) unproven.push("no-contribution");
  return {
    round: told.round,
    contributions,
    wrong,
    unproven,
    asShown: null,
    asGiven: null,
    asSeen: null,
  };
}

function wrongInAll(file: MatchFile, match: Match): Wrong[] {
  const { rules, totals } = match;
  const wrong: Wrong[] = [];
  const hasCards = isList(file.deck, rules.deck.map(([label]) => label)) &&
    isList(file.hands, rules.hands.map(([, size]) => size));
  if (!hasCards) wrong.push("cards");
  if (file.names === null) wrong.push("players");
  if (totals === null) return wrong;
  if (!isList(file.totals, totals)) wrong.push("totals");
  if (file.isOver !== match.isOver) wrong.push("over");
  return wrong;
}

/** What is found of a match; throws where the file is none of ours. */
export async function verified(
  content: unknown,
  rules: Rules,
  kept: Kept = NOTHING_KEPT,
  keyed: Hmac = hmac,
): Promise<Report> {
  const file = read(content, rules);
  const first = await firstDealer(file, rules, keyed);
  const match = new Match(rules);
  const rounds: Verdict[] = [];
  for (const [place, told] of file.rounds.entries()) {
    const dealer = (first + place) % rules.players;
    const verdict = await verdictOn(file, place, dealer, match, keyed);
    const promise = kept.promises.find((one) => one.round === told.round);
    const seen = kept.seen.find((one) => one.round === told.round);
    const isMixed = told.mixing === CONTRIBUTIONS;
    rounds.push({
      ...verdict,
      asShown: promise === undefined ? null : promise.commitment === told.commitment,
      asGiven: promise?.value === undefined
        ? null
        : isMixed && told.contributions.includes(promise.value),
      asSeen: seen === undefined
        ? null
        : comparedWith(seen, told, seated(dealer, rules), actionsBeforePlay(rules)),
    });
  }
  const unproven: Unproven[] = file.isDrawn || rounds.length === 0 ? [] : ["dealer-named"];
  return { rounds, wrong: wrongInAll(file, match), unproven };
}
