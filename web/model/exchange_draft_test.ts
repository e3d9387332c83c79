/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { loadDraft, slotFor, storeDraft } from "./exchange_draft.ts";
import type { State } from "./types.ts";
import { PageStorage } from "../storage/stand_in.ts";

Deno.test("a draft of the exchange is loaded again for the same decision", () => {
  const storage = new PageStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null, "11"]);

  equal(loadDraft(storage, "t1", "1 exchange 0", 3, ["6", "11", "16"]), ["6", null, "11"]);
});

Deno.test("a draft of another round or table is not loaded", () => {
  const storage = new PageStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null, null]);

  equal(loadDraft(storage, "t1", "2 exchange 0", 3, ["6"]), [null, null, null]);
  equal(loadDraft(storage, "t2", "1 exchange 0", 3, ["6"]), [null, null, null]);
});

Deno.test("a draft with a card that is not in the hand is not loaded", () => {
  const storage = new PageStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null, null]);

  equal(loadDraft(storage, "t1", "1 exchange 0", 3, ["7"]), [null, null, null]);
});

Deno.test("an empty draft is removed", () => {
  const storage = new PageStorage();
  storeDraft(storage, "t1", "1 exchange 0", ["6", null]);
  storeDraft(storage, "t1", "1 exchange 0", [null, null]);

  equal(storage.length, 0);
});

function into(part: Partial<State>, card: string): number {
  const nothingChosen = {
    slots: [null, null, null],
    activeSlot: 0,
    isSlotChosen: false,
    hint: null,
  };
  return slotFor({ ...nothingChosen, ...part } as State, card);
}

Deno.test("without a hint a card goes to the active slot, else to the next vacant one", () => {
  equal(into({}, "20"), 0);
  equal(into({ slots: ["5", null, null] }, "20"), 1);
  equal(into({ slots: ["5", "6", "7"] }, "20"), -1);
});

Deno.test("a hinted card goes to its hinted slot, in whatever order the cards are tapped", () => {
  const hint = { actions: ["20", "12", "5"] } as State["hint"];

  equal(["5", "12", "20", "9"].map((card) => into({ hint }, card)), [2, 1, 0, 0]);
  equal(into({ hint, slots: [null, null, "9"] }, "5"), 0); // its slot is filled
  equal(into({ hint, activeSlot: 1, isSlotChosen: true }, "5"), 1); // the user has chosen the slot
  equal(into({ hint: { ...hint, actions: null } as State["hint"] }, "5"), 0); // not answered yet
});
