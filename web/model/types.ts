/**
 * The state of the table in the browser, and the actions that change it.
 *
 * Types only, so that every other module may import them.
 */

import type { ConnectionStatus } from "../net/connection.ts";
import type { Card, Command, HintRow, PresenceUpdate, View } from "../net/wire.ts";
import type { KeyAction, Keys } from "../storage/keys.ts";
import type { MuteList } from "../storage/mute_list.ts";

export interface Settings {
  theme: "system" | "light" | "dark";
  print: "normal" | "large";
  sort: "number" | "suit";
  motion: "system" | "reduced";
  /** How long a finished trick stays: as long as the pace says, longer, or until a tap. */
  tricks: "pace" | "slower" | "tap";
  /** How loud the sounds are. */
  sound: "quiet" | "medium" | "loud" | "off";
  /** Whether a phone vibrates at the user's turn. */
  vibration: boolean;
  /** Whether a notification says that it is the user's turn while the page is hidden. */
  notifications: boolean;
  /** When a second tap or click confirms a play: on touch screens only, always, or never. */
  confirm: "touch" | "always" | "never";
  /** Whether the only legal card is played automatically after a pause. */
  forced: boolean;
  /** Whether a card can be chosen ahead of the user's turn. */
  premove: boolean;
  /** Whether single letters work as shortcuts. */
  keys: boolean;
  /** How much is announced: everything, the same in few words, or the user's turns and tricks. */
  announcements: "all" | "short" | "turns";
}

/** A claim whose tricks are being shown, and how many tricks were finished before it. */
export interface ShownClaim {
  player: number;
  claim: string;
  tricksBefore: number;
}

/** A setting as the server describes it, in the user's language. */
export interface OfferedSetting {
  name: "pace" | "lang" | keyof Settings;
  title: string;
  is_switch: boolean;
  values: { value: string; title: string; chosen: boolean }[];
}

/** Settings that belong together, and their heading. */
export interface SettingGroup {
  title: string;
  settings: OfferedSetting[];
}

/** A hint that was asked for; `actions` is null until the server has answered. */
export interface Hint {
  id: string;
  /** The decision that it is about. */
  decision: string;
  actions: string[] | null;
  level: string;
  /** The reason, in one sentence of the server. */
  reason: string;
  /** What each card wins or risks, and what goes for all of them. */
  rows: HintRow[];
  notes: string[];
}

/** A preset phrase in the user's language; `sign` is empty unless it is an emote. */
export interface Phrase {
  id: string;
  text: string;
  sign: string;
}
export type DialogName = "help" | "settings" | "leave" | "people" | "legend" | "tricks";

/** A level of computer players; one that is no longer offered can still sit at old tables. */
interface Level {
  name: string;
  title: string;
  text: string;
  offered: boolean;
}

