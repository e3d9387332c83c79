/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import {
  isHeard,
  loadMuteList,
  type MuteList,
  storeMuteList,
  toggle,
} from "../storage/mute_list.ts";
import type { State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { markup, words } from "../text/template_markup.ts";
import {
  lastMessageText,
  messageContent,
  messageText,
  mutablePeople,
  unreadCount,
  visibleMessages,
} from "./chat.ts";
import { face } from "./faces.ts";

const NOBODY: MuteList = { all: false, muted: [], blocked: [] };
const BOB = { person: "b", name: "Bob" };
const CYD = { person: "c", name: "Cyd" };
const phrases = [
  { id: "hello", text: "Hallo", sign: "" },
  { id: "smiles", text: "lächelt", sign: "🙂" },
];

function knowing(muteList: MuteList, lastReadMessage = 0): State {
  return { phrases, muteList, lastReadMessage } as unknown as State;
}

function line(n: number, player: number, name: string, phrase: string | null, text: string | null) {
  return { n, at: 0, player, name, person: "abc"[player], phrase, text };
}

function table(...talk: unknown[]): View {
  const human = (name: string, person: string) => ({ name, kind: "human", person });
  const players = [human("Ann", "a"), human("Bob", "b")];
  return { you: 0, players, talk } as unknown as View;
}

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}

Deno.test("a phrase is shown in the user's language", () => {
  equal(messageText(knowing(NOBODY), { phrase: "hello", text: null }), "Hallo");
});

Deno.test("an emote is said in words, and shown with a face that needs no font", () => {
  const emote = { phrase: "smiles", text: null };
  const shown = markup(messageContent(knowing(NOBODY), emote));

  equal(messageText(knowing(NOBODY), emote), "lächelt");
  equal([shown.includes("<svg"), shown.includes("🙂")], [true, false]);
});

Deno.test("an emote without a drawing keeps its sign", () => {
  equal(words(face({ id: "sings", text: "sings", sign: "🎵" })), "🎵");
});

Deno.test("messages of a muted person are not shown, announced or counted", () => {
  const view = table(line(1, 1, "Bob", "hello", null));
  const state = knowing({ ...NOBODY, muted: [BOB] });

  equal(visibleMessages(state, view), []);
  equal(lastMessageText(state, view), "");
  equal(unreadCount(state, view), 0);
});

Deno.test("a muted person stays muted under another name; others of that name are not muted", () => {
  const view = table(line(1, 1, "Rob", "hello", null), line(2, 2, "Bob", "hello", null));

  equal(visibleMessages(knowing({ ...NOBODY, blocked: [BOB] }), view).map((one) => one.n), [2]);
});

Deno.test("people of one name can be told apart and muted one by one", () => {
  const view = table();
  const guests = view.players.map((who) => ({ ...who, name: "Guest" }));
  const third = { name: "Guest", kind: "human", person: "c" };
  const shown = { ...view, players: [...guests, third] } as unknown as View;

  equal(mutablePeople(knowing(NOBODY), shown), [
    { person: "b", name: "Guest at place 2" },
    { person: "c", name: "Guest at place 3" },
  ]);
  equal(mutablePeople(knowing({ ...NOBODY, muted: [CYD] }), view), [BOB, CYD]);
});

Deno.test("other messages are announced, and counted until they are seen", () => {
  const view = table(line(1, 1, "Bob", null, "Nice"));

  equal(lastMessageText(knowing(NOBODY), view), "Bob: Nice");
  equal(unreadCount(knowing(NOBODY), view), 1);
  equal(unreadCount(knowing(NOBODY, 1), view), 0);
});

Deno.test("the user's own messages are shown but not announced, even if everybody is muted", () => {
  const view = table(line(1, 0, "Ann", null, "Nice"));
  const state = knowing({ ...NOBODY, all: true });

  equal(visibleMessages(state, view).length, 1);
  equal(lastMessageText(state, view), "");
  equal(unreadCount(state, view), 0);
});

Deno.test("a block holds at every table, a mute at one", () => {
  const storage = memory();
  storeMuteList(storage, "one", { all: false, muted: [BOB], blocked: [CYD] });

  equal(loadMuteList(storage, "one"), { all: false, muted: [BOB], blocked: [CYD] });
  equal(loadMuteList(storage, "other"), { all: false, muted: [], blocked: [CYD] });
  equal(isHeard(loadMuteList(storage, "other"), "b"), true);
  equal(isHeard(loadMuteList(storage, "other"), "c"), false);
});

Deno.test("a mute list that finds no room is not stored, and does no harm", () => {
  const full = {
    ...memory(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  storeMuteList(full, "one", { all: true, muted: [BOB], blocked: [CYD] });

  equal(loadMuteList(full, "one"), NOBODY);
});

Deno.test("stored values that are not lists of people are ignored", () => {
  const storage = memory();
  storage.setItem("bottle_blocked", '{"a":1}');

  equal(loadMuteList(storage, "one"), NOBODY);
  storage.setItem("bottle_blocked", '["Bob", null, {"person": 1}]');
  equal(loadMuteList(storage, "one"), NOBODY);
  equal(toggle([BOB], { ...BOB, name: "Rob" }), []);
});
