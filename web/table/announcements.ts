/** Announcements of events for screen readers. */

import { undoText } from "../assist/undo.ts";
import { receivedSince, receivedText } from "../cards/received_cards.ts";
import { isPerson } from "../model/seats.ts";
import type { Settings, State } from "../model/types.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { otherDeviceText, rematchText } from "../people/presence_bar.ts";
import { ownPlaceText, removedText, seatNewsText } from "../people/seat_news.ts";
import { policyChangeText } from "../people/table_options.ts";
import { ownResultText } from "../score/own_result.ts";
import { formatSigned, t } from "../text/i18n.ts";
import { cardPhrase, ownName, waitingText } from "../text/names.ts";
import { narrate, sidesText, totalsText, withTurnReminder } from "../text/narration.ts";
import { ROUND_OVER } from "../text/play_messages.ts";
import { chosenText, promptText } from "../text/prompt.ts";
import { playText } from "./play_announcements.ts";

/** How many announcements are kept for a screen reader that is still reading earlier ones. */
const MOST_ANNOUNCEMENTS = 8;

type Announcements = State["announcements"];

/** The announcements with another one at their end. */
export function withAnnouncement(announcements: Announcements, text: string): Announcements {
  const id = (announcements.at(-1)?.id ?? 0) + 1;
  return [...announcements, { id, text }].slice(-MOST_ANNOUNCEMENTS);
}

/** What to announce if the user has gained or lost a seat; null if nothing has changed. */
export function seatChangeText(
  before: View,
  view: View,
  onOtherDevice: string | null,
  isRemoved: boolean,
): string | null {
  if (before.you === view.you) return null;
  if (onOtherDevice !== null) return otherDeviceText();
  if (isRemoved) return removedText();
  if (view.you === null) return t("You hold no place at this table any longer; you only watch.");
  return before.you === null ? t("You sit at the table.") : ownPlaceText(view.you);
}

/** A change of name in words; null if another person has sat down. */
function renameText(before: View, view: View, player: number): string | null {
  const person = before.players[player]?.person ?? null;
  if (person === null || person !== view.players[player]?.person) return null;
  const name = ownName(view, player);
  return player === view.you
    ? t("You are called {name} now.", { name })
    : t("{before} is called {name} now.", { before: ownName(before, player), name });
}

/** The user's choice, or who has chosen and who still has to. */
function commitText(view: View, event: TableEvent, isShort: boolean): string {
  const player = event.player ?? 0;
  if (isShort) return player === view.you ? t("Your choice stands.") : "";
  if (!isPerson(view, player)) return ""; // computer players choose at once
  const waiting = view.round?.waiting ?? [];
  const chosen = event.player === view.you
    ? chosenText(view, view.round?.committed ?? []) || t("You have chosen.")
    : t("{player} has chosen.", { player: ownName(view, event.player ?? 0) });
  return event.player !== view.you || waiting.length === 0
    ? chosen
    : `${chosen} ${waitingText(view, waiting)}`;
}

/** How the round has ended: the Imp's Trick, the user's score, those of the others, the totals. */
function scoreText(view: View): string {
  const { round } = view;
  const result = round?.result;
  if (round === null || result == null) return t(ROUND_OVER);
  const others = view.players.flatMap((_, player) =>
    player === view.you
      ? []
      : [`${ownName(view, player)} ${formatSigned(result.scores[player] ?? 0)}`]
  );
  return [
    t(ROUND_OVER),
    result.lines[0] ?? "",
    ownResultText(view, round, result),
    `${others.join(t("; "))}.`,
    round.number === 1 ? "" : totalsText(view), // they are the scores after the first round
  ].filter((sentence) => sentence !== "").join(" ");
}

/** What a stage of the exchange has brought, and what to do next. */
function exchangeText(before: View, view: View, isShort: boolean): string {
  const done = before.round?.phase === "choice"
    ? t("The open hands are laid down.")
    : t("The cards are exchanged.");
  const cards = new Set(receivedSince(before, view).keys());
  const received = receivedText(view, (card) => cardPhrase(view, card), cards);
  const isTold = isShort && received !== "";
  const words = [isTold ? "" : done, received, promptText(view)].filter((sentence) =>
    sentence !== ""
  ).join(" ");
  return withTurnReminder(view, words);
}

/**
 * The event in words, given the views before and after it; empty where nothing is announced.
 *
 * @param announced How much is announced. With less than all, nobody hears of choices of others.
 */
export function announcementText(
  before: View,
  view: View,
  event: TableEvent,
  announced: Settings["announcements"],
): string {
  const isShort = announced !== "all";
  const player = event.player ?? 0;
  const yours = event.player === view.you;
  const name = ownName(view, player);
  switch (event.k) {
    case "join":
    case "leave":
    case "remove":
    case "swap":
      return renameText(before, view, player) ?? seatNewsText(before, view, event) ?? "";
    case "fill":
      return seatNewsText(before, view, event) ??
        t("A computer player sits at place {n}.", { n: player + 1 });
    case "open":
      return t("Place {n} is free.", { n: player + 1 });
    case "hand":
      return yours ? t("You are the host now.") : t("{name} is the host now.", { name });
    case "begin":
      return t("The match begins.");
    case "allow":
      return policyChangeText(event);
    case "replace":
      return yours
        ? t("A computer player plays for you.")
        : t("A computer player plays for {name}.", { name });
    case "return":
      return yours
        ? withTurnReminder(view, t("You play again."))
        : t("{name} plays again.", { name });
    case "move":
      return yours
        ? t("You play on this device now.")
        : t("{name} plays on another device now.", { name });
    case "timeout":
      return yours
        ? t("Your time is up; a computer player makes this choice.")
        : t("{name} has run out of time.", { name });
    case "start":
      return [narrate(view, event), sidesText(view), promptText(view)]
        .filter((sentence) => sentence !== "").join(" ");
    case "rematch":
      return rematchText();
    case "commit":
      return commitText(view, event, isShort);
    case "undo":
      return undoText(view, event);
    case "exchange":
      return exchangeText(before, view, isShort);
    case "ready":
      return yours ? t("You are ready.") : isShort ? "" : t("{name} is ready.", { name });
    case "score":
      return scoreText(view);
    case "play":
      return playText(before, view, event, announced);
    default:
      return narrate(view, event);
  }
}
