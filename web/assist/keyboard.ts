/** Keyboard control. Everything that a pointer can do, keys can do too. */

import {
  cursorCard,
  isChoosing,
  isRoundOver,
  isSent,
  isToPlay,
  ownCards,
  ownHands,
} from "../model/selectors.ts";
import { actionOf } from "../storage/keys.ts";
import type { Actions, State } from "../model/types.ts";
import type { Card } from "../net/wire.ts";

/** What key handling needs from the table. */
interface KeyboardContext {
  state(): State;
  on: Actions;
  focusCard(card: Card): void;
  announce(what: "status" | "last-trick"): void;
}

/** Digits typed within this time, in ms, belong to one number. */
const TYPING_MS = 900;
/** A key this soon, in ms, after one typed into a field that has gone was meant for that field. */
const FIELD_GONE_MS = 1000;
/** The keys that end what is typed into a field. */
const ENDS_TYPING = ["Enter", "Escape", "Tab"];

type PressedKey = Pick<KeyboardEvent, "key" | "timeStamp" | "defaultPrevented">;

/** Collects typed digits into a card's number; starts a new number after a pause. */
export class CardNumberInput {
  #text = "";
  #at = 0;

  /** Adds a digit. Returns the card with this number, else the first card that begins with it. */
  add(sign: string, now: number, cards: Card[]): Card | null {
    this.#text = now - this.#at > TYPING_MS ? sign : this.#text + sign;
    this.#at = now;
    const text = this.#text.replace(",", ".");
    const exact = cards.find((card) => card === text);
    if (exact !== undefined) return exact;
    const found = cards.find((card) => card.startsWith(text));
    if (found !== undefined) return found;
    this.#text = sign;
    return cards.find((card) => card === sign) ?? cards.find((card) => card.startsWith(sign)) ??
      null;
  }
}

/** What is typed into a text field: if the field goes, as when a match begins, no key is a command. */
export class FieldTyping {
  #field: Pick<Element, "isConnected"> | null = null;
  #at = 0;

  /** Remembers a key pressed in the field; one that the field has handled itself is no text. */
  note(
    field: Pick<Element, "isConnected">,
    { key, timeStamp, defaultPrevented }: PressedKey,
  ): void {
    this.#field = ENDS_TYPING.includes(key) || defaultPrevented ? null : field;
    this.#at = timeStamp;
  }

  /** Whether a key pressed outside every field was meant for one that has just gone. */
  goesOn({ key, timeStamp }: PressedKey): boolean {
    const isLate = timeStamp - this.#at >= FIELD_GONE_MS;
    if (isLate || this.#field === null || this.#field.isConnected) return false;
    if (key.length > 1 && key !== "Enter") return false;
    this.#at = timeStamp;
    return true;
  }
}

/** The card that an arrow key, Home or End moves to; null for other keys. */
function neighbouringCard(state: State, card: Card, key: string): Card | null {
  const view = state.view;
  if (view === null) return null;
  const all = ownCards(state, view);
  const place = all.indexOf(card);
  if (place < 0) return null;
  if (key === "ArrowRight") return all[(place + 1) % all.length] ?? null;
  if (key === "ArrowLeft") return all[(place - 1 + all.length) % all.length] ?? null;
  if (key === "Home") return all[0] ?? null;
  if (key === "End") return all.at(-1) ?? null;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const other = ownHands(view).find((hand) => !(hand.cards ?? []).includes(card));
    return all.find((one) => other?.cards?.includes(one)) ?? null;
  }
  return null;
}

/** Whether the element is a control of a form, whose keys are its own. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("textarea, select, input");
}

/** Whether letters are typed into the element. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement &&
    (target.matches("textarea, select") ||
      target.matches("input:not([type=radio], [type=checkbox])"));
}

/**
 * The exchange slot that Shift and a digit select; null for every other key.
 *
 * Digits alone select cards. If the keyboard types digits with Shift, the key alone selects a slot.
 */
export function exchangeSlotOf({ code, key }: Pick<KeyboardEvent, "code" | "key">): number | null {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit === undefined || /^[0-9]$/.test(key) ? null : Number(digit) - 1;
}

