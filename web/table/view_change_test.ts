/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { DEFAULTS } from "../model/settings.ts";
import type { State } from "../model/types.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { stateAtOutage } from "./refusals.ts";
import { stateAfterView } from "./view_change.ts";

/** Ada and Bo in the middle of a round; `you` is the user's seat. */
function seen(you: number | null, step = 0): View {
  return {
    you,
    table: { status: "playing", hints: "never", deck: [], suits: [] },
    players: ["Ada", "Bo"].map((name) => ({ name, kind: "human" })),
    match: { over: false, winners: [], totals: [0, 0], ready: [], next_at: null },
    times: [],
    talk: [],
    round: {
      number: 1,
      phase: "play",
      asks: [],
      committed: null,
      waiting: [],
      legal: [],
      tricks: [],
      trick: null,
      turn: 1,
      step,
    },
  } as unknown as View;
}

function before(view: View): State {
  return {
    view,
    slots: ["5"],
    raised: null,
    premove: null,
    reply: "It is Bo's turn.",
    notice: "Refused",
    placeLost: null,
    onOtherDevice: null,
    guests: [],
    hint: null,
    claim: null,
    offeredClaim: "",
    announcements: [{ id: 4, text: "Bo leads." }],
    thinking: new Set([1]),
    preparing: null,
    chatOpen: false,
    introduction: "",
    settings: DEFAULTS,
  } as unknown as State;
}

Deno.test("a new decision replaces the draft and drops messages about the last one", () => {
  const state = stateAfterView(before(seen(0)), seen(0), null, [], false);

  equal([state.slots, state.reply, state.notice], [[], null, null]);
});

Deno.test("within a decision the draft stays, and a message until the next step", () => {
  const event = { k: "pace" } as TableEvent;
  const same = stateAfterView(before(seen(0)), seen(0), event, null, false);
  const later = stateAfterView(before(seen(0)), seen(0, 1), event, null, false);

  equal([same.slots, same.reply], [["5"], "It is Bo's turn."]);
  equal([later.slots, later.reply], [["5"], null]);
});

Deno.test("that nothing can be saved is said until something happens", () => {
  const event = { k: "pace" } as TableEvent;
  const outage = { ...before(seen(0)), ...stateAtOutage(before(seen(0)), "The table waits.") };
  const after = stateAfterView(outage, seen(0), event, null, false);

  equal([outage.notice, outage.announcements.at(-1)?.text], Array(2).fill("The table waits."));
  equal([after.notice, after.isOutage], [null, false]);
});

Deno.test("a lost seat is announced, and stays on the page unless the user has left", () => {
  const kiano = { name: "Kiano", kind: "computer" };
  const vacated = { ...seen(null), players: [kiano, kiano] } as View;
  const lost = stateAfterView(before(seen(0)), vacated, null, null, false);
  const left = stateAfterView(before(seen(0)), vacated, null, null, true);

  equal(lost.announcements.map(({ id }) => id), [4, 5]);
  equal(lost.placeLost, lost.announcements[1]?.text);
  equal(left.placeLost, null);
});

Deno.test("a seat that was taken along to another device is said to be there", () => {
  const taken = { name: "Ada", kind: "human", person: "phone" };
  const { announcements, onOtherDevice, placeLost } = stateAfterView(
    before(seen(0)),
    { ...seen(null), players: [taken] } as View,
    null,
    null,
    false,
  );

  equal([onOtherDevice, placeLost], ["phone", null]);
  equal(announcements.at(-1)?.text.startsWith("You play on another device now."), true);
});

Deno.test("a whole new view forgets who was thinking", () => {
  equal(stateAfterView(before(seen(0)), seen(0), null, null, false).thinking, new Set());
});

Deno.test("a turn begins at the nearest card that can be played, with no reason why not", () => {
  const view = seen(0);
  const hand = { player: 0, hand: 0, cards: ["3", "8", "12", "20"], size: 4, open: false };
  const suits = { deck: ["3", "8", "12", "20"].map((c) => ({ c, s: "low" })) };
  const waiting = {
    ...view,
    table: { ...view.table, ...suits },
    round: { ...view.round, hands: [hand] },
  } as unknown as View;
  const turn = {
    ...waiting,
    round: { ...waiting.round, turn: 0, legal: ["3", "20"], step: 1 },
  } as unknown as View;
  const on12 = { ...before(waiting), cursor: "12", highlighted: "12" };
  const event = { k: "play", player: 1 } as unknown as TableEvent;
  const begun = stateAfterView(on12, turn, event, null, false);
  const moved = { ...begun, cursor: "8", highlighted: "8" };
  const later = stateAfterView(moved, turn, { k: "pace" } as TableEvent, null, false);

  equal([begun.cursor, begun.highlighted], ["20", null]);
  equal([later.cursor, later.highlighted], ["8", "8"]);
});

Deno.test("what was refused gives way to the user's turn", () => {
  const yours = {
    ...seen(0, 1),
    round: { ...seen(0, 1).round, turn: 0, legal: ["7"], hands: [] },
  } as unknown as View;
  const event = { k: "play", player: 1 } as TableEvent;
  const still = stateAfterView(before(seen(0)), seen(0, 1), event, null, false);
  equal(still.notice, "Refused");
  equal(stateAfterView(before(seen(0)), yours, event, null, false).notice, null);
});

Deno.test("nobody is asked whether to leave a match that is over", () => {
  const asked = { ...before(seen(0)), dialog: "leave" } as State;
  const over = { ...seen(0), match: { ...seen(0).match, over: true } } as View;
  equal(stateAfterView(asked, seen(0), null, null, false).dialog, "leave");
  equal(stateAfterView(asked, over, null, null, false).dialog, null);
});

Deno.test("the last trick is offered once, though others play to it in between", () => {
  const view = (claim: string | null, step: number) => {
    const shown = seen(0, step);
    const turn = claim === null ? 1 : 0;
    const round = { ...shown.round, claim, step, turn, legal: ["5"], hands: [{ size: 2 }] };
    const table = { ...shown.table, tricks: 1 };
    return { ...shown, table, round } as unknown as View;
  };
  const event = { k: "pace" } as TableEvent;
  let state = before(view(null, 0));
  for (const [claim, step] of [["last", 0], [null, 1], ["last", 1]] as const) {
    state = stateAfterView(state, view(claim, step), event, null, false);
  }
  const offers = state.announcements.filter(({ text }) => text.startsWith("Only one trick"));

  equal(offers.length, 1);
});

Deno.test("a turn that comes with a whole new view is announced, and once", () => {
  const { round, ...rest } = seen(0, 1);
  const turn = { turn: 0, legal: ["7"], hands: [], turn_text: "You may lead.", claim: null };
  const yours = { ...rest, round: { ...round, ...turn } } as unknown as View;
  const told = stateAfterView(before(seen(0)), yours, null, null, false);
  equal(told.announcements.at(-1)?.text, "You may lead.");
  equal(stateAfterView(told, yours, null, null, false).announcements, told.announcements);
});
