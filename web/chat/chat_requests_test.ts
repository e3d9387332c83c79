/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { State } from "../model/types.ts";
import type { Command } from "../net/wire.ts";
import { Chat } from "./chat_requests.ts";

/** A chat with what was sent, and a state that it changes. */
function begun() {
  const sent: Command[] = [];
  let state = { chatDraft: "", chatRefusal: null } as unknown as State;
  const chat = new Chat({
    state: () => state,
    change: (part) => (state = { ...state, ...part }),
    announce: () => [],
    send: (command) => `c${sent.push(command)}`,
    focusPanel: (_, show) => show(),
  });
  const { sendMessage, setChatDraft } = chat.actions();
  return { chat, sent, sendMessage, setChatDraft, draft: () => state.chatDraft };
}

Deno.test("what was said leaves the field, what is typed meanwhile stays", () => {
  const { chat, sendMessage, setChatDraft, draft } = begun();
  setChatDraft("hello ");
  sendMessage({ text: "hello" });
  chat.receiveAnswer("c1", null);
  equal(draft(), "");

  setChatDraft("how are");
  sendMessage({ phrase: "smiles" });
  chat.receiveAnswer("c2", null);
  equal(draft(), "how are");

  sendMessage({ text: "how are" });
  setChatDraft("how are you");
  chat.receiveAnswer("c3", null);
  equal(draft(), "how are you");
});

Deno.test("a refused message stays in the field", () => {
  const { chat, sendMessage, setChatDraft, draft } = begun();
  setChatDraft("hello");
  sendMessage({ text: "hello" });
  chat.receiveAnswer("c1", "Too many messages.");
  equal(draft(), "hello");
});

Deno.test("a message that has not been answered is not sent twice", () => {
  const { chat, sent, sendMessage } = begun();
  sendMessage({ text: "hello" });
  sendMessage({ text: "hello" });
  equal(sent.length, 1);

  chat.receiveAnswer("c1", null);
  sendMessage({ text: "hello" });
  sendMessage({ text: "you?" });
  equal(sent.length, 3);
});

Deno.test("a phrase said before the answer leaves the words to be answered for", () => {
  const { chat, sendMessage, setChatDraft, draft } = begun();
  setChatDraft("hello");
  sendMessage({ text: "hello" });
  sendMessage({ phrase: "smiles" });
  chat.receiveAnswer("c1", null);
  chat.receiveAnswer("c2", null);
  equal(draft(), "");
});
