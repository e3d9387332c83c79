/** The keys of the table: one for each action, which the user can change. */

import { storeValue } from "./store.ts";

export const DEFAULT_KEYS = {
  confirm: "y",
  undo: "u",
  claim: "c",
  next: "n",
  hint: "i",
  status: "w",
  lastTrick: "t",
  tricks: "l",
  sort: "s",
  hand: "h",
  sound: "v",
  talk: "m",
  guide: "g",
  tryAgain: "r",
  back: "b",
  help: "?",
};

export type KeyAction = keyof typeof DEFAULT_KEYS;
/** The key of each action: one character, in lower case. */
export type Keys = Readonly<Record<KeyAction, string>>;

/** The actions in the order in which they are listed. */
export const KEY_ACTIONS = Object.keys(DEFAULT_KEYS) as KeyAction[];

const STORED = "bottle_keys";
/** Digits and their points name cards; white space presses buttons and scrolls. */
const RESERVED = /^[\p{Nd}.,\s\p{C}]$/u;

/** The action of this key; null if it has none. */
export function actionOf(keys: Keys, key: string): KeyAction | null {
  const pressed = key.toLowerCase();
  return KEY_ACTIONS.find((action) => keys[action] === pressed) ?? null;
}

/** Whether the key can be chosen: one character that means nothing else at the table. */
function isPossible(key: string): boolean {
  return [...key].length === 1 && !RESERVED.test(key);
}

/** Why an action cannot get this key: the action that has it, or `reserved`; null if it can. */
export function keyProblem(
  keys: Keys,
  action: KeyAction,
  key: string,
): KeyAction | "reserved" | null {
  if (!isPossible(key)) return "reserved";
  const owner = actionOf(keys, key);
  return owner === action ? null : owner;
}

/** The keys with another one for this action. */
export function withKey(keys: Keys, action: KeyAction, key: string): Keys {
  return { ...keys, [action]: key.toLowerCase() };
}

/** The keys that the browser has stored; the defaults where it has none, or none that can hold. */
export function readKeys(storage: Pick<Storage, "getItem">): Keys {
  try {
    const found = JSON.parse(storage.getItem(STORED) ?? "{}") as Record<string, unknown>;
    const chosen = KEY_ACTIONS.flatMap((action) => {
      const key = found[action];
      return typeof key === "string" && isPossible(key) ? [[action, key.toLowerCase()]] : [];
    });
    const keys: Keys = { ...DEFAULT_KEYS, ...Object.fromEntries(chosen) };
    return new Set(Object.values(keys)).size === KEY_ACTIONS.length ? keys : DEFAULT_KEYS;
  } catch {
    return DEFAULT_KEYS; // no storage, or something else is stored there
  }
}

/**
 * Stores the keys that differ from the defaults; where there is no room they hold until the page is
 * left.
 */
export function storeKeys(storage: Pick<Storage, "setItem" | "removeItem">, keys: Keys): void {
  const changed = KEY_ACTIONS.filter((action) => keys[action] !== DEFAULT_KEYS[action]);
  const values = changed.map((action) => [action, keys[action]]);
  if (changed.length === 0) storage.removeItem(STORED);
  else storeValue(storage, STORED, JSON.stringify(Object.fromEntries(values)));
}

let current: Keys | null = null;
const followers: (() => void)[] = [];

/** The keys of this page. */
export function currentKeys(): Keys {
  return current ??= readKeys(localStorage);
}

/** Uses these keys from now on, and stores them in this browser. */
export function useKeys(keys: Keys): void {
  current = keys;
  storeKeys(localStorage, keys);
  tellKeysChanged();
}

/** Calls after each change of the keys, and when they are switched on or off. */
export function followKeys(follow: () => void): void {
  followers.push(follow);
}

/** Tells all who show keys that the keys have changed, or are switched on or off. */
export function tellKeysChanged(): void {
  for (const follow of followers) follow();
}
