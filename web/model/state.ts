/** What the table shows and what a person has begun: one value, and what can be done to it. */

import type { Link } from "../net/connection.ts";
import type { Hushed } from "./hush.ts";
import type { Hint } from "../assist/hint.ts";
import type { OfferedSetting, Settings } from "./settings.ts";
import type { Phrase } from "../people/talk.ts";
import type {
  Card,
  Command,
  DeckCard,
  HandView,
  Play,
  Present,
  RoundView,
  TakenTrick,
  View,
} from "../net/wire.ts";

export type DialogName = "help" | "settings" | "leave" | "people" | "signs";

/** A kind of computer player, and how it plays; those not offered still sit at old tables. */
export interface Level {
  name: string;
  title: string;
  text: string;
  offered: boolean;
}

export interface State {
  view: View | null;
  link: Link;
  /** By how many ms the server's clock is ahead of this one. */
  ahead: number;
  /** Who is at the table right now, and how many watch; null before it is told. */
  present: Present | null;
  /** Kinds of computer players, from the weakest on. */
  levels: Level[];
  /** When computer players take the free places (by this clock); null where they wait to be asked. */
  fillsAt: number | null;
  /** Who sits at the table and is played by nobody, and how, in one sentence; empty else. */
  introduction: string;
  /** Where others find this server, such as `http://192.168.1.7:8019`. */
  address: string;
  /** What the reader is called, or would like to be. */
  name: string;
  /** Why the server refused the name. */
  nameWrong: string | null;
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
  drawer: boolean;
  dialog: DialogName | null;
  settings: Settings;
  /** All settings that can be changed, with their values in words. */
  offered: OfferedSetting[];
  /** What a screen reader is told, newest last. */
  said: { id: number; text: string }[];
  /** What can be said by a click. */
  phrases: Phrase[];
  /** Whether the panel with the talk is open. */
  talking: boolean;
  /** The number of the last line that was seen. */
  read: number;
  /** Whether the reader, who watches, sits down as soon as the round is over. */
  waits: boolean;
  /** Words that are being written. */
  draft: string;
  /** Why the last words were not said. */
  refusedWords: string | null;
  hushed: Hushed;
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
  sit(player: number): void;
  /** Asks for a place after this round, or takes that back. */
  wait(waits: boolean): void;
  name(name: string): void;
  /** Sends a command that needs nothing but itself. */
  order(command: Command): void;
  /** Tells what became of the link that was to be copied; null: it has been shown for long enough. */
  showCopied(words: string | null): void;
  talk(open: boolean): void;
  speak(words: { phrase: string } | { text: string }): void;
  draft(words: string): void;
  hush(hushed: Hushed): void;
  open(dialog: DialogName): void;
  close(): void;
  drawer(open: boolean): void;
  set<K extends keyof Settings>(name: K, value: Settings[K]): void;
  pace(ms: number): void;
  /** Takes another language; the page is loaded anew. */
  language(code: string): void;
}

const decks = new WeakMap<DeckCard[], Map<Card, DeckCard>>();

/** The deck's cards by their number. */
export function deckOf(view: View): Map<Card, DeckCard> {
  const known = decks.get(view.table.deck);
  if (known !== undefined) return known;
  const deck = new Map(view.table.deck.map((card) => [card.c, card]));
  decks.set(view.table.deck, deck);
  return deck;
}

/** The hands that are the reader's own. */
export function ownHands(view: View): HandView[] {
  return view.round?.hands.filter((hand) => hand.player === view.you) ?? [];
}

/** The hands of others that lie open. */
export function openHands(view: View): HandView[] {
  return view.round?.hands.filter((hand) => hand.player !== view.you && hand.cards !== null) ?? [];
}

/** The cards of a hand in the order wished for; those that are committed are no longer among them. */
export function sorted(view: View, cards: Card[], by: Settings["sort"]): Card[] {
  const deck = deckOf(view);
  const order = [...deck.keys()];
  const suits = ["low", "mid", "high"];
  const place = (card: Card) => order.indexOf(card);
  const suit = (card: Card) => suits.indexOf(deck.get(card)?.s ?? "low");
  return [...cards].sort((one, other) =>
    (by === "suit" ? suit(one) - suit(other) : 0) || place(one) - place(other)
  );
}

/** Whether the table has been left before the match was over. */
export function isClosed(view: View): boolean {
  return view.table.status === "closed";
}

/** Whether the reader has something to choose in the exchange. */
export function isChoosing(view: View): boolean {
  const round = view.round;
  return round !== null && view.you !== null && !isClosed(view) && round.asks.length > 0 &&
    round.committed === null &&
    (round.phase === "exchange" || round.phase === "choice");
}

/** Whether the reader is to play a card now. */
export function isToPlay(view: View): boolean {
  return view.you !== null && !isClosed(view) && view.round?.phase === "play" &&
    view.round.legal.length > 0;
}

/** Whether the last card of the round lies on the table, and the score is not shown yet. */
export function isRoundOver(view: View): boolean {
  return !isClosed(view) && view.round?.phase === "over" && view.round.result === null;
}

/** The trick to look at: the one on the table, or the one just taken until somebody leads. */
export function shownTrick(
  round: RoundView,
): { plays: Play[]; leader: number; taken: TakenTrick | null } {
  const last = round.tricks.at(-1);
  if (last !== undefined && (round.trick === null || round.trick.plays.length === 0)) {
    return { plays: last.plays, leader: last.leader, taken: last };
  }
  const trick = round.trick;
  return { plays: trick?.plays ?? [], leader: trick?.leader ?? round.order[0] ?? 0, taken: null };
}

/** Whether the table hides aids to memory now: earlier tricks, points taken, cards played. */
export function hidesAids(view: View, round: RoundView): boolean {
  return !view.table.aids && round.phase !== "over";
}

/** How many tricks of the round are finished; a table without aids does not list them all. */
export function tricksFinished(view: View, round: RoundView): number {
  return Math.floor(round.step / playsPerTrick(view, round));
}

/** How many cards make a trick: those held and played, over the tricks of the round. */
export function playsPerTrick(view: View, round: RoundView): number {
  const held = round.hands.reduce((sum, hand) => sum + hand.size, 0);
  return Math.round((held + round.step) / view.table.tricks);
}
