/**
 * The guide through a first round: one idea at a time, each with the condition on the view under
 * which it is told, and the part of the table that it is about.
 */

import { deckOf, isChoosing, isToPlay } from "../model/selectors.ts";
import type { Play, RoundView, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { playerName, printedCard, suitName } from "../text/names.ts";

export interface GuideStep {
  id: string;
  isNow(view: View, round: RoundView): boolean;
  /** The part of the table that it is about. */
  target: string;
  /** At most two short sentences. */
  words(view: View, round: RoundView): string;
}

const FEW_TRICKS = 3;

/** Whether the guide knows this game: one bottle, three or four players, each for themselves. */
export function canBeGuided(view: View): boolean {
  const { bottles, seats, has_sides } = view.table;
  return view.you !== null && bottles === 1 && !has_sides && (seats === 3 || seats === 4) &&
    !view.match.over;
}

function price(round: RoundView): string {
  return printedCard(round.prices[0] ?? "");
}

function owner(round: RoundView): number | null {
  return round.owners[0] ?? null;
}

function isYours(view: View, round: RoundView): boolean {
  return owner(round) !== null && owner(round) === view.you;
}

function tricksLeft(view: View, round: RoundView): number {
  return view.table.tricks - Math.floor(round.step / view.table.seats);
}

/** The play that has the trick so far, if it would buy the bottle. */
function buyingPlay(round: RoundView): Play | null {
  const { trick } = round;
  if (trick === null || !trick.winning_buys) return null;
  return trick.plays.find(({ card }) => card === trick.winning_card) ?? null;
}

function ledSuit(view: View, round: RoundView): string {
  const led = round.trick?.plays[0]?.card ?? "";
  return suitName(view, deckOf(view).get(led)?.s ?? "low");
}

function ownedText(view: View, round: RoundView): string {
  const values = { price: price(round) };
  if (!view.table.aids) {
    return t(
      "The bottle is yours until another player takes a trick with a card below {price}.",
      values,
    );
  }
  return tn(
    "The bottle is yours until another player takes a trick with a card below {price}. {n} of them may still be out.",
    "The bottle is yours until another player takes a trick with a card below {price}. {n} of them may still be out.",
    round.memory.unseen_below.length,
    values,
  );
}

function scoreText(view: View, round: RoundView): string {
  const points = round.result?.imps_points ?? 0;
  const who = round.result?.owners[0] ?? 0;
  if (who === view.you) {
    return tn(
      "You were left with the bottle: your tricks score nothing, and you lose the Imp's Trick, {n} point.",
      "You were left with the bottle: your tricks score nothing, and you lose the Imp's Trick, {n} points.",
      points,
    );
  }
  const player = playerName(view, who);
  return tn(
    "{player} was left with the bottle, scores no tricks and loses the Imp's Trick, {n} point. You score the points you took.",
    "{player} was left with the bottle, scores no tricks and loses the Imp's Trick, {n} points. You score the points you took.",
    points,
    { player },
  );
}

/** The ideas in the order in which they are told. */
export const GUIDE_STEPS: GuideStep[] = [
  {
    id: "aim",
    isNow: isChoosing,
    target: ".own-hands",
    words: () =>
      t("These are your cards. Take tricks for points, but do not own the bottle at the end."),
  },
  {
    id: "low-cards",
    isNow: isChoosing,
    target: ".own-hands",
    words: (_, round) =>
      t(
        "A card below {price} that takes a trick buys the bottle. The lowest are dangerous: few cards can undercut them.",
        { price: price(round) },
      ),
  },
  {
    id: "imps-trick",
    isNow: isChoosing,
    target: ".ask.to-imp .target",
    words: () =>
      t("One card goes into the Imp's Trick. Its points are lost by whoever owns the bottle last."),
  },
  {
    id: "passing",
    isNow: isChoosing,
    target: ".ask.to-player .target",
    words: () =>
      t("Your neighbours get a card from you too. Choose all cards, then confirm; nobody sees them yet."),
  },
  {
    id: "lead",
    isNow: (view, round) => isToPlay(view) && round.trick?.plays.length === 0,
    target: ".own-hands",
    words: () =>
      t("You lead: play any card. The highest number takes the trick, whatever its suit."),
  },
  {
    id: "follow",
    isNow: (view, round) => isToPlay(view) && (round.trick?.plays.length ?? 0) > 0,
    target: ".own-hands",
    words: (view, round) =>
      t("{suit} was led: play that suit if you have it. If not, play any card.", {
        suit: capital(ledSuit(view, round)),
      }),
  },
  {
    id: "buyer",
    isNow: (_, round) => buyingPlay(round) !== null,
    target: ".place.winning",
    words: (view, round) => {
      const play = buyingPlay(round);
      const values = { card: printedCard(play?.card ?? ""), price: price(round) };
      if (play === null || play.player === view.you) {
        return t(
          "Your {card} is below {price}, so it beats every higher card. If it stays so, you buy the bottle.",
          values,
        );
      }
      return t(
        "The {card} is below {price}, so it beats every higher card. If it stays so, {player} buys the bottle.",
        { ...values, player: playerName(view, play.player) },
      );
    },
  },
  {
    id: "sold",
    isNow: (view, round) =>
      round.phase === "play" && owner(round) !== null && !isYours(view, round),
    target: ".bottle",
    words: (view, round) =>
      t(
        "{player} bought the bottle for {price}: that is the price now. Only a lower card can buy it next.",
        { player: playerName(view, owner(round) ?? 0), price: price(round) },
      ),
  },
  {
    id: "owned",
    isNow: (view, round) => round.phase === "play" && isYours(view, round),
    target: ".bottle",
    words: ownedText,
  },
  {
    id: "last-tricks",
    isNow: (view, round) =>
      round.phase === "play" && round.step > 0 && tricksLeft(view, round) <= FEW_TRICKS,
    target: ".own-hands",
    words: (view, round) =>
      isYours(view, round)
        ? t("The round ends soon. Play high: another player must take a trick with a lower card.")
        : t("The round ends soon. A card below {price} can still make the bottle yours.", {
          price: price(round),
        }),
  },
  {
    id: "score",
    isNow: (_, round) => round.result !== null,
    target: ".score",
    words: scoreText,
  },
];

/** The idea after which the guide is over. */
export const LAST_STEP = "score";

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** The first idea that has not been read and whose moment has come; null if there is none. */
export function dueStep(view: View, read: string[]): GuideStep | null {
  const { round } = view;
  if (round === null) return null;
  return GUIDE_STEPS.find((step) => !read.includes(step.id) && step.isNow(view, round)) ?? null;
}
