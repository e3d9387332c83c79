/** The keys of the table in words, and on the buttons that do the same. */

import { nothing } from "lit-html";
import { type KeyAction, keyProblem, type Keys } from "../storage/keys.ts";
import type { State } from "../model/types.ts";
import { t } from "./i18n.ts";

const TITLES: Record<KeyAction, () => string> = {
  confirm: () => t("confirm the exchange, or the raised card"),
  undo: () => t("undo: take back a choice, a card, or the card chosen ahead"),
  claim: () => t("claim the tricks to come, if they are certain"),
  next: () => t("go on after a trick, in a lesson or a replay; show the score; next round"),
  hint: () => t("ask for a hint; show or hide advice in a replay"),
  status: () => t("say where things stand"),
  lastTrick: () => t("say the last trick"),
  tricks: () => t("look at the tricks so far"),
  sort: () => t("sort by number or by suit"),
  hand: () => t("go to your hand"),
  sound: () => t("turn the sounds off or on"),
  talk: () => t("open or close the talk"),
  guide: () => t("hear the next idea of the guide"),
  tryAgain: () => t("try an exercise of a lesson again"),
  back: () => t("go back in a lesson or a replay"),
  help: () => t("this list"),
};

/** What the key of this action does. */
export function keyTitle(action: KeyAction): string {
  return TITLES[action]();
}

/** The key as it stands on a keyboard. */
export function keyName(key: string): string {
  const capital = key.toUpperCase();
  return capital.length === 1 ? capital : key;
}

/** Why the action cannot get this key; empty if it can. */
export function keyProblemText(keys: Keys, action: KeyAction, key: string): string {
  const problem = keyProblem(keys, action, key);
  if (problem === null) return "";
  return problem === "reserved"
    ? t("This key has a fixed meaning. Press another one.")
    : t("{key} is taken: {action}. Press another key.", {
      key: keyName(key),
      action: keyTitle(problem),
    });
}

/** The value of `aria-keyshortcuts` for a button that does what a key does. */
export function shortcut(
  { settings, keys }: Pick<State, "settings" | "keys">,
  action: KeyAction,
): string | typeof nothing {
  if (!settings.keys) return nothing;
  return keys[action] === "+" ? "plus" : keyName(keys[action]);
}
