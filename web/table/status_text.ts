/** The status text: the situation in a few sentences, for a user who asks for it. */

import { receivedText } from "../cards/received_cards.ts";
import { isBeforeStart } from "../model/seats.ts";
import { isChoosing, isClosed, tricksFinished } from "../model/selectors.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { ownTimeText } from "../people/clock.ts";
import { nextRoundText } from "../people/presence_bar.ts";
import { waitingRoomText } from "../people/waiting_room.ts";
import { formatList, formatNumber, t, tn } from "../text/i18n.ts";
import { cardName, cardPhrase, ownName, playerName, printedCard } from "../text/names.ts";
import {
  sidesText,
  totalsText,
  trickTakenText,
  winnersText,
  winningText,
} from "../text/narration.ts";
import { chosenText, promptText, turnText } from "../text/prompt.ts";

/** What each bottle costs, and whose it is. */
function bottlesText(view: View): string[] {
  const prices = view.round?.prices ?? [];
  return prices.map((price, bottle) => {
    const owner = view.round?.owners[bottle] ?? null;
    const values = {
      price: printedCard(price),
      player: owner === null ? "" : ownName(view, owner),
    };
    if (prices.length > 1) {
      if (owner === null) return t("A bottle costs {price}; nobody owns it yet.", values);
      return owner === view.you
        ? t("A bottle costs {price}; you own it.", values)
        : t("A bottle costs {price}; {player} owns it.", values);
    }
    if (owner === null) return t("The bottle costs {price}; nobody owns it yet.", values);
    return owner === view.you
      ? t("The bottle costs {price}; you own it.", values)
      : t("The bottle costs {price}; {player} owns it.", values);
  });
}

/** How the round has ended, and what comes next. */
function roundEndText(state: State, view: View): string {
  const next = view.match.over
    ? winnersText(view)
    : view.you !== null && !view.match.ready.includes(view.you)
    ? t("You can go on to the next round.")
    : "";
  const sentences = [t("The round is over."), totalsText(view), next, nextRoundText(state, view)];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** What the user has to do and has chosen so far, or whose action is awaited. */
function taskText(state: State, view: View): string {
  if (state.isReplay) return ""; // the panel beside the table says where the round stands
  if (view.round?.result != null) return roundEndText(state, view);
  const choices = isChoosing(view) ? state.slots : view.round?.committed ?? [];
  const task = isChoosing(view) ? promptText(view, state.slots) : turnText(state, view);
  return [chosenText(view, choices), task].filter((sentence) => sentence !== "").join(" ");
}

/** The situation: trick, prices, points, and who has to act. */
export function statusText(state: State, view: View): string {
  const round = view.round;
  if (isClosed(view)) return t("This table is closed.");
  if (isBeforeStart(view)) return waitingRoomText(state, view);
  if (round === null) {
    return view.you === null && view.table.watch === "nobody"
      ? t("Only those who play see this table.")
      : t("The cards are being dealt.");
  }
  const plays = round.trick?.plays ?? [];
  const lying = plays.map((play) =>
    t("{player} {card}", { player: playerName(view, play.player), card: cardName(view, play.card) })
  );
  const taken = round.taken.map((points, number) =>
    `${playerName(view, number)} ${formatNumber(points)}`
  );
  return [
    lying.length === 0 ? "" : t("On the table: {cards}.", { cards: formatList(lying) }),
    winningText(view),
    ...bottlesText(view),
    sidesText(view),
    taken.length === 0 ? "" : t("Points taken: {points}.", { points: formatList(taken) }),
    receivedText(view, (card) => cardPhrase(view, card)),
    taskText(state, view),
    ownTimeText(state, view),
  ].filter((sentence) => sentence !== "").join(" ");
}

/** The last trick and who took it. */
export function lastTrickText(view: View): string {
  const last = view.round?.tricks.at(-1);
  if (last === undefined) {
    return view.table.aids || view.round === null || tricksFinished(view, view.round) === 0
      ? t("No trick has been taken yet.")
      : t("Earlier tricks are hidden until the round is over.");
  }
  const plays = last.plays.map((play) =>
    t("{player} {card}", { player: playerName(view, play.player), card: cardName(view, play.card) })
  );
  const taken = trickTakenText(view, { ...last, price: last.price_after });
  return `${t("Last trick: {cards}.", { cards: formatList(plays) })} ${taken} ${
    tn("{n} point", "{n} points", last.points)
  }.`;
}
