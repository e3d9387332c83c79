/** The results of first tries at the deals of the days, which this browser keeps for a while. */

const STORED = "bottle_daily";
const MOST_DAYS = 60;

/** The result of the first try at the deal of a day: what is said now, if there was none before. */
export function firstResult(storage: Storage, day: string, said: string): string {
  const results = read(storage);
  const known = results[day];
  if (known !== undefined) return known;
  const kept = Object.entries({ ...results, [day]: said }).sort().slice(-MOST_DAYS);
  try {
    storage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // The storage is full: the next try counts as the first.
  }
  return said;
}

function read(storage: Storage): Record<string, string> {
  try {
    const found = Object.entries(JSON.parse(storage.getItem(STORED) ?? "{}"));
    return Object.fromEntries(
      found.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}
