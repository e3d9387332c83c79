/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import type { PlayerView, TableEvent, View } from "../net/wire.ts";
import { newsAfter, seatNewsText } from "./seat_news.ts";

type Who = [string, PlayerView["kind"]];

/** Ana's view of a table with these players; she has the first place. */
function seen(others: Who[], status = "playing", round = 1): View {
  const players = [["Ana", "human"] as Who, ...others];
  return {
    you: 0,
    table: { status },
    match: { round },
    times: [],
    players: players.map(([name, kind]) => ({ name, kind })),
  } as unknown as View;
}

function event(k: string, player = 1): TableEvent {
  return { k, player, seq: 1, set: {} } as unknown as TableEvent;
}

const BEN = seen([["Ben", "human"], ["Kokua", "computer"]]);
const KIANO = seen([["Kiano", "computer"], ["Kokua", "computer"]]);

Deno.test("who leaves a match is told, and who plays on", () => {
  const vacant = seen([["", "open"], ["Kokua", "computer"]]);
  const state = { view: BEN, news: null } as unknown as State;
  const gone = newsAfter(state, vacant, event("leave"));
  const filled = newsAfter({ ...state, view: vacant, news: gone }, KIANO, event("fill"));

  equal([gone, filled], ["Ben has left.", "Ben has left. Kiano (computer) plays on."]);
  equal(seatNewsText(BEN, vacant, event("remove")), "Ben was removed from the table.");
  equal(seatNewsText(KIANO, KIANO, event("fill")), null); // at another level
});

Deno.test("who sits down is told", () => {
  const vacant = seen([["", "open"], ["", "open"]], "gathering");
  const taken = seen([["Ben", "human"], ["", "open"]], "gathering");

  equal(
    seatNewsText(vacant, taken, event("join")),
    "Ben has sat down (2 of 3 places are taken).",
  );
  equal(
    seatNewsText(
      seen([["", "open"], ["Lopaka", "driven"]], "gathering"),
      seen([["Ben", "human"], ["Lopaka", "driven"]], "gathering"),
      event("join"),
    ),
    "Ben has sat down (2 of 2 places are taken).",
  );
  equal(seatNewsText(taken, vacant, event("leave")), "Ben has left.");
  equal(seatNewsText(KIANO, BEN, event("join")), "Ben has sat down in place of Kiano.");
  const free = seen([["Place 2", "open"], ["Kokua", "computer"]]);
  equal(seatNewsText(free, BEN, event("join")), "Ben has sat down at place 2.");
});

Deno.test("one's own place and a change of name are no news", () => {
  equal(seatNewsText(BEN, BEN, event("join", 0)), null);
  equal(seatNewsText(BEN, seen([["Benno", "human"]]), event("join")), null);
});

Deno.test("the news stays until the next round", () => {
  const state = { view: KIANO, news: "Ben has left." } as State;

  equal(newsAfter(state, KIANO, event("play")), "Ben has left.");
  equal(newsAfter(state, KIANO, null), "Ben has left.");
  equal(newsAfter(state, seen([["Kiano", "computer"]], "playing", 2), event("start")), null);
  equal(newsAfter(state, BEN, event("join")), "Ben has sat down in place of Kiano.");
});

Deno.test("who changes places before the match is told, and oneself too", () => {
  const before = seen([["Ben", "human"], ["", "open"]], "gathering");
  const moved = seen([["", "open"], ["Ben", "human"]], "gathering");
  const swap = { k: "swap", player: 1, other: 2, seq: 1, set: {} } as unknown as TableEvent;

  equal(seatNewsText(before, moved, swap), "Ben sits at place 3 now.");
  const kiano = seen([["Kiano", "computer"], ["Ben", "human"]], "gathering");
  equal(seatNewsText(before, kiano, swap), "Kiano and Ben have changed places.");
  const own = { ...moved, you: 1 } as View;
  equal(newsAfter({ view: before, news: null } as State, own, null), "You sit at place 2 now.");
});

Deno.test("that time was up is told until one is asked again", () => {
  const at = (since: number | null) => ({ ...KIANO, times: [{ since }] }) as unknown as View;
  const told = newsAfter({ view: at(1), news: null } as State, at(null), event("timeout", 0));
  const state = { view: at(null), news: told } as State;

  equal(told, "Your time is up; a computer player makes this choice.");
  equal(newsAfter(state, at(null), event("play")), told);
  equal(newsAfter(state, at(2), event("play")), null);
});