export interface State {
  view: View | null;
  /** Whether a finished round is replayed, in which nothing can be done. */
  isReplay: boolean;
  /** Whether the round begins in the middle, as in a lesson, with fewer cards than were dealt. */
  beginsMidway: boolean;
  connection: ConnectionStatus;
  /** By how many ms the server's clock is ahead of the browser's. */
  clockOffset: number;
  /** Who is present and how many watch; null until the server has said so. */
  present: PresenceUpdate | null;
  /** The levels of computer players, weakest first. */
  levels: Level[];
  /** When computer players take the free seats, by the browser's clock; null if never. */
  seatsFilledAt: number | null;
  /** How seats without a player are played, in one sentence; empty if there are none. */
  introduction: string;
  /** The address at which others reach this server, such as `http://192.168.1.7:8019`. */
  address: string;
  /** The address of the form for a new table of the same edition. */
  newTable: string;
  /** The user's name, as typed. */
  name: string;
  /** Why the server refused the name. */
  nameError: string | null;
  /** The result of copying the invitation link, shown for a moment. */
  copied: string | null;
  /** The names of people who gave none, by seat. */
  guests: string[];
  /** The computer players that are thinking now. */
  thinking: ReadonlySet<number>;
  /** The computer player whose code is still being compiled; a simpler player plays for it. */
  preparing: number | null;
  /** The choice for each ask of the exchange, in order. */
  slots: (string | null)[];
  /** The slot that the next chosen card goes to. */
  activeSlot: number;
  /** Whether the user has chosen that slot, so that no hint decides where the next card goes. */
  isSlotChosen: boolean;
  /** The card that was tapped and needs a second tap to be played. */
  raised: Card | null;
  /** The card chosen ahead, to be played as soon as it is the user's turn. */
  premove: Card | null;
  /** The card under the pointer or the focus. */
  highlighted: Card | null;
  /** The card that the arrow keys move from. */
  cursor: Card | null;
  /** Whether a command has been sent and not answered yet. */
  pending: boolean;
  /** Whether that command waits for a connection, so that it can still be taken back. */
  queued: boolean;
  /** The command that was sent last. */
  lastCommand: Command | null;
  /** The hint that was asked for. */
  hint: Hint | null;
  /** Whether a finished trick stays until the user goes on. */
  waitsForTap: boolean;
  /** The claim whose tricks are being shown; null before one and once the score has come. */
  claim: ShownClaim | null;
  /** The claim that was told to be offered last, with its round and trick. */
  offeredClaim: string;
  /** How many cards of the Imp's Trick are open while it is revealed; null outside of that. */
  revealed: number | null;
  /** Why the server refused the last command. */
  notice: string | null;
  /** Whether the server has said that it can save nothing, and nothing has happened since. */
  isOutage: boolean;
  /** A message that the user has lost the seat without having asked to leave. */
  placeLost: string | null;
  /** The players seen so far at a table that follows a match; null if it follows none. */
  arrived: number[] | null;
  /** The tag of whoever holds the user's seat on another device; null where nobody does. */
  onOtherDevice: string | null;
  /** Who has sat down or left since the round began, in words. */
  news: string | null;
  /** Why the last click had no effect; null after the next change. */
  reply: string | null;
  drawerOpen: boolean;
  dialog: DialogName | null;
  /** The last announcement before the dialog was opened. */
  announcedBeforeDialog: number;
  settings: Settings;
  keys: Keys;
  /** The action that gets the key which the user presses next. */
  newKeyFor: KeyAction | null;
  /** What has become of the last change of a key. */
  keyNotice: string;
  /** The settings that can be changed, with their values in words. */
  offeredSettings: SettingGroup[];
  /** The announcements for screen readers, newest last. */
  announcements: { id: number; text: string }[];
  /** The preset phrases of the chat. */
  phrases: Phrase[];
  /** Whether the chat panel is open. */
  chatOpen: boolean;
  /** The number of the last chat message that was seen. */
  lastReadMessage: number;
  /** Whether the host has sent the user away, who gets no seat here any more. */
  isRemoved: boolean;
  /** Whether the user, a spectator, takes a seat as soon as the round is over. */
  waitsForSeat: boolean;
  /** The chat message that is being written. */
  chatDraft: string;
  /** Why the server refused the last chat message. */
  chatRefusal: string | null;
  muteList: MuteList;
  /** The numbers of the chat messages that the user has reported. */
  reported: ReadonlySet<number>;
}

export interface Actions {
  tap(card: Card): void;
  /** A card was dragged to the table, or to a slot of the exchange. */
  drop(card: Card, slot: number | null): void;
  highlight(card: Card | null): void;
  focus(card: Card, isVisible: boolean): void;
  activateSlot(index: number): void;
  choose(action: string): void;
  undo(): void;
  commit(): void;
  /** Has the server play the rest of the round, where its outcome is certain. */
  claim(): void;
  play(card: Card): void;
  /** Shows the score at once. */
  showScore(): void;
  /** Ends the hold of a finished trick. */
  goOn(): void;
  /** Turns the sounds off, or on again as loud as they were. */
  toggleSound(): void;
  cancelRaised(): void;
  /** Takes back the card chosen ahead. */
  cancelPremove(): void;
  /** Asks what a strong player would do. */
  hint(): void;
  /** Takes the line about who has sat down or left away. */
  closeNews(): void;
  next(): void;
  rematch(gathers: boolean): void;
  leave(): void;
  /** Takes the seat under the name that was typed. */
  takeSeat(player: number): void;
  /** Asks for a seat after this round, or withdraws that. */
  waitForSeat(waitsForSeat: boolean): void;
  setName(name: string): void;
  /** Sends a command as it is. */
  send(command: Command): void;
  /** Shows the result of copying the link; null hides it. */
  showCopied(words: string | null): void;
  openChat(open: boolean): void;
  sendMessage(words: { phrase: string } | { text: string }): void;
  setChatDraft(words: string): void;
  /** Reports a chat message to the host of the server. */
  report(message: number): void;
  setMuteList(muteList: MuteList): void;
  open(dialog: DialogName): void;
  close(): void;
  openDrawer(open: boolean): void;
  set<K extends keyof Settings>(name: K, value: Settings[K]): void;
  /** Waits for the new key of this action; null waits no longer. */
  awaitKey(action: KeyAction | null): void;
  /** Gives the awaited action this key; returns whether it could have it. */
  chooseKey(key: string): boolean;
  /** Gives all actions their default keys. */
  resetKeys(): void;
  pace(ms: number): void;
  /** Changes the language and reloads the page. */
  language(code: string): void;
}

/** What parts of the table see of it, and how they change it. */
export interface TableContext {
  state(): State;
  change(part: Partial<State>): void;
  /** The announcements with another one added. */
  announce(words: string): State["announcements"];
}
