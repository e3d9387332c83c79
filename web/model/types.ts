/**
 * The state of the table in the browser, and what can be done to it.
 *
 * Types only, so that every other module may import them.
 */

import type { ConnectionStatus } from "../net/connection.ts";
import type { Card, Command, Present, View } from "../net/wire.ts";
import type { MuteList } from "./mute_list.ts";

export interface Settings {
  theme: "system" | "light" | "dark";
  print: "normal" | "large";
  sort: "number" | "suit";
  motion: "system" | "reduced";
  /** Whether a card is played by the second tap or click: of a finger only, of all, or of none. */
  confirm: "touch" | "always" | "never";
  /** Whether a card that is the only one to be played plays itself, after a pause. */
  forced: boolean;
  /** Whether single letters are shortcuts. */
  keys: boolean;
}

/** A setting as the server offers it on its own page too, in the reader's language. */
export interface OfferedSetting {
  name: "pace" | "lang" | keyof Settings;
  title: string;
  is_switch: boolean;
  values: { value: string; title: string; chosen: boolean }[];
}

/** A question, and what was answered; `actions` is null until then. */
export interface Hint {
  id: string;
  /** The moment that it is about. */
  decision: string;
  actions: string[] | null;
  level: string;
  /** Why, in one sentence of the server. */
  reason: string;
}

/** A set phrase in the reader's language; an emote has a sign. */
export interface Phrase {
  id: string;
  text: string;
  sign: string;
}
export type DialogName = "help" | "settings" | "leave" | "people" | "signs";

/** A kind of computer player, and how it plays; those not offered still sit at old tables. */
interface Level {
  name: string;
  title: string;
  text: string;
  offered: boolean;
}

export interface State {
  view: View | null;
  connection: ConnectionStatus;
  /** By how many ms the server's clock is ahead of this one. */
  clockOffset: number;
  /** Who is at the table right now, and how many watch; null before it is told. */
  present: Present | null;
  /** Kinds of computer players, from the weakest on. */
  levels: Level[];
  /** When computer players take the free places (by this clock); null where they wait to be asked. */
  seatsFilledAt: number | null;
  /** Who sits at the table and is played by nobody, and how, in one sentence; empty else. */
  introduction: string;
  /** Where others find this server, such as `http://192.168.1.7:8019`. */
  address: string;
  /** What the reader is called, or would like to be. */
  name: string;
  /** Why the server refused the name. */
  nameError: string | null;
  /** What became of the link that was to be copied, for a moment. */
  copied: string | null;
  /** What people without a name are called, by their places. */
  guests: string[];
  /** Computer players that are being asked right now. */
  thinking: ReadonlySet<number>;
  /** Who thinks while its code is compiled, so that a simpler player plays for it. */
  preparing: number | null;
  /** What is chosen for each ask of the exchange, in their order. */
  slots: (string | null)[];
  /** The slot that the next chosen card goes to. */
  slot: number;
  /** A card that was tapped and waits for a second tap. */
  raised: Card | null;
  /** The card under the pointer or the focus. */
  pointed: Card | null;
  /** The card that the arrow keys start from. */
  cursor: Card | null;
  /** Something was sent and is not answered yet. */
  pending: boolean;
  /** What was asked of a strong player, and answered. */
  hint: Hint | null;
  /** Why the server refused. */
  notice: string | null;
  /** That the reader holds no place any longer, where that was not the reader's wish. */
  placeLost: string | null;
  /** Why the last click did nothing, until something changes. */
  reply: string | null;
  drawerOpen: boolean;
  dialog: DialogName | null;
  settings: Settings;
  /** All settings that can be changed, with their values in words. */
  offeredSettings: OfferedSetting[];
  /** What a screen reader is told, newest last. */
  announcements: { id: number; text: string }[];
  /** What can be said by a click. */
  phrases: Phrase[];
  /** Whether the panel with the talk is open. */
  chatOpen: boolean;
  /** The number of the last line that was seen. */
  lastReadMessage: number;
  /** Whether the reader, who watches, sits down as soon as the round is over. */
  waitsForSeat: boolean;
  /** Words that are being written. */
  chatDraft: string;
  /** Why the last words were not said. */
  chatRefusal: string | null;
  muteList: MuteList;
}

export interface Actions {
  tap(card: Card): void;
  point(card: Card | null): void;
  focus(card: Card, isVisible: boolean): void;
  slot(index: number): void;
  choose(action: string): void;
  undo(): void;
  commit(): void;
  play(card: Card): void;
  /** Shows the score without waiting any longer. */
  showScore(): void;
  lower(): void;
  /** Asks what a strong player would do. */
  hint(): void;
  next(): void;
  rematch(): void;
  leave(): void;
  /** Takes the place, under the name that was typed. */
  takeSeat(player: number): void;
  /** Asks for a place after this round, or takes that back. */
  waitForSeat(waits: boolean): void;
  setName(name: string): void;
  /** Sends a command that needs nothing but itself. */
  send(command: Command): void;
  /** Tells what became of the link that was to be copied; null: it has been shown for long enough. */
  showCopied(words: string | null): void;
  openChat(open: boolean): void;
  sendMessage(words: { phrase: string } | { text: string }): void;
  setChatDraft(words: string): void;
  setMuteList(muteList: MuteList): void;
  open(dialog: DialogName): void;
  close(): void;
  openDrawer(open: boolean): void;
  set<K extends keyof Settings>(name: K, value: Settings[K]): void;
  pace(ms: number): void;
  /** Takes another language; the page is loaded anew. */
  language(code: string): void;
}
