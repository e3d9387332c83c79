/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { Settings } from "../model/types.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { announcementText } from "./announcements.ts";

type Announced = Settings["announcements"];
type Played = { player: number; card: string };

const TURN = "Your turn. Blue was led.";
const DECK = [["3", "low", 1], ["12", "mid", 3], ["17", "mid", 2], ["21", "high", 4]] as const;

/** Ada, Bo and Cy with these cards on the table, the last of which wins; Ada is the user. */
function seen(plays: Played[], legal: string[] = [], winning_buys = false): View {
  return {
    you: 0,
    table: {
      status: "playing",
      deck: DECK.map(([c, s, p]) => ({ c, s, p })),
      suits: [["low", "yellow"], ["mid", "blue"], ["high", "red"]].map(([s, name]) => ({
        s,
        name,
      })),
    },
    players: ["Ada", "Bo", "Cy"].map((name) => ({ name, kind: "human" })),
    match: { totals: [0, 0, 0], over: false, winners: [], ready: [], next_at: null },
    round: {
      phase: "play",
      asks: [],
      committed: null,
      waiting: [],
      hands: [],
      tricks: [],
      legal,
      trick: { plays, winning_card: plays.at(-1)?.card ?? null, winning_buys },
      turn_text: plays.length === 0 ? "Your turn: you lead." : TURN,
    },
  } as unknown as View;
}

/** What is announced of a trick that Bo leads; Cy takes it with the 12, and then leads himself. */
function trick(announced: Announced): string[] {
  const plays = [
    { player: 1, card: "17" },
    { player: 2, card: "12" },
    { player: 0, card: "3" },
  ];
  const outcome = { taker: 2, owner_before: null, price_before: "19", price: "12", bottle: 0 };
  const views = [seen([]), seen(plays.slice(0, 1)), seen(plays.slice(0, 2), ["3"], true), seen([])];
  return plays.map((play, n) => {
    const event = { k: "play", ...play, trick: n === 2 ? outcome : undefined };
    return announcementText(
      views[n] as View,
      views[n + 1] as View,
      event as unknown as TableEvent,
      announced,
    );
  });
}

Deno.test("everything: each play in a sentence, what the user may play, and the trick", () => {
  equal(trick("all"), [
    "Bo leads with 17, blue.",
    `Cy plays 12, blue. The 12 would buy the bottle. ${TURN}`,
    "You play 3, yellow. Cy takes the trick and buys the bottle for 12. 6 points.",
  ]);
});

Deno.test("in few words: each play as name and card", () => {
  equal(trick("short"), [
    "Bo: 17, blue.",
    "Cy: 12, blue. The 12 would buy the bottle. Your turn.",
    "You: 3, yellow. Cy buys the bottle for 12. 6 points.",
  ]);
});

Deno.test("turns and tricks: the plays of others are told together at the user's turn", () => {
  equal(trick("turns"), [
    "",
    "Bo: 17, blue; Cy: 12, blue. The 12 would buy the bottle. Your turn.",
    "You: 3, yellow. Cy takes the trick and buys the bottle for 12. 6 points.",
  ]);
});

Deno.test("turns and tricks: plays after the user's are told at the end of the trick", () => {
  const plays = [{ player: 0, card: "3" }, { player: 1, card: "17" }];
  const outcome = { taker: 0, owner_before: null, price_before: "19", price: null, bottle: null };
  const event = { k: "play", player: 2, card: "21", trick: outcome } as unknown as TableEvent;

  equal(
    announcementText(seen(plays), seen([], ["12"]), event, "turns"),
    "Bo: 17, blue; Cy: 21, red. You take the trick. 7 points. You lead.",
  );
});

Deno.test("somebody who watches hears each trick as a whole if only tricks are announced", () => {
  const plays = [{ player: 0, card: "3" }, { player: 1, card: "17" }];
  const outcome = { taker: 0, owner_before: null, price_before: "19", price: null, bottle: null };
  const event = { k: "play", player: 2, card: "21", trick: outcome } as unknown as TableEvent;
  const watching = (view: View) => ({ ...view, you: null });

  equal(
    announcementText(watching(seen(plays)), watching(seen([])), event, "turns"),
    "Ada: 3, yellow; Bo: 17, blue; Cy: 21, red. Ada takes the trick. 7 points.",
  );
});

Deno.test("choices and readiness of others are announced only with everything", () => {
  const view = seen([]);
  const texts = (["all", "short", "turns"] as const).map((announced) =>
    ["commit", "ready"].map((k) =>
      announcementText(view, view, { k, player: 1 } as TableEvent, announced)
    )
  );

  equal(texts, [["Bo has chosen.", "Bo is ready."], ["", ""], ["", ""]]);
});

Deno.test("choices of computer players are not announced", () => {
  const view = seen([]);
  const among = { ...view, players: view.players.map((one) => ({ ...one, kind: "computer" })) };

  equal(announcementText(view, among as View, { k: "commit", player: 1 } as TableEvent, "all"), "");
});

Deno.test("the winning card is named once two cards lie on the table", () => {
  const plays = [{ player: 1, card: "12" }, { player: 2, card: "17" }];
  const text = (count: number) =>
    announcementText(
      seen(plays.slice(0, count - 1)),
      seen(plays.slice(0, count), ["3"]),
      { k: "play", ...plays[count - 1] } as unknown as TableEvent,
      "all",
    );

  equal(text(1), `Bo leads with 12, blue. ${TURN}`);
  equal(text(2), `Cy plays 17, blue. The 17 is winning. ${TURN}`);
});

Deno.test("who takes over from a computer player is told what to do", () => {
  const event = { k: "return", player: 0 } as TableEvent;

  equal(
    announcementText(seen([]), seen([], ["3"]), event, "all"),
    "You play again. Your turn: you lead.",
  );
});
