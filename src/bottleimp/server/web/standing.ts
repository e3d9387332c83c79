/** How things stand, in a few sentences, for someone who asks. */

import { ownTime } from "./clock.ts";
import { listed, plain, t, tn } from "./i18n.ts";
import { isToPlay, type State, tricksFinished } from "./state.ts";
import { cardName, ownName, playerName, playerNames, printed, takesTrick } from "./words.ts";
import type { View } from "./wire.ts";

function bottleWords(view: View): string[] {
  return (view.round?.prices ?? []).map((price, bottle) => {
    const owner = view.round?.owners[bottle] ?? null;
    return owner === null
      ? t("A bottle costs {price}; nobody owns it yet.", { price: printed(price) })
      : t("A bottle costs {price}; owner: {player}.", {
        price: printed(price),
        player: playerName(view, owner),
      });
  });
}

/** Trick, prices, points and whose turn it is. */
export function standing(state: State, view: View): string {
  const round = view.round;
  if (round === null) return t("The cards are being dealt.");
  const plays = round.trick?.plays ?? [];
  const lying = plays.map((play) =>
    t("{player} {card}", { player: ownName(view, play.player), card: cardName(view, play.card) })
  );
  const turn = round.turn === null
    ? round.waiting.length > 0
      ? t("Waiting for {players}.", { players: playerNames(view, round.waiting) })
      : ""
    : isToPlay(view)
    ? t("It is your turn.")
    : state.thinking.has(round.turn)
    ? t("{player} is thinking.", { player: ownName(view, round.turn) })
    : t("It is {player}\u2019s turn.", { player: ownName(view, round.turn) });
  const taken = round.taken.map((points, number) =>
    `${view.players[number]?.name ?? ""} ${plain(points)}`
  );
  return [
    lying.length === 0 ? "" : t("On the table: {cards}.", { cards: listed(lying) }),
    ...bottleWords(view),
    taken.length === 0 ? "" : t("Points taken: {points}.", { points: listed(taken) }),
    turn,
    ownTime(state, view),
  ].filter((sentence) => sentence !== "").join(" ");
}

/** The last trick and who took it. */
export function lastTrickWords(view: View): string {
  const last = view.round?.tricks.at(-1);
  if (last === undefined) {
    return view.table.aids || view.round === null || tricksFinished(view, view.round) === 0
      ? t("No trick has been taken yet.")
      : t("Earlier tricks are hidden until the round is over.");
  }
  const plays = last.plays.map((play) =>
    t("{player} {card}", { player: ownName(view, play.player), card: cardName(view, play.card) })
  );
  const taken = takesTrick(view, { ...last, price: last.price_after });
  return `${t("Last trick: {cards}.", { cards: listed(plays) })} ${taken} ${
    tn("{n} point", "{n} points", last.points)
  }.`;
}
