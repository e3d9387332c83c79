/** A line for everybody about who has sat down or left, shown until the next round. */

import { html, nothing, type TemplateResult } from "lit-html";
import { isBeforeStart, isFree, isPerson, placeCount, takenPlaceCount } from "../model/seats.ts";
import type { Actions, State } from "../model/types.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";

/** Who has sat down, and how many places are taken before the match or whose place it was. */
function joinText(before: View, view: View, player: number): string {
  const name = ownName(view, player);
  if (isBeforeStart(view)) {
    const n = { name, n: takenPlaceCount(view), all: placeCount(view) };
    return t("{name} has sat down ({n} of {all} places are taken).", n);
  }
  if (isFree(before, player)) {
    return t("{name} has sat down at place {n}.", { name, n: player + 1 });
  }
  return t("{name} has sat down in place of {before}.", { name, before: ownName(before, player) });
}

/** The computer player that goes on in a place which was left; null before the match. */
function successorText(before: View, view: View, player: number): string | null {
  if (isBeforeStart(view) || !isFree(before, player)) return null;
  return t("{name} (computer) plays on.", { name: ownName(view, player) });
}

/** Who has changed places before the match, once it is done. */
function swapText(view: View, event: TableEvent): string | null {
  const names = [event.player ?? 0, event.other ?? 0].filter((player) => !isFree(view, player));
  const [one, two] = names;
  if (one === undefined) return null;
  return two === undefined
    ? t("{name} sits at place {n} now.", { name: ownName(view, one), n: one + 1 })
    : t("{name} and {other} have changed places.", {
      name: ownName(view, one),
      other: ownName(view, two),
    });
}

/** Where the user sits once places have changed. */
export function ownPlaceText(you: number): string {
  return t("You sit at place {n} now.", { n: you + 1 });
}

/** The news of an event in words; null if another person's place has not changed hands. */
export function seatNewsText(before: View, view: View, event: TableEvent): string | null {
  const player = event.player ?? 0;
  if (player === view.you || player === before.you) return null;
  switch (event.k) {
    case "join": // the same event tells a change of name
      return isPerson(before, player) ? null : joinText(before, view, player);
    case "leave":
      return t("{name} has left.", { name: ownName(before, player) });
    case "remove":
      return t("{name} was removed from the table.", { name: ownName(before, player) });
    case "fill": // follows where a person has left a match
      return successorText(before, view, player);
    case "swap":
      return swapText(view, event);
    default:
      return null;
  }
}

/** That the host has sent the user away. */
export function removedText(): string {
  return t("The host has removed you from this table.");
}

function timeUpText(): string {
  return t("Your time is up; a computer player makes this choice.");
}

/** What has happened to the user alone, which is easily missed; null for anything else. */
function ownNewsText(view: View, event: TableEvent): string | null {
  if (event.player !== view.you || view.you === null) return null;
  if (event.k === "timeout") return timeUpText();
  return event.k === "hand" ? t("You are the host now.") : null;
}

/** The news after a view: those of the event, else those from before until a round begins. */
export function newsAfter(before: State, view: View, event: TableEvent | null): string | null {
  const old = before.view ?? view;
  const isMoved = old.you !== null && view.you !== null && old.you !== view.you;
  if (event === null && isMoved && isBeforeStart(view)) return ownPlaceText(view.you ?? 0);
  const words = event === null ? null : ownNewsText(view, event) ?? seatNewsText(old, view, event);
  if (words !== null) {
    return event?.k === "fill" && before.news !== null ? `${before.news} ${words}` : words;
  }
  // A choice that a computer player has made is old news once the user is asked again.
  const isAsked = view.you !== null && view.times[view.you]?.since != null;
  if (isAsked && before.news === timeUpText()) return null;
  const isSameRound = old.match.round === view.match.round &&
    old.table.status === view.table.status;
  return isSameRound ? before.news : null;
}

/** The line with the news, and a button that takes it away. */
export function newsLine(state: State, on: Actions): TemplateResult | typeof nothing {
  if (state.news === null) return nothing;
  return html`
    <p class="remark news">
      <span>${state.news}</span>
      <button type="button" class="icon" aria-label="${t("Close")}" @click="${() =>
        on.closeNews()}">
        <span aria-hidden="true">×</span>
      </button>
    </p>
  `;
}
