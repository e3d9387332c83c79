/** A bar above the table while people are away, substituted or watching. */

import { html, nothing, type TemplateResult } from "lit-html";
import {
  availableSeats,
  everybody,
  isAway,
  isBeforeStart,
  isFree,
  mayAskForSeat,
  mayReplace,
  otherPeople,
  secondsUntilComputer,
  substituteOf,
} from "../model/seats.ts";
import { isAtLastMatch } from "../storage/rematch.ts";
import { isClosed } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { formatMoment, t, tn } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";
import { newsLine, removedText } from "./seat_news.ts";
import { nameField } from "./waiting_room.ts";

const MOST_SECONDS_TOLD = 120; // longer times are told by their end

/** The button to take over the user's seat from a substitute. */
function takeOverButton(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (view.you === null || substituteOf(view, view.you) === null) return nothing;
  return html`
    <p class="remark take-over">
      <span>${t("A computer player plays for you.")}</span>
      <button
        type="button"
        class="primary"
        data-act="return"
        aria-disabled="${state.pending ? "true" : "false"}"
        @click="${() => on.send({ k: "return" })}"
      >
            ${t("I am back: take over")}
          </button>
    </p>
  `;
}

function absentPlayer(state: State, view: View, player: number, on: Actions): TemplateResult {
  const name = ownName(view, player);
  if (substituteOf(view, player) !== null) {
    return html`<p class="remark">${t("A computer player plays for {name}.", { name })}</p>`;
  }
  const isComing = isAtLastMatch(state.arrived, view, player);
  const isWaiting = view.you !== null && !(view.round?.waiting.includes(view.you) ?? false);
  return html`<p class="remark">
    <span>${
    isComing ? t("{name} is still looking at the last match.", { name }) : awayText(view, name)
  }</span>
    ${
    mayReplace(view) && (!isComing || isWaiting)
      ? html`
        <button
          type="button"
          data-act="replace"
          @click="${() => on.send({ k: "replace", player })}"
        >
                  ${t("Let a computer play for {name}", { name })}
                </button>
      `
      : nothing
  }
  </p>`;
}

/** That somebody is away, and when a computer plays instead. */
function awayText(view: View, name: string): string {
  // Where people have days, nobody waits for those who are away but by the clock.
  if (view.table.clock.kind === "days") {
    return t("{name} is away. When the time for a choice is up, a computer makes it.", { name });
  }
  const n = secondsUntilComputer(view);
  return t("{name} is away. After waiting {n} seconds for {name}, a computer plays.", { name, n });
}

/** What a device says whose place has been taken along to another one. */
export function otherDeviceText(): string {
  return t(
    "You play on another device now. To come back, choose “Continue on another device” there, in the menu under “People”, and open the link here.",
  );
}

function spectatorBar(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (view.you !== null) return nothing;
  if (state.isRemoved) return html`<p class="remark">${removedText()}</p>`;
  const seats = availableSeats(view);
  if (seats.length === 0) {
    if (!mayAskForSeat(view)) {
      if (view.table.watch === "nobody") return nothing; // which is said above
      return html`<p class="remark">${t("You are watching.")}</p>`;
    }
    const words = state.waitsForSeat
      ? t("After this round you take the place of a computer player, if one is still free.")
      : t("You are watching. After this round you can take the place of a computer player.");
    return html`<div class="remark sit">
      <span>${words}</span>
      ${nameField(state, view, on, true)}
      <button type="button" data-act="wait" @click="${() => on.waitForSeat(!state.waitsForSeat)}">
        ${state.waitsForSeat ? t("Rather watch") : t("Sit down after this round")}
      </button>
    </div>`;
  }
  return html`<div class="remark sit">
    <span>${t("You are watching. Between two rounds you can sit down.")}</span>
    ${nameField(state, view, on)}
    ${
    seats.map((player) =>
      html`<button type="button" data-act="sit" @click="${() => on.takeSeat(player)}">
          ${
        isFree(view, player)
          ? t("Sit down at place {n}", { n: player + 1 })
          : t("Take the place of {name}", { name: ownName(view, player) })
      }
        </button>`
    )
  }
  </div>`;
}

/** The bar; nothing while everybody is present. */
export function presenceBar(
  state: State,
  view: View,
  on: Actions,
): TemplateResult | typeof nothing {
  if (isClosed(view) || isBeforeStart(view)) return nothing;
  if (view.match.over) return presenceSection(newsLine(state, on), state.news === null);
  const away = otherPeople(view).filter((player) =>
    isAway(state, view, player) || substituteOf(view, player) !== null
  );
  const replaced = view.you !== null && substituteOf(view, view.you) !== null;
  const isEmpty = away.length === 0 && !replaced && view.you !== null && state.news === null;
  return presenceSection(
    html`${newsLine(state, on)} ${takeOverButton(state, view, on)}
    ${away.map((player) => absentPlayer(state, view, player, on))} ${
      state.onOtherDevice === null ? nothing : html`<p class="remark">${otherDeviceText()}</p>`
    } ${spectatorBar(state, view, on)}`,
    isEmpty,
  );
}

function presenceSection(
  lines: TemplateResult | typeof nothing,
  isEmpty: boolean,
): TemplateResult | typeof nothing {
  if (isEmpty) return nothing;
  return html`<section class="presence-bar" aria-label="${t("Who is here")}">${lines}</section>`;
}

/** Who has not asked for the next round yet, if several people sit at the table. */
export function playersNotReady(state: State, view: View): number[] {
  const ready = view.match.ready;
  if (ready.length === 0) return [];
  return everybody(view).filter((player) =>
    view.players[player]?.kind === "human" && substituteOf(view, player) === null &&
    !isAway(state, view, player) && !ready.includes(player)
  );
}

/** When the next round begins in any case, in words; empty if it waits for somebody to ask. */
export function nextRoundText(
  { clockOffset }: Pick<State, "clockOffset">,
  { match }: View,
  now: number = Date.now(),
): string {
  const n = secondsToNextRound(clockOffset, match.next_at, now);
  if (match.next_at === null || n <= 0) return "";
  if (n > MOST_SECONDS_TOLD) {
    return t("If nobody asks for it sooner, the next round begins on {date}.", {
      date: formatMoment(match.next_at - clockOffset),
    });
  }
  return tn(
    "The next round begins in {n} second at the latest.",
    "The next round begins in {n} seconds at the latest.",
    n,
  );
}

/** Whether the seconds until the next round are told, which change by themselves. */
export function countsDownToRound(
  { clockOffset }: Pick<State, "clockOffset">,
  { match }: View,
  now: number,
): boolean {
  const n = secondsToNextRound(clockOffset, match.next_at, now);
  return n > 0 && n <= MOST_SECONDS_TOLD;
}

function secondsToNextRound(clockOffset: number, begins: number | null, now: number): number {
  return begins === null ? 0 : Math.ceil((begins - now - clockOffset) / 1000);
}

/** That there is a next match, where the user can go too; who asked for it is not known. */
export function rematchText(): string {
  return t("There is a next match, with a place for everybody here.");
}
