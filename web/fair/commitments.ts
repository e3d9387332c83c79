/** Commitments shown to this browser and its contributions, stored to be compared later. */

import type { FairnessView } from "../net/wire_types.ts";
import { storeValue } from "../storage/store.ts";

export interface StoredCommitment {
  round: number;
  commitment: string;
  /** What this browser contributed; absent if nothing. */
  value?: string;
}

/** The most rounds that are stored, over all tables. */
const MOST_KEPT = 200;
const NAME = "bottle_promises";

type BrowserStorage = Pick<Storage, "getItem" | "setItem">;
type Entry = StoredCommitment & { table: string };

function entries(storage: BrowserStorage): Entry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? stored as Entry[] : [];
  } catch {
    return [];
  }
}

/** Stores a commitment unless one is stored for that round: the first one counts. */
export function storeCommitment(
  storage: BrowserStorage,
  table: string,
  promise: StoredCommitment,
): void {
  const stored = entries(storage);
  if (stored.some((one) => one.table === table && one.round === promise.round)) return;
  const kept = [...stored, { table, ...promise }].slice(-MOST_KEPT);
  storeValue(storage, NAME, JSON.stringify(kept));
}

/** The commitments stored for a table. */
export function commitmentsOf(storage: BrowserStorage, table: string): StoredCommitment[] {
  return entries(storage).filter((one) => one.table === table);
}

/** 128 random bits in hex. */
export function newContribution(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce(
    (text, byte) => text + byte.toString(16).padStart(2, "0"),
    "",
  );
}

/** Adds this browser's contribution to a stored commitment. */
function storeContribution(
  storage: BrowserStorage,
  table: string,
  round: number,
  value: string,
): void {
  const stored = entries(storage).map((one) =>
    one.table === table && one.round === round ? { ...one, value } : one
  );
  storeValue(storage, NAME, JSON.stringify(stored));
}

/**
 * What to contribute to the next deal; null if no round is committed to, the user only watches, or
 * has contributed already. Stores the commitment in each case, for spectators too.
 */
export function contributeTo(
  storage: BrowserStorage,
  fair: FairnessView,
  you: number | null,
): { round: number; value: string } | null {
  const next = fair.next;
  if (next === null) return null;
  const { table, round, commitment } = next;
  storeCommitment(storage, table, { round, commitment });
  if (you === null || next.given.includes(you)) return null;
  const stored = commitmentsOf(storage, table).find((one) => one.round === round)?.value;
  if (stored !== undefined) return { round, value: stored };
  const value = newContribution();
  storeContribution(storage, table, round, value);
  return { round, value };
}
