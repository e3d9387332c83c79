/** The players around the table, clockwise from the user's left. */

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { cardBack, pointsWithCoin, smallCard } from "../cards/card.ts";
import { clockwise, isAway, isPerson, seatClass, substituteOf } from "../model/seats.ts";
import { isClosed, openHands, sortCards } from "../model/selectors.ts";
import { sideClass, sideSign } from "../model/sides.ts";
import type { State } from "../model/types.ts";
import type { RoundView, View } from "../net/wire.ts";
import { formatNumber, t, tn } from "../text/i18n.ts";
import { levelTitle, ownName, printedCard, withPlayersText } from "../text/names.ts";
import { initials } from "./avatar.ts";
import { clock } from "./clock.ts";
import { presence } from "./places.ts";

/** The badge with a player's side and partners, if players score together. */
function teamBadge(view: View, round: RoundView, player: number): TemplateResult | typeof nothing {
  if (round.sides === null) return nothing;
  const side = round.sides.find((one) => one.includes(player)) ?? [];
  const partners = side.filter((other) => other !== player);
  const words = partners.length > 0
    ? withPlayersText(view, partners)
    : (round.weights[player] ?? 1) > 1
    ? t("alone, counts double")
    : t("alone");
  return html`
    <span class="badge ${sideClass(round, side)}" title="${words}"
    ><span aria-hidden="true">${sideSign(round, side)}</span
        ><span class="visually-hidden">${words}</span></span>
  `;
}

function kindText(state: State, view: View, player: number): string {
  const one = view.players[player];
  if (isPerson(view, player) && substituteOf(view, player) !== null) return t("a computer plays");
  if (isAway(state, view, player)) return t("away");
  if (player === view.you) return ownName(view, player) === t("You") ? "" : t("you");
  if (one?.kind === "driven") return t("plays by his own rule");
  // The record of a file, which has no table, does not say who was a person.
  if (one?.kind === "human") return view.table.id === "" ? "" : t("person");
  if (one?.kind === "open") return t("nobody sits here yet");
  return levelTitle(state, one?.level ?? null);
}

function activityText(state: State, view: View, round: RoundView, player: number): string {
  if (round.phase === "over" || view.match.over || isClosed(view)) return "";
  if (round.phase !== "play" && state.isReplay) return "";
  if (round.phase !== "play") return round.waiting.includes(player) ? t("choosing") : t("ready");
  if (round.turn !== player || state.waitsForTap) return "";
  if (state.isReplay) return t("to play");
  if (player === view.you && substituteOf(view, player) === null) return t("your turn");
  if (state.preparing === player) return t("getting ready");
  return state.thinking.has(player) ? t("thinking") : t("to play");
}

/** How many cards the player holds, as card backs and as a number. */
function handSize(round: RoundView, player: number): TemplateResult {
  const size = round.hands.reduce(
    (sum, hand) => hand.player === player ? sum + hand.size : sum,
    0,
  );
  return html`
    <span class="held"
    ><span class="backs" aria-hidden="true">${Array.from(
      { length: Math.min(size, 12) },
      cardBack,
    )}</span
        ><span aria-hidden="true">${size}</span
        ><span class="visually-hidden">${tn("{n} card", "{n} cards", size)}</span></span>
  `;
}

function bottlesOf(round: RoundView, player: number): TemplateResult[] {
  return round.owners.flatMap((owner, bottle) => {
    if (owner !== player) return [];
    const price = printedCard(round.prices[bottle] ?? "");
    return [
      html`
        <span class="badge has-bottle" title="${t("owns a bottle, price {price}", { price })}"
        ><svg viewBox="0 0 12 16" aria-hidden="true"
                  ><path
                    d="M4.5 1h3v4c2 .8 3.5 2.7 3.5 5A5 5 0 0 1 6 15a5 5 0 0 1-5-5c0-2.300 1.500-4.200 3.500-5Z"
                  /></svg
                ><span aria-hidden="true">${price}</span
                ><span class="visually-hidden">${t("owns a bottle, price {price}", {
                  price,
                })}</span></span>
      `,
    ];
  });
}

function playerItem(state: State, view: View, round: RoundView, player: number): TemplateResult {
  const action = activityText(state, view, round, player);
  const turn = round.phase === "play" && round.turn === player && !state.waitsForTap;
  const waited = round.phase !== "play" && round.phase !== "over" && round.waiting.includes(player);
  const name = ownName(view, player);
  return html`
    <li
      class="player ${seatClass(view, player)} ${turn ? "turn" : ""} ${waited
        ? "waited"
        : ""} ${player === view.you ? "you" : ""} ${state.thinking.has(player) && turn
        ? "thinks"
        : ""}"
      data-anchor="${player}"
      aria-current="${turn ? "true" : nothing}"
    >
      <span class="avatar tone-${player % 6}" aria-hidden="true">${initials(
        view.players.map((_, one) => ownName(view, one)),
      )[player]}${presence(state, view, player)}</span>
      <span class="who">
        <b class="name">${name}</b>
        <span class="kind"
        >${action === ""
          ? kindText(state, view, player)
          : action}${state.thinking.has(player) && turn
          ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`
          : nothing}</span>
      </span>
      <span class="badges">
          ${teamBadge(view, round, player)} ${view.match.dealer === player
            ? html`
              <span class="badge dealer" title="${t("dealer")}"
              ><span aria-hidden="true">${t("D")}</span><span class="visually-hidden">${t(
                "dealer",
              )}</span></span>
            `
            : nothing} ${bottlesOf(round, player)}
        </span>
      <span class="numbers">
          ${clock(state, view, player)} ${player === view.you ? nothing : handSize(round, player)}
          ${round.taken.length === 0 ? nothing : html`
            <span title="${t("points taken in this round")}"
            ><span class="visually-hidden">${t("taken in this round:")} </span>${pointsWithCoin(
              round.taken[player] ?? 0,
            )}</span>
          `}
          <span class="total" title="${t("points of the match")}"
            ><span class="label">${t("total")}</span> ${formatNumber(
              view.match.totals[player] ?? 0,
            )}</span
          >
        </span>
    </li>
  `;
}

/** Everybody at the table. */
export function players(state: State, view: View, round: RoundView): TemplateResult {
  const order = clockwise(view);
  return html`
    <section class="players" aria-labelledby="players-title">
      <h2 id="players-title" class="visually-hidden">${t("Players")}</h2>
      <ol class="plain-list count-${order.length}">
          ${repeat(order, (player) => player, (player) => playerItem(state, view, round, player))}
        </ol>
    </section>
  `;
}

/** The open hands of other players. */
export function openHandsOfOthers(state: State, view: View): TemplateResult | typeof nothing {
  // At the end of a round they are empty.
  const hands = openHands(view).filter((hand) => hand.size > 0);
  if (hands.length === 0) return nothing;
  return html`<section class="open-hands" aria-labelledby="open-title">
    <h2 id="open-title" class="visually-hidden">${t("Open hands")}</h2>
    ${
    hands.map((hand) => {
      const cards = sortCards(view, hand.cards ?? [], state.settings.sort);
      const label = t("Open hand of {player}", { player: ownName(view, hand.player) });
      return html`
        <div class="open-hand ${seatClass(view, hand.player)}">
          <h3>${label}</h3>
          <ul class="plain-list minis">
                  ${repeat(cards, (card) =>
                    card, (card) =>
                    html`<li data-flip="${card}">${smallCard(view, card)}</li>`)}
                </ul>
        </div>
      `;
    })
  }
  </section>`;
}
