/**
 * Verifies a finished match as docs/explanation/fair-deals.md describes.
 *
 * This is a second implementation, independent of the one in Python.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { StoredCommitment } from "./commitments.ts";
import { dealRound, firstDealer } from "./deal.ts";
import { CONTRIBUTIONS, isObject, type MatchFile, readMatchFile } from "./match_file.ts";
import { agreesWith, type ObservedRound } from "./observed_rounds.ts";
import { type Rules, scoresOf } from "./replay.ts";

/** What is wrong; the Python implementation uses the same words, but for the last two. */
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
  | "over"
  | "table"
  | "missing";

/** What the file cannot prove, though nothing in it is wrong. */
export type Unproven = "no-promise" | "no-contribution" | "dealer-named";

export interface Verdict {
  round: number;
  /** How many contributions were mixed in. */
  contributions: number;
  wrong: Wrong[];
  unproven: Unproven[];
  /** Whether the commitment is the one that this browser was shown; null if it was shown none. */
  commitmentAgrees: boolean | null;
  /** Whether this browser's contribution was mixed in; null if it contributed nothing. */
  contributionUsed: boolean | null;
  /** Whether hands, plays and scores are those that this browser saw; null if it saw nothing. */
  observationAgrees: boolean | null;
}

export interface Report {
  rounds: Verdict[];
  wrong: Wrong[];
  unproven: Unproven[];
}

/** What this browser has stored about a table. */
interface StoredEvidence {
  /** The table in the address of the page; null if a file is checked without a page. */
  table: string | null;
  commitments: StoredCommitment[];
  observed: ObservedRound[];
}

const NO_EVIDENCE: StoredEvidence = { table: null, commitments: [], observed: [] };

function isList(value: unknown, expected: readonly unknown[]): boolean {
  return Array.isArray(value) && value.length === expected.length &&
    value.every((each, place) => each === expected[place]);
}

/** Whether two lists hold the same cards, in any order. */
function isHand(claimed: unknown, cards: string[]): boolean {
  return Array.isArray(claimed) && claimed.every((each) => typeof each === "string") &&
    isList([...claimed].sort(), [...cards].sort());
}

/** Replays the record of a round with this deal: what is wrong, and the scores of its plays. */
function replayRecord(
  record: unknown,
  deal: string[][],
  rules: Rules,
): { wrong: Wrong[]; scores: number[] | null } {
  const nothing = (wrong: Wrong) => ({ wrong: [wrong], scores: null });
  if (!isObject(record) || record.format !== "bottleimp-record" || record.version !== 1) {
    return nothing("record");
  }
  if (record.edition !== rules.edition) return nothing("edition");
  const claimed = record.deal;
  const isDeal = Array.isArray(claimed) && claimed.length === deal.length - 1 &&
    [...claimed, record.left_over].every((hand, number) => isHand(hand, deal[number]!));
  if (!isDeal) return nothing("deal");
  const { actions, pending } = record;
  const isRead = Array.isArray(actions) && actions.every((each) => typeof each === "string");
  if (!isRead || (pending !== undefined && pending !== null)) return nothing("actions");
  const scores = scoresOf(rules, deal.slice(0, -1), deal.at(-1)!, actions);
  if (scores === null) return nothing("actions");
  return { wrong: isList(record.scores, scores) ? [] : ["scores"], scores };
}

/** The participant in each seat of a round that this player deals. */
function seatParticipants(dealer: number, rules: Rules): number[] {
  let driven = rules.players;
  return rules.controllers.map((who) => who < 0 ? driven++ : (dealer + 1 + who) % rules.players);
}

/** How many cards are passed and hands chosen before the first card is led. */
function actionsBeforePlay({ passes, hands }: Rules): number {
  const choosers = new Set(hands.flatMap(([seat, , opens]) => opens === "by choice" ? [seat] : []));
  return passes.length + choosers.size;
}

/** The running totals of a match; null once the scores of a round are unknown. */
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

function verifyRound(file: MatchFile, place: number, dealer: number, match: Match): Verdict {
  const claimed = file.rounds[place]!;
  const { rules } = match;
  const seats = seatParticipants(dealer, rules);
  const wrong: Wrong[] = [];
  if (claimed.round !== place + 1 || match.totals !== null && match.isOver) wrong.push("order");
  if (claimed.dealer !== dealer) wrong.push("dealer");
  if (bytesToHex(sha256(hexToBytes(claimed.seed))) !== claimed.commitment) wrong.push("seed");
  const deal = dealRound(file, claimed, rules);
  const found = replayRecord(claimed.record, deal, rules);
  wrong.push(...found.wrong);
  const { names } = file;
  if (names !== null) {
    const known = isObject(claimed.record) ? claimed.record.names : null;
    if (!isList(known, seats.map((participant) => names[participant]))) wrong.push("names");
  }
  match.add(found.scores, seats);
  const contributions = claimed.mixing === CONTRIBUTIONS
    ? claimed.contributions.filter((value) => value !== null).length
    : 0;
  const unproven: Unproven[] = [];
  if (!claimed.isPromised) unproven.push("no-promise");
  if (contributions === 0) unproven.push("no-contribution");
  return {
    round: claimed.round,
    contributions,
    wrong,
    unproven,
    commitmentAgrees: null,
    contributionUsed: null,
    observationAgrees: null,
  };
}

function problemsOfMatch(file: MatchFile, match: Match): Wrong[] {
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

/**
 * What is wrong with the file as this browser knows the table.
 *
 * Deals depend on the name of the table, so a file with another name may hold chosen deals; and
 * whoever breaks a promise may leave the round out.
 */
function problemsByEvidence(file: MatchFile, { table, observed }: StoredEvidence): Wrong[] {
  const wrong: Wrong[] = [];
  if (table !== null && file.table !== table) wrong.push("table");
  const told = new Set(file.rounds.map(({ round }) => round));
  const ended = observed.filter(({ scores }) => scores !== null);
  if (ended.some(({ round }) => !told.has(round))) wrong.push("missing");
  return wrong;
}

/** Verifies a match file; throws if it is not one. */
export function verifyMatch(
  content: unknown,
  rules: Rules,
  evidence: StoredEvidence = NO_EVIDENCE,
): Report {
  const file = readMatchFile(content, rules);
  const first = firstDealer(file, rules);
  const match = new Match(rules);
  const rounds: Verdict[] = [];
  for (const [place, claimed] of file.rounds.entries()) {
    const dealer = (first + place) % rules.players;
    const verdict = verifyRound(file, place, dealer, match);
    const promise = evidence.commitments.find((one) => one.round === claimed.round);
    const seen = evidence.observed.find((one) => one.round === claimed.round);
    const isMixed = claimed.mixing === CONTRIBUTIONS;
    rounds.push({
      ...verdict,
      commitmentAgrees: promise === undefined ? null : promise.commitment === claimed.commitment,
      contributionUsed: promise?.value === undefined
        ? null
        : isMixed && claimed.contributions.includes(promise.value),
      observationAgrees: seen === undefined
        ? null
        : agreesWith(seen, claimed, seatParticipants(dealer, rules), actionsBeforePlay(rules)),
    });
  }
  const unproven: Unproven[] = file.isDrawn || rounds.length === 0 ? [] : ["dealer-named"];
  const wrong = [...problemsByEvidence(file, evidence), ...problemsOfMatch(file, match)];
  return { rounds, wrong, unproven };
}