/** Puts the focused card into the slot. Returns whether there is such a slot. */
function putIntoSlot(place: number, focused: Card | null, { state, on }: KeyboardContext): boolean {
  const { view, slots } = state();
  if (view === null || !isChoosing(view) || focused === null || place >= slots.length) return false;
  if (slots[place] !== null) on.activateSlot(place); // takes the card in it back
  on.activateSlot(place);
  on.tap(focused);
  return true;
}

/** Handles a key that the user can change. Returns whether it is a shortcut. */
function handleShortcut(key: string, context: KeyboardContext): boolean {
  const state = context.state();
  const view = state.view;
  if (view === null) return false;
  switch (actionOf(state.keys, key)) {
    case "confirm":
      if (isChoosing(view)) context.on.commit();
      else if (state.raised !== null) {
        if (isToPlay(view)) context.on.play(state.raised);
        else context.on.tap(state.raised);
      }
      return true;
    case "undo":
      context.on.undo();
      return true;
    case "claim":
      context.on.claim();
      return true;
    case "next":
      if (isRoundOver(view) || state.claim !== null || state.revealed !== null) {
        context.on.showScore();
      } else if (state.waitsForTap) context.on.goOn();
      else if (view.round?.phase === "over" && !view.match.over) context.on.next();
      return true;
    case "hint":
      context.on.hint();
      return true;
    case "status":
      context.announce("status");
      return true;
    case "lastTrick":
      context.announce("last-trick");
      return true;
    case "tricks":
      context.on.open("tricks");
      return true;
    case "sort":
      context.on.set("sort", state.settings.sort === "suit" ? "number" : "suit");
      return true;
    case "sound":
      context.on.toggleSound();
      return true;
    case "talk":
      context.on.openChat(!state.chatOpen);
      return true;
    case "hand": {
      const card = cursorCard(state, view);
      if (card !== null) context.focusCard(card);
      return true;
    }
    case "help":
      context.on.open("help");
      return true;
    default:
      return false;
  }
}

/** What a key may go on with. */
export interface TypedSoFar {
  numberInput: CardNumberInput;
  fieldTyping: FieldTyping;
}

/** Handles a key press on the page; a key that has been handled has no other effect. */
export function handleKey(
  event: KeyboardEvent,
  { numberInput, fieldTyping }: TypedSoFar,
  context: KeyboardContext,
): void {
  const state = context.state();
  if (isTextField(event.target)) return fieldTyping.note(event.target, event);
  if (event.ctrlKey || event.metaKey || event.altKey || state.view === null) return;
  if (fieldTyping.goesOn(event)) return event.preventDefault();
  if (state.dialog !== null) return;
  if (event.repeat && !event.key.startsWith("Arrow")) {
    // A key held down does once what it does: the focus moves on to what is to be pressed next.
    if (event.key === "Enter") event.preventDefault();
    return;
  }
  const focused = event.target instanceof HTMLElement ? event.target.dataset.card ?? null : null;
  if (event.key === "Escape") {
    if (document.querySelector(":popover-open") !== null) return; // the key closes that
    if (state.raised !== null) {
      if (!isSent(state)) context.on.cancelRaised();
    } else if (state.premove !== null) context.on.cancelPremove();
    else if (state.drawerOpen) context.on.openDrawer(false);
    else if (state.chatOpen) context.on.openChat(false);
    return;
  }
  if (focused !== null) {
    const next = neighbouringCard(state, focused, event.key);
    if (next !== null) {
      context.focusCard(next);
      event.preventDefault();
      return;
    }
  }
  if (!state.settings.keys && focused === null) return;
  if (/^[0-9.,]$/.test(event.key)) {
    const card = numberInput.add(event.key, event.timeStamp, ownCards(state, state.view));
    if (card !== null) context.focusCard(card);
    return;
  }
  if (!state.settings.keys || event.key.length !== 1) return;
  const place = exchangeSlotOf(event);
  if (place === null ? handleShortcut(event.key, context) : putIntoSlot(place, focused, context)) {
    event.preventDefault();
  }
}
