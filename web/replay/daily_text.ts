/** What the page of the deal of the day says. */

import { isLoopback } from "../people/sharing.ts";
import { formatDay, t } from "../text/i18n.ts";
import type { RoundProgress } from "./round_progress.ts";

/** The sentence of the panel; `known` is the result of an earlier try. */
export function dailyText({ isOver, hasActed, said }: RoundProgress, known = ""): string {
  if (isOver || said !== "") return said;
  if (hasActed) return t("Nobody sees how you play, and you may try as often as you like.");
  return known !== ""
    ? t("You have played this deal. {result}", { result: known })
    : t("Everybody plays these cards with the same computer players. How many points do you make?");
}

/** The result in words. */
export function resultText(day: string, said: string): string {
  return t("Bottle Imp, deal of {day}. {result}", { day: formatDay(day), result: said });
}

/** The words with the address of the page, where others reach it. */
export function withAddress(
  text: string,
  day: string,
  { origin, hostname }: Pick<Location, "origin" | "hostname">,
): string {
  return isLoopback(hostname) ? text : `${text} ${origin}/daily/${day}`;
}
