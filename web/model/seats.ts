/** Who sits at the table: people or computer players, present or away, and which seats are free. */

import type { PlayerView, View } from "../net/wire.ts";
import type { State } from "./types.ts";

/** Whether the match has not begun: the table still waits for people. */
export function isBeforeStart(view: View): boolean {
  return view.table.status === "gathering";
}

/** Whether the user is the host of the table. */
export function isHost(view: View): boolean {
  return view.you !== null && view.table.host === view.you;
}

function kindOf(view: View, player: number): PlayerView["kind"] | undefined {
  return view.players[player]?.kind;
}

/** Whether a person holds the seat, present or not. */
export function isPerson(view: View, player: number): boolean {
  return kindOf(view, player) === "human";
}

/** Whether the seat is free. */
export function isFree(view: View, player: number): boolean {
  return kindOf(view, player) === "open";
}

/** How many places there are, without those that play by the rules alone. */
export function placeCount(view: View): number {
  return everybody(view).filter((player) => kindOf(view, player) !== "driven").length;
}

/** How many of them somebody has taken. */
export function takenPlaceCount(view: View): number {
  const free = everybody(view).filter((player) => isFree(view, player)).length;
  return placeCount(view) - free;
}

/** The players, by number. */
export function everybody(view: View): number[] {
  return view.players.map((_, player) => player);
}

/** The people other than the user. */
export function otherPeople(view: View): number[] {
  return everybody(view).filter((player) => player !== view.you && isPerson(view, player));
}

/** Whether a person is known to be away; false until the server has said who is present. */
export function isAway(state: State, view: View, player: number): boolean {
  return player !== view.you && isPerson(view, player) && state.present !== null &&
    !state.present.players.includes(player);
}

/** The seconds that others wait for somebody who is away until a computer plays instead. */
export function secondsUntilComputer({ table }: View): number {
  return table.clock.kind === "move" ? Math.min(table.clock.seconds, table.grace) : table.grace;
}

/** Whether the host may have computers play for people: with days, only the clock counts. */
export function mayReplace(view: View): boolean {
  return isHost(view) && view.table.clock.kind !== "days";
}

/** Whether the others wait for this person to choose or to play, at a table without clocks. */
export function isWaitedFor(view: View, player: number): boolean {
  if (view.round === null || view.table.clock.kind !== "none" || view.match.over) return false;
  return isPerson(view, player) &&
    (view.round.turn === player || view.round.waiting.includes(player));
}

/** The level of the computer player that substitutes for a person; null if the person plays. */
export function substituteOf(view: View, player: number): string | null {
  return view.players[player]?.stand_in ?? null;
}

/** Whether the seats of computer players can be reassigned: before the start and between rounds. */
export function isBetweenRounds(view: View): boolean {
  if (view.match.over || view.table.status === "closed") return false;
  if (isBeforeStart(view)) return true;
  // Those who may not watch see no round, but how many are scored.
  return view.round === null
    ? view.match.sheet.length >= view.match.round
    : view.round.phase === "over";
}

/** The seats that a spectator may take now. */
export function availableSeats(view: View): number[] {
  if (view.you !== null || !isBetweenRounds(view)) return [];
  const free = everybody(view).filter((player) => isFree(view, player));
  if (free.length > 0) return free;
  return everybody(view).filter((player) => kindOf(view, player) === "computer");
}

/** The seats that the user is offered: none to somebody whom the host has sent away. */
export function offeredSeats(state: Pick<State, "isRemoved">, view: View): number[] {
  return state.isRemoved ? [] : availableSeats(view);
}

/** Whether a spectator may ask for the seat of a computer player after this round. */
export function mayAskForSeat(view: View): boolean {
  const { status, length } = view.table;
  const isPlaying = status === "playing" && !view.match.over && !isBetweenRounds(view);
  const isLastRound = length.rounds !== null && view.match.round >= length.rounds;
  return view.you === null && isPlaying && !isLastRound && hasComputers(view);
}

/** Whether the user, who asked for a seat during a round, can take one now. */
export function canTakeSeatNow(state: State, view: View): boolean {
  // Only with its score a round tells whether it was the last.
  const isScored = view.round === null || view.round.result !== null;
  return state.waitsForSeat && isScored && offeredSeats(state, view).length > 0;
}

/** Whether there are computer players whose seats can be taken. */
function hasComputers(view: View): boolean {
  return everybody(view).some((player) => kindOf(view, player) === "computer");
}

/** Players clockwise, the user last; a spectator sits where the first player does. */
export function clockwise(view: View): number[] {
  const order = view.round?.order ?? view.players.map((_, player) => player);
  const start = order.indexOf(view.you ?? 0) + 1;
  return [...order.slice(start), ...order.slice(0, start)];
}

/** The class that places what belongs to the player: seats count clockwise from the user's left. */
export function seatClass(view: View, player: number): string {
  return `seat-${clockwise(view).indexOf(player)}`;
}
