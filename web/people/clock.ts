/**
 * Clocks as they are shown. Only the server decides when time is up; this just counts down from the
 * server's time, as far as it is known.
 */

import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model/types.ts";
import type { RemainingTimeView, View } from "../net/wire.ts";
import { formatMoment, t, tn } from "../text/i18n.ts";

const SECOND = 1000;
const MINUTE_S = 60;
const DAY_H = 24;
/** From this many seconds on, time is low. */
const LOW_S = 10;
const LOW_WITH_DAYS_S = 2 * 60 * MINUTE_S;
/** The seconds left at which a screen reader announces the time, if there was more at first. */
const ANNOUNCE_AT_S = [30, LOW_S];

/** A player's remaining time in ms; null if the player has no clock. */
export function timeLeft(view: View, player: number, now: number): number | null {
  const time = view.times[player] ?? null;
  return time === null ? null : remaining(time, now);
}

function remaining(time: RemainingTimeView, now: number): number {
  return time.since === null ? time.left : Math.max(0, time.since + time.left - now);
}

/** Whether any clock is running. */
export function isTicking(view: View): boolean {
  return view.times.some((time) => time !== null && time.since !== null);
}

/** "2:05" or "1:02:05"; rounded up to whole seconds. */
export function clockText(ms: number): string {
  const all = Math.ceil(ms / SECOND);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(all / MINUTE_S / MINUTE_S);
  const minutes = Math.floor(all / MINUTE_S) % MINUTE_S;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(all % MINUTE_S)}`
    : `${minutes}:${two(all % MINUTE_S)}`;
}

/** The same for screen readers: "2 minutes 5 seconds". */
export function spokenClockText(ms: number): string {
  const all = Math.ceil(ms / SECOND);
  const minutes = Math.floor(all / MINUTE_S);
  const seconds = tn("{n} second", "{n} seconds", all % MINUTE_S);
  return minutes === 0 ? seconds : `${tn("{n} minute", "{n} minutes", minutes)} ${seconds}`;
}

/** A time of hours or days in one unit, rounded up, so short that it fits on a plate: "23 h". */
export function longTimeText(ms: number): string {
  const minutes = Math.ceil(ms / SECOND / MINUTE_S);
  const hours = Math.ceil(minutes / MINUTE_S);
  if (hours > 2 * DAY_H) return tn("{n} day", "{n} days", Math.ceil(hours / DAY_H));
  return minutes > MINUTE_S ? t("{n} h", { n: hours }) : t("{n} min", { n: minutes });
}

function isLow(view: View, ms: number): boolean {
  const short = view.table.clock.kind === "days" ? LOW_WITH_DAYS_S : LOW_S;
  return ms <= short * SECOND;
}

/** The server's current time. */
function serverTime(state: State): number {
  return Date.now() + state.clockOffset;
}

/** The word for a time that is short; left out where a plate has no room for it. */
function hurry(isShort: boolean): TemplateResult | typeof nothing {
  return isShort ? html`<span class="hurry">${t("hurry")}</span>` : nothing;
}

/** A player's clock; nothing if there is none, or if it is stopped and resets with each move. */
export function clock(state: State, view: View, player: number): TemplateResult | typeof nothing {
  const time = view.times[player] ?? null;
  if (time === null || view.match.over) return nothing;
  if (time.is_up) return html`<span class="clock up">${t("time is up")}</span>`;
  const runs = time.since !== null;
  if (!runs && view.table.clock.kind !== "bank") return nothing;
  const ms = remaining(time, serverTime(state));
  const short = runs && isLow(view, ms);
  const sign = short ? "short" : runs ? "running" : "";
  if (view.table.clock.kind === "days") {
    const date = formatMoment((time.since ?? 0) + time.left - state.clockOffset);
    const until = t("until {date}", { date });
    return html`
      <span class="clock ${sign}" title="${until}"
      ><span class="visually-hidden">${until}</span
        ><span aria-hidden="true">${hurry(short)} ${longTimeText(ms)}</span></span>
    `;
  }
  return html`
    <span class="clock ${sign}" role="timer"
    ><span class="visually-hidden">${t("time left: {time}", { time: spokenClockText(ms) })}</span
        ><span aria-hidden="true">${hurry(short)} ${clockText(ms)}</span></span>
  `;
}

/** The user's remaining time in a sentence; empty if their clock is not running. */
export function ownTimeText(state: State, view: View): string {
  const time = view.you === null ? null : view.times[view.you] ?? null;
  if (time === null || time.since === null) return "";
  if (view.table.clock.kind === "days") {
    return t("You have until {date}.", {
      date: formatMoment(time.since + time.left - state.clockOffset),
    });
  }
  return t("Time left: {time}.", { time: spokenClockText(remaining(time, serverTime(state))) });
}

/** The same once time is low, shown beside whose turn it is; else empty. */
export function lowTimeText(state: State, view: View): string {
  const ms = view.you === null ? null : timeLeft(view, view.you, serverTime(state));
  const runs = view.you !== null && (view.times[view.you]?.since ?? null) !== null;
  return ms !== null && runs && isLow(view, ms) ? ownTimeText(state, view) : "";
}

/** Announces each time warning once. */
export class ClockWarnings {
  #announced = "";

  /** The warning to announce now; null if there is none. */
  next(view: View, now: number): string | null {
    const time = view.you === null ? null : view.times[view.you] ?? null;
    if (time === null || time.since === null || view.table.clock.kind === "days") return null;
    const ms = remaining(time, now);
    const at = ANNOUNCE_AT_S.findLast((s) => ms <= s * SECOND && time.left > s * SECOND);
    const told = `${time.since} ${at}`;
    if (at === undefined || ms === 0 || told === this.#announced) return null;
    this.#announced = told;
    return t("Time left: {time}.", { time: spokenClockText(ms) });
  }
}
