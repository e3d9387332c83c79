/** Names of cards, players and levels as people read them. */

import { deckOf } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { Card, SuitKey, View } from "../net/wire.ts";
import { formatList, t, tn } from "./i18n.ts";
import { WAITING_FOR_NAMES, WAITING_FOR_YOU, WAITING_FOR_YOU_AND_NAMES } from "./play_messages.ts";

/** The number as people write it: a half card has the sign ½. */
export function printedCard(card: Card): string {
  return card.endsWith(".5") ? `${card.slice(0, -2)}\u00bd` : card;
}

export function suitName(view: View, suit: SuitKey): string {
  return view.table.suits.find((one) => one.s === suit)?.name ?? suit;
}

export function suitLetter(view: View, suit: SuitKey): string {
  return view.table.suits.find((one) => one.s === suit)?.letter ?? "";
}

/** The text with a capital first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** "17, blue". */
export function cardName(view: View, card: Card): string {
  const known = deckOf(view).get(card);
  if (known === undefined) return printedCard(card);
  return t("{number}, {suit}", { number: printedCard(card), suit: suitName(view, known.s) });
}

/** "the 17 of blue". */
export function cardPhrase(view: View, card: Card): string {
  const known = deckOf(view).get(card);
  if (known === undefined) return t("the {number}", { number: printedCard(card) });
  return t("the {number} of {suit}", { number: printedCard(card), suit: suitName(view, known.s) });
}

/** "17, blue, 4 points". */
export function cardWithPoints(view: View, card: Card): string {
  const points = deckOf(view).get(card)?.p ?? 0;
  return `${cardName(view, card)}, ${tn("{n} point", "{n} points", points)}`;
}

export function playerName(view: View, player: number): string {
  return player === view.you ? t("You") : ownName(view, player);
}

/** The player's name, also for the user's own seat. */
export function ownName(view: View, player: number): string {
  return view.players[player]?.name ?? t("Player {n}", { n: player + 1 });
}

/** Whose hand it is, and which one where a player has two of these hands. */
export function handName(
  view: View,
  hands: { hand: number; player: number }[],
  player: number,
  hand: number | null,
): string {
  const name = ownName(view, player);
  const own = hands.filter((one) => one.player === player);
  if (hand === null || own.length < 2) return name;
  return own[0]?.hand === hand
    ? t("{name}, first hand", { name })
    : t("{name}, second hand", { name });
}

/** The title of a level of computer players. */
export function levelTitle({ levels }: Pick<State, "levels">, level: string | null): string {
  const known = levels.find((one) => one.name === level);
  return known?.title ?? (level ?? t("computer")).replaceAll("_", " ");
}

/** The level that is asked for advice first; its title is the villain of the game. */
export const STRONGEST_LEVEL = "imp";

/** Who gives a hint, inside brackets. */
export function adviserTitle(state: Pick<State, "levels">, level: string): string {
  return level === STRONGEST_LEVEL ? t("strongest computer player") : levelTitle(state, level);
}

/** Who would have chosen something, at the beginning of a sentence. */
export function adviserName(state: Pick<State, "levels">, level: string): string {
  return level === STRONGEST_LEVEL ? t("The strongest computer player") : levelTitle(state, level);
}

/** The names of the players except the user's, and whether the user is among them. */
function others(view: View, players: number[]): { names: string; count: number; isYou: boolean } {
  const names = players.filter((player) => player !== view.you).map((one) => ownName(view, one));
  return { names: formatList(names), count: names.length, isYou: names.length < players.length };
}

/** "Waiting for Bo.", "Waiting for you and Bo." */
export function waitingText(view: View, players: number[]): string {
  const { names, count, isYou } = others(view, players);
  if (!isYou) return t(WAITING_FOR_NAMES, { names });
  return count === 0 ? t(WAITING_FOR_YOU) : t(WAITING_FOR_YOU_AND_NAMES, { names });
}

/** "with Bo", "with you and Bo". */
export function withPlayersText(view: View, players: number[]): string {
  const { names, count, isYou } = others(view, players);
  if (!isYou) return t("with {players}", { players: names });
  return count === 0 ? t("with you") : t("with you and {players}", { players: names });
}

/** Names at the start of a sentence or alone, the user's first: "You and Bo". */
export function playerNames(view: View, players: number[]): string {
  const userFirst = [...players].sort((one, other) =>
    Number(other === view.you) - Number(one === view.you)
  );
  return formatList(userFirst.map((player) => playerName(view, player)));
}

/** The sum of the cards' points. */
export function pointsOf(view: View, cards: Card[]): number {
  const deck = deckOf(view);
  return cards.reduce((sum, card) => sum + (deck.get(card)?.p ?? 0), 0);
}

/** The sign of an exchange slot: its number on a disc, to tell it from the numbers of cards. */
export function slotSign(index: number): string {
  return String.fromCharCode("\u2776".charCodeAt(0) + index);
}
