/** The trick on the table: leader, cards, winning card, and whether it would buy the bottle. */

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { repeat } from "lit-html/directives/repeat.js";
import { playsPerTrick, shownTrick, tricksFinished } from "../model/selectors.ts";
import type { Play, RoundView, TakenTrick, View } from "../net/wire.ts";
import { seatClass } from "../model/seats.ts";
import { t } from "../text/i18n.ts";
import { capitalize, ownName, playerName, pointsOf, suitName } from "../text/names.ts";
import { isSameOwner, trickTakenText } from "../text/narration.ts";
import { openCard, pointsWithCoin, suitShape } from "./card.ts";

interface TrickSlot {
  player: number;
  play: Play | null;
  /** Beside which other card of the player this one lies: on its left, its right, or beside none. */
  side: "left" | "right" | "";
}

/** One place for each card of the trick, in the order of play. */
function trickSlots(view: View, round: RoundView, leader: number, plays: Play[]): TrickSlot[] {
  const order = round.order;
  const start = Math.max(0, order.indexOf(leader));
  const places = Math.max(playsPerTrick(view, round), plays.length);
  const players = Array.from(
    { length: places },
    (_, place) => plays[place]?.player ?? order[(start + place) % order.length] ?? 0,
  );
  return players.map((player, place) => ({
    player,
    play: plays[place] ?? null,
    side: players.indexOf(player) === players.lastIndexOf(player)
      ? ""
      : players.indexOf(player) === place
      ? "left"
      : "right",
  }));
}

const BOTTLE = svg`
  <path
    d="M4.5 1h3v4c2 .8 3.500 2.700 3.500 5A5 5 0 0 1 6 15a5 5 0 0 1-5-5c0-2.300 1.500-4.200 3.500-5Z" />
`;
const STAR =
  svg`<path d="m6 2 1.600 3.700 4 .4-3 2.700.9 4L6 10.700 2.500 12.800l.9-4-3-2.700 4-.4Z" />`;

/** What the winning card does, in all words and, beside the sign of the label, in few. */
function winningWords(taken: TakenTrick | null, buys: boolean): string[] {
  if (taken === null) {
    return buys ? [t("would buy the bottle"), t("would buy")] : [t("winning"), t("winning")];
  }
  if (!buys) return [t("takes it"), t("takes it")];
  return isSameOwner(taken)
    ? [t("keeps the bottle"), t("keeps it")]
    : [t("buys the bottle"), t("buys it")];
}

/** The label on the winning card: what the card does; a sign if there is no room for words. */
function winningLabel(round: RoundView, taken: TakenTrick | null): TemplateResult {
  const buys = taken === null ? round.trick?.winning_buys === true : taken.bottle !== null;
  const [words, few] = winningWords(taken, buys);
  return html`
    <span class="winning-label" title="${words}"
    ><svg viewBox="0 0 12 16" aria-hidden="true">${buys ? BOTTLE : STAR}</svg
        ><span class="winning-label-text">${words}</span
        ><span class="winning-label-short" aria-hidden="true">${few}</span></span>
  `;
}

/** Who leads, in few words. */
function leaderText(view: View, leader: number): string {
  return leader === view.you
    ? t("You lead")
    : t("{player} leads", { player: playerName(view, leader) });
}

function headline(view: View, round: RoundView): TemplateResult {
  const shown = shownTrick(round);
  const points = pointsOf(view, shown.plays.map((play) => play.card));
  if (shown.taken !== null) {
    return html`<p class="headline">
      <b>${trickTakenText(view, { ...shown.taken, price: shown.taken.price_after })}</b> ${
      pointsWithCoin(points)
    }
    </p>`;
  }
  const led = round.trick?.led ?? null;
  const leader = leaderText(view, shown.leader);
  return html`<p class="headline">
    <span>${
    t("Trick {n} of {all}", { n: tricksFinished(view, round) + 1, all: view.table.tricks })
  }</span>
    <span>${leader}</span>
    ${
    led === null
      ? nothing
      : html`<span class="led">${suitShape(led)} ${
        t("{suit} was led", { suit: capitalize(suitName(view, led)) })
      }</span>`
  }
    ${shown.plays.length > 0 ? pointsWithCoin(points) : nothing}
  </p>`;
}

/** The trick on the table. */
export function trick(view: View, round: RoundView): TemplateResult {
  const shown = shownTrick(round);
  const all = trickSlots(view, round, shown.leader, shown.plays);
  const best = shown.taken?.winning_card ?? round.trick?.winning_card ?? null;
  const winning = shown.plays.findIndex((play) => play.card === best);
  const number = tricksFinished(view, round) - (shown.taken ? 1 : 0);
  return html`<div class="trick ${shown.taken ? "taken" : ""} of-${all.length}">
    ${keyed(`${number} ${shown.leader} ${shown.plays.length}`, headline(view, round))}
    <ol class="plain-list places">
      ${
    repeat(all, (_, place) => `${number}-${place}`, ({ player, play, side }, place) =>
      html`
        <li
          class="place ${seatClass(view, player)} ${side} ${play === null
            ? "empty"
            : ""} ${place === winning ? "winning" : ""} ${player === view.you
            ? "you"
            : ""} ${play === null && place === shown.plays.length ? "next" : ""}"
        >
                  ${play === null
                    ? html`<span class="slot" aria-hidden="true"></span>`
                    : openCard(view, play.card)}
                  <span class="by visually-hidden"
                    >${place === 0 && play !== null
                      ? leaderText(view, player)
                      : ownName(view, player)}</span
                  >
                  ${place === winning ? winningLabel(round, shown.taken) : nothing}
                </li>
      `)
  }
    </ol>
  </div>`;
}
