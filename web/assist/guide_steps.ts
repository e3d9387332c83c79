/**
 * What the guide through a first round says now: which facts hold of the view, the idea whose
 * moment has come, and its words. The ideas themselves are those of the terminal too.
 */

import { deckOf, isChoosing, isToPlay, ownHands } from "../model/selectors.ts";
import type { Play, RoundView, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { capitalize, playerName, printedCard, suitName } from "../text/names.ts";
import {
  FEW_TRICKS,
  GUIDE_IDEAS,
  type GuideCount,
  GUIDED_SEATS,
  type GuideFact,
  type GuideIdea,
  type GuidePart,
  type GuideText,
} from "./guide_ideas.ts";

/** Where the parts of the table are. */
export const SELECTORS: Record<GuidePart, string> = {
  "hand": ".own-hands",
  "to-imp": ".ask.to-imp .target",
  "to-player": ".ask.to-player .target",
  "winning-card": ".place.winning",
  "bottle": ".bottle",
  "score": ".score",
};

/** Whether the guide knows this game: one bottle, three or four people, each for themselves. */
export function canBeGuided({ you, table, players, match }: View): boolean {
  const isAlone = !table.has_sides && players.every(({ kind }) => kind !== "driven");
  return you !== null && !match.over && isAlone && table.bottles === 1 &&
    GUIDED_SEATS.includes(table.seats);
}

function owner(round: RoundView): number | null {
  return round.owners[0] ?? null;
}

/** The play that has the trick so far, if it would buy the bottle. */
function buyingPlay({ trick }: RoundView): Play | null {
  if (trick === null || !trick.winning_buys) return null;
  return trick.plays.find(({ card }) => card === trick.winning_card) ?? null;
}

/** Whether a card for the Imp's Trick, or one for a player, is still to be chosen. */
function isAsked(view: View, round: RoundView, forImp: boolean): boolean {
  return isChoosing(view) && round.asks.some(({ to }) => (to === "imp") === forImp);
}

function hasLastTricks(view: View, round: RoundView): boolean {
  const finished = Math.floor(round.step / view.table.seats);
  return round.phase === "play" && round.step > 0 && view.table.tricks - finished <= FEW_TRICKS;
}

/** Whether the user holds no card below the price, and has none in the trick that buys. */
function holdsNone(view: View, round: RoundView): boolean {
  const price = Number(round.prices[0]);
  const cards = ownHands(view).flatMap((hand) => hand.cards ?? []);
  return round.phase === "play" && cards.every((card) => Number(card) > price) &&
    buyingPlay(round)?.player !== view.you;
}

function isOwned(view: View, round: RoundView, byYou: boolean): boolean {
  const player = owner(round);
  return player !== null && (player === view.you) === byYou;
}

const FACTS: Record<GuideFact, (view: View, round: RoundView) => boolean> = {
  "choosing": isChoosing,
  "to-imp": (view, round) => isAsked(view, round, true),
  "to-player": (view, round) => isAsked(view, round, false),
  "leading": (view, round) => isToPlay(view) && round.trick?.plays.length === 0,
  "following": (view, round) => isToPlay(view) && (round.trick?.plays.length ?? 0) > 0,
  "high-so-far": (_, round) =>
    round.phase === "play" && round.trick !== null && round.trick.plays.length > 0 &&
    !round.trick.winning_buys,
  "you-would-buy": (view, round) => buyingPlay(round)?.player === view.you,
  "other-would-buy": (view, round) => (buyingPlay(round)?.player ?? view.you) !== view.you,
  "you-own": (view, round) => round.phase === "play" && isOwned(view, round, true),
  "other-owns": (view, round) => round.phase === "play" && isOwned(view, round, false),
  "none-out": (view, round) =>
    round.phase === "play" && view.table.aids && round.undercut !== null &&
    round.undercut.by.every((player) => player === view.you),
  "you-hold-none": holdsNone,
  "last-tricks": hasLastTricks,
  "you-pay": (view, round) => round.result !== null && isOwned(view, round, true),
  "other-pays": (view, round) => round.result !== null && isOwned(view, round, false),
  "scored": (_, round) => round.result !== null,
};

const COUNTS: Record<GuideCount, (round: RoundView) => number> = {
  "imps-points": (round) => round.result?.imps_points ?? 0,
};

/** The text of the idea whose facts hold; null if its moment has not come. */
function toldText(view: View, idea: GuideIdea): GuideText | null {
  const { round } = view;
  if (round === null) return null;
  return idea.texts.find(({ facts }) => facts.every((fact) => FACTS[fact](view, round))) ?? null;
}

/** Whether the moment of the idea has come. */
export function isNow(view: View, idea: GuideIdea): boolean {
  return toldText(view, idea) !== null;
}

/** Which idea of the exchange this is, and of how many; null for the ideas of play. */
export function placeInExchange(view: View, idea: GuideIdea): { place: number; of: number } | null {
  if (!isChoosing(view)) return null;
  const told = GUIDE_IDEAS.filter((one) => isNow(view, one));
  return { place: told.indexOf(idea) + 1, of: told.length };
}

/** The first idea that has not been read and whose moment has come; null if there is none. */
export function dueIdea(view: View, read: string[]): GuideIdea | null {
  return GUIDE_IDEAS.find((idea) => !read.includes(idea.key) && isNow(view, idea)) ?? null;
}

/** The idea in words; empty if its moment has not come. */
export function guideWords(view: View, idea: GuideIdea): string {
  const { round } = view;
  const text = toldText(view, idea);
  if (round === null || text === null) return "";
  const values = {
    price: printedCard(round.prices[0] ?? ""),
    card: printedCard(buyingPlay(round)?.card ?? ""),
    buyer: playerName(view, buyingPlay(round)?.player ?? 0),
    owner: playerName(view, owner(round) ?? 0),
    suit: capitalize(ledSuit(view, round)),
  };
  if (text.count === null) return t(text.one, values);
  return tn(text.one, text.many, COUNTS[text.count](round), values);
}

function ledSuit(view: View, round: RoundView): string {
  const led = round.trick?.plays[0]?.card ?? "";
  return suitName(view, deckOf(view).get(led)?.s ?? "low");
}
