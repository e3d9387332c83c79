/** The waiting room: what the table waits for, who is there, the invitation and the options. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { hintPolicyText } from "../assist/hint.ts";
import {
  availableSeats,
  everybody,
  isAway,
  isBeforeStart,
  isFree,
  isHost,
  offeredSeats,
  otherPeople,
} from "../model/seats.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { finishedLessons } from "../storage/finished_lessons.ts";
import { t, tn } from "../text/i18n.ts";
import { levelTitle, ownName } from "../text/names.ts";
import { countdownText, isCountingDown } from "./quick_match.ts";
import { places } from "./places.ts";
import { newsLine, removedText } from "./seat_news.ts";
import { invitationPanel } from "./sharing.ts";
import { chatPolicyText, partnerChatText, tableOptionsForm } from "./table_options.ts";

const LONGEST_NAME = 24;

/** Which name the others see if the user gives none. */
function unnamedText(state: State, you: number | null): string {
  if (state.name.trim() !== "") return "";
  const name = you === null ? undefined : state.guests[you];
  return name === undefined
    ? t("Without a name you are given one at the table.")
    : t("The others see you as {name}.", { name });
}

/** The field for the name under which the user sits down, or changes the name before the match. */
export function nameField(
  state: State,
  view: View,
  on: Actions,
  isWanted: boolean = offeredSeats(state, view).length > 0,
  id = "own-name",
): TemplateResult | typeof nothing {
  const { you } = view;
  const isToChange = you !== null && isBeforeStart(view);
  if (!isToChange && !isWanted) return nothing;
  const rename = (event: Event) => {
    event.preventDefault();
    const typed = state.name.trim();
    if (isToChange && typed !== "" && typed !== ownName(view, you)) on.takeSeat(you);
  };
  const words = state.nameError ?? unnamedText(state, you);
  return html`
    <form class="field name-field" @submit="${rename}">
      <label class="label-text" for="${id}">${t("Your name")}</label>
      <input
        id="${id}"
        type="text"
        maxlength="${LONGEST_NAME}"
        autocomplete="nickname"
        placeholder="${you === null ? "" : state.guests[you] ?? ""}"
        aria-invalid="${state.nameError === null ? nothing : "true"}"
        aria-describedby="${words === "" ? nothing : `${id}-note`}"
        .value="${live(state.name)}"
        @input="${(event: Event) => on.setName((event.target as HTMLInputElement).value)}"
      />
      ${isToChange
        ? html`
          <button
            type="submit"
            data-act="rename"
            aria-disabled="${state.pending ? "true" : "false"}"
          >${t("Change name")}</button>
        `
        : nothing} ${words === "" ? nothing : html`
        <p class="note ${state.nameError === null ? "" : "wrong"}" id="${id}-note">${words}</p>
      `}
    </form>
  `;
}

function heading(state: State, view: View): string {
  if (view.you === null) {
    if (state.isRemoved) return removedText();
    return availableSeats(view).length > 0 ? t("Take a place") : t("All places are taken");
  }
  return t("The table is set");
}

/** What the table waits for before its first round, in words. */
export function waitingRoomText(state: State, view: View): string {
  const free = everybody(view).filter((player) => isFree(view, player)).length;
  const host = view.table.host;
  if (isCountingDown(state, view)) return t("Anyone else looking for a match joins you here.");
  const beginsAlone = view.table.begins_when_full && free > 0;
  if (isHost(view)) {
    if (free === 0) {
      return otherPeople(view).some((player) => isAway(state, view, player))
        ? t("Every place is taken, but not everybody is here yet. Begin when you like.")
        : t("Everybody is here. Begin when you like.");
    }
    const level = levelTitle(state, view.table.level);
    return beginsAlone
      ? t(
        "Invite others: the match begins by itself when the last place is taken. If you begin it earlier, computer players ({level}) take the free places.",
        { level },
      )
      : t(
        "Invite others. The match waits until you begin it; computer players ({level}) then take the places that are still free.",
        { level },
      );
  }
  if (view.you === null && free > 0) {
    const sit = t("Say what you are called and choose a place.");
    if (!beginsAlone) return sit;
    return free === 1
      ? `${sit} ${t("The match begins as soon as you sit down.")}`
      : `${sit} ${t("The match begins by itself when the last place is taken.")}`;
  }
  if (host === null) return t("The match begins soon.");
  const name = ownName(view, host);
  return beginsAlone
    ? t(
      "The match begins by itself when the last place is taken, or earlier if {name} begins it.",
      {
        name,
      },
    )
    : t("{name} begins the match.", { name });
}

