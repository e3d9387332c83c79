/** What this browser keeps, for a while, of the deals of the days: tries, and how they ended. */

import { storeValue } from "./store.ts";

const STORED = "bottle_daily";
const STORED_TRIES = "bottle_daily_tries";
const MOST_DAYS = 60;

/** The result that is told to others: that of the first try that was finished. */
export interface DailyResult {
  /** As others are told; empty while no try was finished. */
  text: string;
  /** As the server said it, without the day. */
  said: string;
  /** Whether it is that of the first try of all. */
  isFirst: boolean;
}

/** How far the last try has come. */
export interface DailyTry {
  /** Everything that was done in it; none before the first card. */
  actions: string[];
  /** Whether it is the first try of all. */
  isFirst: boolean;
}

const UNFINISHED: DailyResult = { text: "", said: "", isFirst: false };
const UNBEGUN: DailyTry = { actions: [], isFirst: false };

/** The result for a day; null where it was never tried. */
export function dailyResult(storage: Pick<Storage, "getItem">, day: string): DailyResult | null {
  return read(storage, STORED, isResult)[day] ?? null;
}

/** The try to go on with. */
export function dailyTry(storage: Pick<Storage, "getItem">, day: string): DailyTry {
  return read(storage, STORED_TRIES, isTry)[day] ?? UNBEGUN;
}

/**
 * Keeps how far a try has come; a first try that is not finished stays, whatever another tab does.
 */
export function keepTry(
  storage: Pick<Storage, "getItem" | "setItem">,
  day: string,
  tried: DailyTry,
): void {
  const { actions, isFirst } = dailyTry(storage, day);
  const isOpenFirst = isFirst && actions.length > 0 && dailyResult(storage, day)?.text === "";
  if (tried.isFirst || !isOpenFirst) keep(storage, STORED_TRIES, isTry, day, tried);
}

/** Notes that a try has begun; whether it is the first. */
export function beginTry(storage: Pick<Storage, "getItem" | "setItem">, day: string): boolean {
  const isFirst = dailyResult(storage, day) === null;
  if (isFirst) keep(storage, STORED, isResult, day, UNFINISHED);
  return isFirst;
}

/** Notes how a try ended, unless there is a result already; the result that there is now. */
export function endTry(
  storage: Pick<Storage, "getItem" | "setItem">,
  day: string,
  ended: DailyResult,
): DailyResult {
  const known = dailyResult(storage, day);
  if (known !== null && known.text !== "") return known;
  keep(storage, STORED, isResult, day, ended);
  return ended;
}

function keep<Kept>(
  storage: Pick<Storage, "getItem" | "setItem">,
  key: string,
  isKept: (value: unknown) => value is Kept,
  day: string,
  value: Kept,
): void {
  const days = Object.entries({ ...read(storage, key, isKept), [day]: value });
  storeValue(storage, key, JSON.stringify(Object.fromEntries(days.sort().slice(-MOST_DAYS))));
}

/** What is stored under the key, by day. */
function read<Kept>(
  storage: Pick<Storage, "getItem">,
  key: string,
  isKept: (value: unknown) => value is Kept,
): Record<string, Kept> {
  try {
    const found = Object.entries(JSON.parse(storage.getItem(key) ?? "{}"));
    return Object.fromEntries(found.filter((one): one is [string, Kept] => isKept(one[1])));
  } catch {
    return {};
  }
}

function isResult(value: unknown): value is DailyResult {
  const { text, said, isFirst } = (value ?? {}) as Partial<DailyResult>;
  return typeof text === "string" && typeof said === "string" && typeof isFirst === "boolean";
}

function isTry(value: unknown): value is DailyTry {
  const { actions, isFirst } = (value ?? {}) as Partial<DailyTry>;
  return Array.isArray(actions) && actions.every((one) => typeof one === "string") &&
    typeof isFirst === "boolean";
}
