/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import {
  areHintsAllowed,
  currentHint,
  hintAfterChoice,
  hintRequest,
  hintSign,
  hintText,
  receiveHint,
  requestHint,
} from "./hint.ts";
import { hintMark } from "./hint_rows.ts";

function seen(part: Record<string, unknown> = {}, hints = "alone", people = 1): View {
  return {
    you: 0,
    table: {
      hints,
      status: "playing",
      deck: [{ c: "17", s: "mid", p: 4 }, { c: "3", s: "low", p: 1 }],
      suits: [{ s: "low", name: "yellow" }, { s: "mid", name: "blue" }],
    },
    players: Array.from({ length: 4 }, (_, n) => ({ kind: n < people ? "human" : "computer" })),
    round: {
      number: 2,
      phase: "play",
      stage: 1,
      step: 5,
      legal: ["17", "3"],
      asks: [],
      committed: null,
      ...part,
    },
  } as unknown as View;
}

function state(view: View, actions: string[] | null): State {
  const nobody = { view, hint: null, levels: [{ name: "imp", title: "The imp" }] };
  const sent = requestHint(nobody as unknown as State, { ask: () => "q" });
  return {
    ...nobody,
    hint: { ...sent?.hint, actions, level: "imp", reason: "", rows: [], notes: [] },
  } as unknown as State;
}

const EXCHANGE = {
  phase: "exchange",
  stage: 0,
  step: 0,
  asks: [{ to: 1, text: "Keawe" }, { to: "imp", text: "the Imp's Trick" }],
};

Deno.test("hints are for people who play alone, unless the table says otherwise", () => {
  equal([1, 2].map((people) => areHintsAllowed(seen({}, "alone", people))), [true, false]);
  equal([1, 2].map((people) => areHintsAllowed(seen({}, "always", people))), [true, true]);
  equal([1, 2].map((people) => areHintsAllowed(seen({}, "never", people))), [false, false]);
});

Deno.test("a hint request names the decision it is about", () => {
  equal(hintRequest(seen()), { k: "hint", round: 2, step: 5 });
  equal(hintRequest(seen(EXCHANGE)), { k: "hint", round: 2, stage: 0 });
});

Deno.test("no hint can be asked for on other players' turns or by spectators", () => {
  equal(hintRequest(seen({ legal: [] })), null);
  equal(hintRequest({ ...seen(), you: null }), null);
});

Deno.test("a hint is said in words", () => {
  const view = seen();
  equal(
    hintText(state(view, ["17"]), view),
    "Hint (strongest computer player): play the 17 of blue.",
  );
});

Deno.test("a hint ends with its reason, in the words of the server", () => {
  const view = seen();
  const answer = { id: "q", round: 2, stage: null, step: 5, actions: ["17"], level: "imp" };
  const reason = "It takes the trick and 8 points.";
  const told = receiveHint(state(view, null), {
    t: "hint",
    ...answer,
    reason,
    rows: [],
    notes: [],
  });
  equal(
    told?.words,
    "Hint (strongest computer player): play the 17 of blue. It takes the trick and 8 points.",
  );
});

Deno.test("a hint for the exchange says who gets which card, and marks it with its number", () => {
  const view = seen(EXCHANGE);
  const told = state(view, ["3", "17"]);
  equal(
    hintText(told, view),
    "Hint (strongest computer player): give the 3 to Keawe and the 17 to the Imp's Trick.",
  );
  equal(["3", "17", "5"].map((card) => hintSign(told, view, card)), ["\u2776", "\u2777", null]);
});

Deno.test("an adviser other than the strongest goes by its title", () => {
  const view = seen();
  const told = state(view, ["17"]);
  const levels = [{ name: "self_taught", title: "Self-taught" }] as State["levels"];
  equal(
    hintText({ ...told, levels, hint: { ...told.hint!, level: "self_taught" } }, view),
    "Hint (Self-taught): play the 17 of blue.",
  );
});

Deno.test("the rows of a hint for the exchange say where each card goes", () => {
  const mark = (view: View, card: string) => hintMark(view, ["3", "17"], card);
  equal(mark(seen(EXCHANGE), "3"), "The hint: to Keawe.");
  equal(mark(seen(EXCHANGE), "17"), "The hint: to the Imp's Trick.");
  equal(mark(seen(EXCHANGE), "5"), "");
  equal(mark(seen(), "17"), "The hint.");
});

Deno.test("cards for one place are named together", () => {
  const [pass, imp] = EXCHANGE.asks ?? [];
  const view = seen({ ...EXCHANGE, asks: [imp, imp, pass].filter((one) => one !== undefined) });
  equal(
    hintText(state(view, ["3", "17", "5"]), view),
    "Hint (strongest computer player): give the 3 and the 17 to the Imp's Trick and the 5 to Keawe.",
  );
});

Deno.test("a hint is dropped when its decision has passed", () => {
  const { hint } = state(seen(), ["17"]);
  equal(currentHint(hint, seen()), hint);
  equal(currentHint(hint, seen({ step: 6 })), null);
  equal(currentHint(hint, seen({ legal: [] })), null);
});

Deno.test("the reason why there is no hint is announced", () => {
  const view = seen();
  const told = receiveHint(state(view, null), {
    t: "no",
    id: "q",
    code: "busy",
    text: "The server is busy.",
  });
  equal([told?.hint, told?.notice], [null, "The server is busy."]);
});

Deno.test("a hint ends when all cards of the exchange are chosen", () => {
  const hint = { actions: ["3", "17"] } as unknown as State["hint"];
  equal(hintAfterChoice(hint, ["3", null]), hint);
  equal(hintAfterChoice(hint, ["3", "12"]), null);
  equal(hintAfterChoice(hint, []), hint);
});
