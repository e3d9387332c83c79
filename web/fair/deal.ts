/** The deal that follows from the seed and the contributions: a shuffle that anybody can repeat. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { type MatchFile, type MatchFileRound, SEED_ALONE } from "./match_file.ts";
import type { Rules } from "./replay.ts";

const SPAN = 2 ** 32;
const NUMBER_BYTES = 4;
const COUNTER_BYTES = 8;
const ascii = new TextEncoder();

/** The message of the HMAC whose key is the seed: table, round and contributions. */
function mixedMessage(
  table: string,
  claimed: Pick<MatchFileRound, "round" | "mixing" | "contributions">,
) {
  const start = `${table}/${claimed.round}`;
  if (claimed.mixing === SEED_ALONE) return start;
  return [start, ...claimed.contributions.map((value) => value ?? "")].join("/");
}

/** An endless stream of random numbers from 0 to 2^32 - 1. */
function* randomNumbers(seed: Uint8Array, text: string) {
  const start = ascii.encode(text);
  for (let counter = 0n;; counter++) {
    const input = new Uint8Array(start.length + COUNTER_BYTES);
    input.set(start);
    new DataView(input.buffer).setBigUint64(start.length, counter);
    const digest = hmac(sha256, seed, input);
    const block = new DataView(digest.buffer, digest.byteOffset, digest.length);
    for (let at = 0; at < block.byteLength; at += NUMBER_BYTES) yield block.getUint32(at);
  }
}

/** A uniform draw from 0 to bound - 1, by rejection sampling. */
function drawBelow(stream: Generator<number>, bound: number): number {
  const even = SPAN - SPAN % bound;
  let number = stream.next().value as number;
  while (number >= even) number = stream.next().value as number;
  return number % bound;
}

/** The deck, shuffled by the seed. */
function shuffleDeck(deck: string[], seed: Uint8Array, text: string): string[] {
  const cards = [...deck];
  const stream = randomNumbers(seed, text);
  for (let last = cards.length - 1; last > 0; last--) {
    const other = drawBelow(stream, last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

/** The hands in the order of the edition, then the cards left over. */
export function dealRound(file: MatchFile, claimed: MatchFileRound, rules: Rules): string[][] {
  const deck = rules.deck.map(([label]) => label);
  const pile = shuffleDeck(deck, hexToBytes(claimed.seed), mixedMessage(file.table, claimed));
  let from = 0;
  const hands = rules.hands.map(([, size]) => pile.slice(from, from += size));
  return [...hands, pile.slice(from)];
}

/** The player who had to deal the first round. */
export function firstDealer(file: MatchFile, rules: Rules): number {
  const first = file.rounds[0];
  if (first === undefined) return 0;
  if (!file.isDrawn) {
    return first.dealer >= 0 && first.dealer < rules.players ? first.dealer : 0;
  }
  const text = `dealer/${mixedMessage(file.table, { ...first, round: 1 })}`;
  return drawBelow(randomNumbers(hexToBytes(first.seed), text), rules.players);
}
