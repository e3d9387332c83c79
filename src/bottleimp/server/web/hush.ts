/** Whom a person would not hear; kept in this browser and told to nobody. */

type Reading = Pick<Storage, "getItem">;

export interface Hushed {
  /** Nobody is heard. */
  all: boolean;
  /** Names at this table. */
  muted: string[];
  /** Names at every table. */
  blocked: string[];
}

const ALL = "bottle_quiet";
const BLOCKED = "bottle_blocked";
const muted = (table: string) => `bottle_muted ${table}`;

function names(storage: Reading, key: string): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** What was kept for a table. */
export function recalled(storage: Reading, table: string): Hushed {
  return {
    all: storage.getItem(ALL) !== null,
    muted: names(storage, muted(table)),
    blocked: names(storage, BLOCKED),
  };
}

/** Keeps it. */
export function kept(
  storage: Pick<Storage, "setItem" | "removeItem">,
  table: string,
  hushed: Hushed,
): void {
  if (hushed.all) storage.setItem(ALL, "1");
  else storage.removeItem(ALL);
  for (const [key, list] of [[muted(table), hushed.muted], [BLOCKED, hushed.blocked]] as const) {
    if (list.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(list));
  }
}

/** Whether somebody of that name is heard. */
export function isHeard(hushed: Hushed, name: string): boolean {
  return !hushed.all && !hushed.muted.includes(name) && !hushed.blocked.includes(name);
}

/** The list with the name in it, or without it. */
export function toggled(list: string[], name: string): string[] {
  return list.includes(name) ? list.filter((one) => one !== name) : [...list, name];
}
