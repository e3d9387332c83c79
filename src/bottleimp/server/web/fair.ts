/**
 * Repeats the deals of a finished match, as docs/explanation/fair-deals.md writes them down.
 *
 * This is the second program that does so; the first is in Python, and they share nothing.
 */

import { digest, fromHex, hex, type Hmac, hmac } from "./sha256.ts";
import type { Promised } from "./promises.ts";

export interface MatchFile {
  format: string;
  version: number;
  table: string;
  deck: string[];
  hands: number[];
  players: { name: string }[];
  rounds: DealtRound[];
}

export interface DealtRound {
  round: number;
  mixing: number;
  commitment: string;
  contributions: (string | null)[];
  seed: string;
  record: { deal: string[][]; left_over: string[] };
}

export interface Verdict {
  round: number;
  contributions: number;
  /** Whether the seed has the SHA-256 that was promised. */
  isPromised: boolean;
  /** Whether the deal follows from the seed and the contributions. */
  follows: boolean;
  /** Whether the promise is the one that this browser was shown; null where it was shown none. */
  asShown: boolean | null;
  /** Whether what this browser contributed came into the deal; null where it gave nothing. */
  asGiven: boolean | null;
}

const SPAN = 2 ** 32;
const NUMBER_BYTES = 4;
const COUNTER_BYTES = 8;
const SEED_ALONE = 1;
const CONTRIBUTIONS = 2;
const ascii = new TextEncoder();

/** What the seed is mixed with; throws for a way of mixing that is not known. */
export function message(table: string, round: DealtRound): string {
  const start = `${table}/${round.round}`;
  if (round.mixing === SEED_ALONE) return start;
  if (round.mixing !== CONTRIBUTIONS) throw new Error(`unknown mixing ${round.mixing}`);
  return [start, ...round.contributions.map((value) => value ?? "")].join("/");
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
    const bound = last + 1;
    const even = SPAN - SPAN % bound;
    let number = (await stream.next()).value as number;
    while (number >= even) number = (await stream.next()).value as number;
    const other = number % bound;
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

/** Whether two lists hold the same cards, in whatever order. */
function isSame(one: string[], other: string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

/** Whether the seed and the contributions give the deal that the round is said to have had. */
async function follows(file: MatchFile, round: DealtRound, keyed: Hmac): Promise<boolean> {
  const pile = await shuffled(file.deck, fromHex(round.seed), message(file.table, round), keyed);
  const { deal, left_over } = round.record;
  let from = 0;
  const hands = file.hands.map((size) => pile.slice(from, from += size));
  return deal.length === hands.length &&
    hands.every((hand, n) => isSame(hand, deal[n] ?? [])) && isSame(pile.slice(from), left_over);
}

/** A verdict on each finished round; throws where the file is not one of ours. */
export async function verified(
  file: MatchFile,
  shown: Promised[] = [],
  keyed: Hmac = hmac,
): Promise<Verdict[]> {
  if (file.format !== "bottleimp-match" || file.version !== 1) throw new Error("unknown format");
  // In another order the same seed could give any deal.
  const isAscending = file.deck.every((card, n) =>
    n === 0 || Number(file.deck[n - 1]) < Number(card)
  );
  if (!isAscending) throw new Error("the deck is not in ascending order");
  const verdicts: Verdict[] = [];
  for (const round of file.rounds) {
    const promise = shown.find((one) => one.round === round.round);
    verdicts.push({
      round: round.round,
      contributions: round.contributions.filter((value) => value !== null).length,
      isPromised: hex(await digest(fromHex(round.seed))) === round.commitment,
      follows: await follows(file, round, keyed),
      asShown: promise === undefined ? null : promise.commitment === round.commitment,
      asGiven: promise?.value === undefined ? null : round.contributions.includes(promise.value),
    });
  }
  return verdicts;
}
