/** What this browser keeps, for a while, of the deals of the days: which were tried, and how. */

import { storeValue } from "./store.ts";

const STORED = "bottle_daily";
const MOST_DAYS = 60;

/** The result that is told to others: that of the first try that was finished. */
export interface DailyResult {
  /** In words; empty while no try was finished. */
  text: string;
  /** Whether it is that of the first try of all. */
  isFirst: boolean;
}

const UNFINISHED: DailyResult = { text: "", isFirst: false };

/** The result for a day; null where it was never tried. */
export function dailyResult(storage: Pick<Storage, "getItem">, day: string): DailyResult | null {
  return read(storage)[day] ?? null;
}

/** Notes that a try has begun; whether it is the first. */
export function beginTry(storage: Pick<Storage, "getItem" | "setItem">, day: string): boolean {
  const isFirst = dailyResult(storage, day) === null;
  if (isFirst) keep(storage, day, UNFINISHED);
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
  keep(storage, day, ended);
  return ended;
}

function keep(
  storage: Pick<Storage, "getItem" | "setItem">,
  day: string,
  result: DailyResult,
): void {
  const kept = Object.entries({ ...read(storage), [day]: result }).sort().slice(-MOST_DAYS);
  storeValue(storage, STORED, JSON.stringify(Object.fromEntries(kept)));
}

function read(storage: Pick<Storage, "getItem">): Record<string, DailyResult> {
  try {
    const found = Object.entries(JSON.parse(storage.getItem(STORED) ?? "{}"));
    return Object.fromEntries(
      found.filter((one): one is [string, DailyResult] => isResult(one[1])),
    );
  } catch {
    return {};
  }
}

function isResult(value: unknown): value is DailyResult {
  const { text, isFirst } = (value ?? {}) as Partial<DailyResult>;
  return typeof text === "string" && typeof isFirst === "boolean";
}
