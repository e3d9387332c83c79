/** The list of people this browser has muted; stored here and sent to nobody. */

import { storeValue } from "./store.ts";

type ReadableStorage = Pick<Storage, "getItem">;

/** A person, identified by a tag that stays when the name changes, and the name they had. */
export interface Person {
  person: string;
  name: string;
}

export interface MuteList {
  /** Whether everybody is muted. */
  all: boolean;
  /** Muted at this table. */
  muted: Person[];
  /** Muted at every table. */
  blocked: Person[];
}

const ALL = "bottle_quiet";
const BLOCKED = "bottle_blocked";
const muted = (table: string) => `bottle_muted ${table}`;

function isPerson(stored: unknown): stored is Person {
  const { person, name } = Object(stored);
  return typeof person === "string" && typeof name === "string";
}

function readPeople(storage: ReadableStorage, key: string): Person[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPerson) : [];
  } catch {
    return [];
  }
}

/** The mute list for a table. */
export function loadMuteList(storage: ReadableStorage, table: string): MuteList {
  return {
    all: storage.getItem(ALL) !== null,
    muted: readPeople(storage, muted(table)),
    blocked: readPeople(storage, BLOCKED),
  };
}

/** Whether the list for a table is kept under this key, or a part of it; null stands for all keys. */
export function keepsMuteList(key: string | null, table: string): boolean {
  return key === null || [ALL, BLOCKED, muted(table)].includes(key);
}

/** Stores the mute list for a table; what finds no room holds until the page is left. */
export function storeMuteList(
  storage: Pick<Storage, "setItem" | "removeItem">,
  table: string,
  muteList: MuteList,
): void {
  if (muteList.all) storeValue(storage, ALL, "1");
  else storage.removeItem(ALL);
  for (
    const [key, list] of [[muted(table), muteList.muted], [BLOCKED, muteList.blocked]] as const
  ) {
    if (list.length === 0) storage.removeItem(key);
    else storeValue(storage, key, JSON.stringify(list));
  }
}

/** Whether the person with this tag is on the list. */
export function isListed(list: Person[], person: string | null): boolean {
  return list.some((one) => one.person === person);
}

/** Whether messages of the person with this tag are shown. */
export function isHeard(muteList: MuteList, person: string | null): boolean {
  return !muteList.all && !isListed(muteList.muted, person) && !isListed(muteList.blocked, person);
}

/** The list with the person added, or removed if they were on it. */
export function toggle(list: Person[], who: Person): Person[] {
  return isListed(list, who.person)
    ? list.filter((one) => one.person !== who.person)
    : [...list, who];
}
