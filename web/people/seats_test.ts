/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import {
  availableSeats,
  canTakeSeatNow,
  isAway,
  isBetweenRounds,
  isWaitedFor,
  mayAskForSeat,
} from "../model/seats.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { consequenceText } from "./leave_dialog.ts";
import { playersNotReady } from "./presence_bar.ts";
import { invitationLink } from "./sharing.ts";

const person = (name: string, standIn: string | null = null) => ({
  name,
  kind: "human",
  level: null,
  stand_in: standIn,
});
const computer = { name: "Keawe", kind: "computer", level: "uniform", stand_in: null };
const free = { name: "", kind: "open", level: null, stand_in: null };

function table(players: unknown[], status: string, phase: string | null, you: number | null): View {
  return {
    you,
    players,
    table: {
      status,
      host: 0,
      level: "uniform",
      grace: 60,
      clock: { kind: "none" },
      length: { rounds: 3 },
    },
    match: { over: false, ready: [], next_at: null, round: 1 },
    round: phase === null ? null : { phase, result: phase === "over" ? {} : null },
  } as unknown as View;
}

function knowing(players: number[] | null): State {
  const present = players === null ? null : { t: "present", players, watchers: 0 };
  return { present, levels: [{ name: "uniform", title: "Random" }] } as unknown as State;
}

Deno.test("a free seat is taken before that of a computer player", () => {
  const players = [person("Ada"), computer, free];

  equal(availableSeats(table(players, "gathering", null, null)), [2]);
  equal(availableSeats(table(players.slice(0, 2), "gathering", null, null)), [1]);
});

Deno.test("somebody who sits at the table is offered no other seat", () => {
  equal(availableSeats(table([person("Ada"), free], "gathering", null, 0)), []);
});

Deno.test("the seat of a computer player can be taken only between two rounds", () => {
  const players = [person("Ada"), computer];

  equal(availableSeats(table(players, "playing", "over", null)), [1]);
  equal(availableSeats(table(players, "playing", "play", null)), []);
  equal(isBetweenRounds(table(players, "closed", "over", null)), false);
});

Deno.test("a spectator may ask for the seat of a computer player after the round", () => {
  const players = [person("Ada"), computer];
  const seen = (you: number | null, phase: string) => table(players, "playing", phase, you);
  const waiting = { ...knowing([0]), waitsForSeat: true };

  equal([null, 0].map((you) => mayAskForSeat(seen(you, "play"))), [true, false]);
  equal(mayAskForSeat(table([person("Ada"), person("Bea")], "playing", "play", null)), false);
  equal(["play", "over"].map((phase) => canTakeSeatNow(waiting, seen(null, phase))), [false, true]);
  equal(canTakeSeatNow({ ...waiting, waitsForSeat: false }, seen(null, "over")), false);
  equal(canTakeSeatNow(waiting, seen(0, "over")), false);
  const unscored = seen(null, "over");
  if (unscored.round !== null) unscored.round.result = null;
  equal(canTakeSeatNow(waiting, unscored), false); // the match may be over with the score
  const last = seen(null, "play");
  last.match.round = 3;
  equal(mayAskForSeat(last), false);
});

Deno.test("nobody is said to be away before it is known who is there", () => {
  const view = table([person("Ada"), person("Bea"), computer], "playing", "play", 0);

  equal([1, 2].map((player) => isAway(knowing(null), view, player)), [false, false]);
  equal([0, 1, 2].map((player) => isAway(knowing([]), view, player)), [false, true, false]);
});

Deno.test("without clocks, the others wait for the person who has to act", () => {
  const view = table([person("Ada"), person("Bea"), computer], "playing", "play", 0);
  const asked = (kind: string, turn: number | null, waiting: number[]) => {
    const round = { phase: "play", turn, waiting };
    const shown = { ...view, round, table: { ...view.table, clock: { kind } } } as unknown as View;
    return [0, 1, 2].map((player) => isWaitedFor(shown, player));
  };

  equal(asked("none", 1, []), [false, true, false]);
  equal(asked("none", 2, []), [false, false, false]);
  equal(asked("none", null, [0, 1]), [true, true, false]);
  equal(asked("move", 1, []), [false, false, false]);
});

Deno.test("a round waits for the people who are present and have not asked for it", () => {
  const players = [person("Ada"), person("Bea"), person("Cy"), person("Di", "uniform"), computer];
  const view = table(players, "playing", "over", 0);
  view.match.ready.push(0);

  equal(playersNotReady(knowing([0, 1, 3]), view), [1]);
  view.match.ready.length = 0;
  equal(playersNotReady(knowing([0, 1, 3]), view), []);
});

Deno.test("the leave dialog says what happens to the seat", () => {
  const one = (players: unknown[], status: string) =>
    consequenceText(knowing([0]), table(players, status, null, 0));

  equal(one([person("Ada"), person("Bea")], "gathering"), "Your place becomes free again.");
  equal(one([person("Ada"), free], "gathering"), "Nobody else is here: the table is closed.");
  equal(
    one([person("Ada"), person("Bea")], "playing").endsWith(
      "If you give it up, a computer player (Random) takes it for the rest of the match.",
    ),
    true,
  );
  const seen = table([person("Ada"), person("Bea")], "playing", null, 0);
  const byDays = { ...seen, table: { ...seen.table, clock: { kind: "days" } } } as unknown as View;
  equal(consequenceText(knowing([0]), seen).includes("after waiting 60 seconds"), true);
  equal(consequenceText(knowing([0]), byDays).includes("seconds"), false);
  equal(
    one([person("Ada"), computer], "playing").endsWith("it cannot be continued."),
    true,
  );
});

Deno.test("the invitation is the address of the site and the code", () => {
  equal(invitationLink("http://192.168.1.7:8019", "BCDFG"), "http://192.168.1.7:8019/j/BCDFG");
});

Deno.test("whoever may not watch sits down between rounds, not while one is played", () => {
  const hidden = (rounds: number) => ({
    ...table([person("Ada"), computer], "playing", null, null),
    match: { over: false, ready: [], next_at: null, round: 2, sheet: new Array(rounds).fill({}) },
  } as unknown as View);
  equal([1, 2].map((rounds) => availableSeats(hidden(rounds))), [[], [1]]);
});