/** The options of this table, one sentence each. */
function tableOptionTexts(view: View): string[] {
  const { watch, talk, hints, is_listed: isListed, options } = view.table;
  const { has_sides: hasSides, partners_talk: partnersTalk } = view.table;
  return [
    ...options,
    timeControlText(view),
    watch === "nobody" ? t("Nobody may watch") : t("Others may watch"),
    chatPolicyText(talk),
    hasSides && talk !== "off" ? partnerChatText(partnersTalk) : "",
    hintPolicyText(hints),
    isListed ? t("On the list of open tables") : t("Only for those who have the link or the code"),
  ].filter((words) => words !== "");
}

function bankText(minutes: number, seconds: number): string {
  return seconds === 0 ? tn("Clock: {n} minute in all", "Clock: {n} minutes in all", minutes) : tn(
    "Clock: {n} minute and {seconds} seconds a move",
    "Clock: {n} minutes and {seconds} seconds a move",
    minutes,
    { seconds },
  );
}

/** The time control in words. */
function timeControlText(view: View): string {
  const clock = view.table.clock;
  switch (clock.kind) {
    case "move":
      return t("Clock: {seconds} seconds a move", { seconds: clock.seconds });
    case "bank":
      return bankText(Math.max(1, Math.round(clock.bank / 60)), clock.increment);
    case "days":
      return tn("Clock: {n} day a move", "Clock: {n} days a move", clock.days);
    default:
      return t("No clock");
  }
}

/** Whether the user's first task is to invite others; the invitation then comes first. */
function isInviting(state: State, view: View): boolean {
  return isHost(view) && !isCountingDown(state, view) &&
    everybody(view).some((player) => isFree(view, player));
}

/** The invitation and the table's options: beside the seats if there is room. */
function invitationAndOptions(state: State, view: View, on: Actions): TemplateResult {
  return html`
    <div class="beside">
      ${invitationPanel(state, view, on)}
      <section class="table-options" aria-labelledby="table-options-title">
        <h3 id="table-options-title">${t("At this table")}</h3>
        <ul>${tableOptionTexts(view).map((words) => html`<li>${words}</li>`)}</ul>
        ${tableOptionsForm(state, view, on)}
      </section>
    </div>
  `;
}

/** Who has sat down or left, and the host's button: at the lower edge of a phone. */
function foot(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (!isHost(view) && state.news === null) return nothing;
  return html`
    <div class="waiting-room-foot">
      ${newsLine(state, on)} ${isHost(view)
        ? html`
          <p class="buttons">
            <button
              type="button"
              class="primary"
              data-act="begin"
              aria-disabled="${state.pending ? "true" : "false"}"
              @click="${() => on.send({ k: "begin" })}"
            >
                        ${t("Begin the match")}
                      </button>
          </p>
        `
        : nothing}
    </div>
  `;
}

/** Whether the user, who has a place here, has finished no lesson yet. */
function isNewcomer(view: View): boolean {
  return view.you !== null && finishedLessons(document.cookie).length === 0;
}

/** The table before its first round. */
export function waitingRoom(state: State, view: View, on: Actions): TemplateResult {
  return html`
    <div class="waiting-room ${isInviting(state, view) ? "inviting" : ""}">
      <div class="waiting-room-head">
        <h2 id="waiting-room-title" tabindex="-1" data-fallback-focus>${heading(state, view)}</h2>
        <p class="lead" role="status">${waitingRoomText(state, view)}</p>
        ${state.notice === null ? nothing : html`<p class="status refused">${state.notice}</p>`}
        ${state.placeLost === null
          ? nothing
          : html`<p class="status reason">${state.placeLost}</p>`}
        ${isNewcomer(view)
          ? html`<p class="newcomer">${t("New to the game?")} <a href="/learn" target="_blank">${
            t("Learn it in a few minutes")
          }</a></p>`
          : nothing}
        ${isCountingDown(state, view)
          ? html`<p class="countdown" aria-hidden="true">${countdownText(state)}</p>`
          : nothing}
      </div>
      ${isInviting(state, view) ? invitationAndOptions(state, view, on) : nothing}
      <div class="participants">
        ${nameField(state, view, on)} ${places(state, view, on)}
      </div>
      ${isInviting(state, view) ? nothing : invitationAndOptions(state, view, on)}
      ${foot(state, view, on)}
    </div>
  `;
}
