/** Plays and tricks as a screen reader announces them: everything, in few words, or by tricks. */

import { isToPlay } from "../model/selectors.ts";
import type { Settings } from "../model/types.ts";
import type { Play, TableEvent, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { cardName, playerName, pointsOf } from "../text/names.ts";
import {
  ledText,
  playedText,
  saleText,
  trickTakenText,
  winningText,
  withTurnReminder,
} from "../text/narration.ts";

type PlayedCard = Pick<Play, "player" | "card">;

/** The trick up to and with this play. */
function playsWith(before: View, event: TableEvent): PlayedCard[] {
  const earlier = before.round?.trick?.plays ?? [];
  return [...earlier, { player: event.player ?? 0, card: event.card ?? "" }];
}

/** "Bo: 17, blue; Cy: 3, yellow." */
function playsText(view: View, plays: PlayedCard[]): string {
  const words = plays.map(({ player, card }) =>
    t("{player}: {card}", { player: playerName(view, player), card: cardName(view, card) })
  );
  return `${words.join(t("; "))}.`;
}

/** What a finished trick is worth, in a sentence. */
function worthText(view: View, plays: PlayedCard[]): string {
  return tn("{n} point.", "{n} points.", pointsOf(view, plays.map(({ card }) => card)));
}

/** What has the trick so far, for a user who has to play now. */
function winningAtTurnText(view: View): string {
  return isToPlay(view) ? winningText(view) : "";
}

function shortTurnText(view: View): string {
  if (!isToPlay(view)) return "";
  return view.round?.trick?.plays.length ? t("Your turn.") : t("You lead.");
}

/** Who takes the finished trick, or buys or keeps the bottle with it. */
function shortTrickText(view: View, { trick }: TableEvent): string {
  if (trick === undefined) return "";
  const sale = saleText(view, trick);
  if (sale !== "") return sale;
  return trick.taker === view.you
    ? t("You take it.")
    : t("{player} takes it.", { player: playerName(view, trick.taker) });
}

function sentences(...words: string[]): string {
  return words.filter((sentence) => sentence !== "").join(" ");
}

/** The plays of the trick that have not been told yet: those after the user's last one. */
function untoldPlays(view: View, plays: PlayedCard[]): PlayedCard[] {
  return plays.slice(plays.findLastIndex(({ player }) => player === view.you) + 1);
}

/**
 * A play in words; empty where nothing is to be said yet.
 *
 * With `turns` the plays of others are told together: at the user's turn, or at the end of the trick.
 */
export function playText(
  before: View,
  view: View,
  event: TableEvent,
  announced: Settings["announcements"],
): string {
  const plays = playsWith(before, event);
  const isEnd = event.trick !== undefined;
  const worth = isEnd ? worthText(view, plays) : "";
  const played = { player: event.player ?? 0, card: event.card ?? "" };
  const taken = event.trick === undefined ? "" : trickTakenText(view, event.trick);
  switch (announced) {
    case "all":
      return withTurnReminder(
        view,
        sentences(
          plays.length === 1 ? ledText(view, played) : playedText(view, played),
          taken,
          worth,
          winningAtTurnText(view),
        ),
      );
    case "short":
      return sentences(
        playsText(view, plays.slice(-1)),
        shortTrickText(view, event),
        worth,
        winningAtTurnText(view),
        shortTurnText(view),
      );
    case "turns": {
      const isYours = event.player === view.you;
      if (!isEnd && !isYours && !isToPlay(view)) return "";
      return sentences(
        playsText(view, isYours ? plays.slice(-1) : untoldPlays(view, plays)),
        taken,
        worth,
        winningAtTurnText(view),
        shortTurnText(view),
      );
    }
  }
}
