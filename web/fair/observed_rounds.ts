/** What this browser saw at a table, stored to be compared with the match file later. */

import type { View } from "../net/wire.ts";
import type { MatchFileRound } from "./match_file.ts";
import { storeValue } from "../storage/store.ts";

/** A round as this browser saw it. */
export interface ObservedRound {
  round: number;
  dealer: number | null;
  /** The SHA-256 of the seed, shown before the deal. */
  commitment: string | null;
  /** The user's cards as dealt, by number of the hand. */
  dealt: Record<number, string[]>;
  /** The cards played so far, in their order; without one that may still be taken back. */
  plays: string[];
  /** The scores by player, once they are known. */
  scores: number[] | null;
}

type BrowserStorage = Pick<Storage, "getItem" | "setItem">;
type Entry = ObservedRound & { table: string };

/** The most rounds that are stored, over all tables. */
const MOST_KEPT = 100;
const NAME = "bottle_seen";

function entries(storage: BrowserStorage): Entry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? stored as Entry[] : [];
  } catch {
    return [];
  }
}

/** The stored rounds of a table. */
export function observedRounds(storage: BrowserStorage, table: string): ObservedRound[] {
  return entries(storage).filter((one) => one.table === table);
}

/**
 * The cards that were played and stay so, in their order.
 *
 * The last card of a running trick may still be taken back. Without aids to memory earlier tricks
 * are hidden until the round is over, so what comes before the cards on the table is not known.
 */
function playsForGood({ table, round }: View): string[] {
  if (round === null || (!table.aids && round.phase !== "over")) return [];
  const running = round.trick?.plays.slice(0, -1) ?? [];
  return [...round.tricks.flatMap(({ plays }) => plays), ...running].map(({ card }) => card);
}

/** What a view shows of its round; null if there is none, or none that can be verified. */
function observeRound(view: View): ObservedRound | null {
  const { round, fair, match, you } = view;
  if (round === null || fair.commitment === null) return null;
  const isFresh = round.phase === "exchange" && round.stage === 0 && round.committed === null;
  const own = isFresh && you !== null ? round.hands.filter((hand) => hand.player === you) : [];
  return {
    round: round.number,
    dealer: match.dealer,
    commitment: fair.commitment,
    dealt: Object.fromEntries(own.flatMap(({ hand, cards }) => cards ? [[hand, cards]] : [])),
    plays: playsForGood(view),
    scores: match.sheet.find((line) => line.round === round.number)?.scores ?? null,
  };
}

/** Stores what a view shows if that is new; what has been stored is never changed. */
export function storeObservedRound(storage: BrowserStorage, view: View): void {
  const now = observeRound(view);
  if (now === null) return;
  const stored = entries(storage);
  const place = stored.findIndex((one) => one.table === view.table.id && one.round === now.round);
  const before = stored[place];
  if (before === undefined) stored.push({ table: view.table.id, ...now });
  else {
    const known = before.plays.length;
    const isNew = now.plays.length > known || before.scores === null && now.scores !== null;
    if (!isNew) return;
    stored[place] = {
      ...before,
      plays: [...before.plays, ...now.plays.slice(known)],
      scores: before.scores ?? now.scores,
    };
  }
  storeValue(storage, NAME, JSON.stringify(stored.slice(-MOST_KEPT)));
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Whether a round of a match file agrees with what was seen; `seats` says who sat in each seat, and
 * `before` how many actions come before the first lead.
 */
export function agreesWith(
  seen: ObservedRound,
  claimed: MatchFileRound,
  seats: number[],
  before: number,
): boolean {
  const record = claimed.record as {
    deal?: string[][];
    actions?: string[];
    scores?: number[];
  } | null;
  const { deal, actions, scores } = record ?? {};
  if (!Array.isArray(deal) || !Array.isArray(actions) || !Array.isArray(scores)) return false;
  const hands = Object.entries(seen.dealt).every(([hand, cards]) =>
    isSame([...cards].sort(), [...(deal[Number(hand)] ?? [])].sort())
  );
  const played = actions.slice(before);
  const points = seen.scores === null ||
    seats.every((player, seat) => seen.scores![player] === scores[seat]);
  return hands && points && isSame(seen.plays, played.slice(0, seen.plays.length)) &&
    (seen.dealer === null || seen.dealer === claimed.dealer) &&
    (seen.commitment === null || seen.commitment === claimed.commitment);
}
