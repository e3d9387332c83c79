/** Who sits at the table: people and computer players, who is here, who is away, what is free. */

import type { PlayerView, View } from "../net/wire.ts";
import type { State } from "./types.ts";

/** Whether the table still waits for its people: no round has been dealt. */
export function isBeforeStart(view: View): boolean {
  return view.table.status === "gathering";
}

/** Whether the reader decides about the table. */
export function isHost(view: View): boolean {
  return view.you !== null && view.table.host === view.you;
}

function kindOf(view: View, player: number): PlayerView["kind"] | undefined {
  return view.players[player]?.kind;
}

/** Whether a person holds the place, at the table or not. */
export function isPerson(view: View, player: number): boolean {
  return kindOf(view, player) === "human";
}

/** Whether nobody holds the place. */
export function isFree(view: View, player: number): boolean {
  return kindOf(view, player) === "open";
}

/** The players, by number. */
export function everybody(view: View): number[] {
  return view.players.map((_, player) => player);
}

/** The people besides the reader. */
export function otherPeople(view: View): number[] {
  return everybody(view).filter((player) => player !== view.you && isPerson(view, player));
}

/** Whether a person is known to be at the table; who is not told of is not said to be away. */
export function isAway(state: State, view: View, player: number): boolean {
  return player !== view.you && isPerson(view, player) && state.present !== null &&
    !state.present.players.includes(player);
}

/** Whether a person is to choose or to play now, at a table where no clock counts. */
export function isWaitedFor(view: View, player: number): boolean {
  if (view.round === null || view.table.clock.kind !== "none" || view.match.over) return false;
  return isPerson(view, player) &&
    (view.round.turn === player || view.round.waiting.includes(player));
}

/** The kind of computer player that plays for a person meanwhile. */
export function substituteOf(view: View, player: number): string | null {
  return view.players[player]?.stand_in ?? null;
}

/** Whether computers' places may change hands now: before the start and between two rounds. */
export function isBetweenRounds(view: View): boolean {
  if (view.match.over || view.table.status === "closed") return false;
  return isBeforeStart(view) || view.round === null || view.round.phase === "over";
}

/** The places that someone who watches may take now. */
export function seatsToTake(view: View): number[] {
  if (view.you !== null || !isBetweenRounds(view)) return [];
  const free = everybody(view).filter((player) => isFree(view, player));
  if (free.length > 0) return free;
  return everybody(view).filter((player) => kindOf(view, player) === "computer");
}

/** Whether someone who watches may ask for the place of a computer player after this round. */
export function mayAskForSeat(view: View): boolean {
  const isPlaying = view.table.status === "playing" && !view.match.over && !isBetweenRounds(view);
  return view.you === null && isPlaying && hasComputers(view);
}

/** Whether the reader is to sit down now, as was asked for while a round was played. */
export function isToTakeSeat(state: State, view: View): boolean {
  return state.waitsForSeat && seatsToTake(view).length > 0;
}

/** Whether there are computer players whose places can be taken at all. */
function hasComputers(view: View): boolean {
  return everybody(view).some((player) => kindOf(view, player) === "computer");
}
