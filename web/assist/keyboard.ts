/** What the keys do. Everything that a pointer can do, keys can do too. */

import {
  cursorOf,
  isChoosing,
  isRoundOver,
  isToPlay,
  ownHands,
  reachable,
} from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { Card } from "../net/wire.ts";

/** What the keys need from the table beyond its state. */
interface Reach {
  state(): State;
  on: Actions;
  focusCard(card: Card): void;
  say(what: "standing" | "last-trick"): void;
}

/** Digits typed within this time belong to one number. */
const TYPING_MS = 900;

/** Gathers digits to a number, and starts anew after a pause. */
export class Typed {
  #text = "";
  #at = 0;

  /** The cards that the digits typed so far may mean: the whole number first, then its beginning. */
  add(sign: string, now: number, cards: Card[]): Card | null {
    this.#text = now - this.#at > TYPING_MS ? sign : this.#text + sign;
    this.#at = now;
    const text = this.#text.replace(",", ".");
    const exact = cards.find((card) => card === text);
    if (exact !== undefined) return exact;
    const begun = cards.find((card) => card.startsWith(text));
    if (begun !== undefined) return begun;
    this.#text = sign;
    return cards.find((card) => card === sign) ?? cards.find((card) => card.startsWith(sign)) ??
      null;
  }
}

/** The card that an arrow, Home or End leads to; null where the key means nothing here. */
function neighbour(state: State, card: Card, key: string): Card | null {
  const view = state.view;
  if (view === null) return null;
  const all = reachable(state, view);
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

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.matches("textarea, select") ||
      target.matches("input:not([type=radio], [type=checkbox])"));
}

/**
 * The place of the exchange that Shift and a digit mean; null for every other key.
 *
 * Digits alone go to cards. Where a keyboard types digits with Shift, the digit key alone is meant.
 */
export function placeOf({ code, key }: Pick<KeyboardEvent, "code" | "key">): number | null {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit === undefined || /^[0-9]$/.test(key) ? null : Number(digit) - 1;
}

/** Puts the focused card into the place; whether there is such a place. */
function put(place: number, focused: Card | null, { state, on }: Reach): boolean {
  const { view, slots } = state();
  if (view === null || !isChoosing(view) || focused === null || place >= slots.length) return false;
  on.slot(place);
  on.tap(focused);
  return true;
}

/** Acts on letters; whether the key was one of ours. */
function letter(key: string, reach: Reach): boolean {
  const state = reach.state();
  const view = state.view;
  if (view === null) return false;
  switch (key.toLowerCase()) {
    case "y":
      if (isChoosing(view)) reach.on.commit();
      else if (isToPlay(view) && state.raised !== null) reach.on.play(state.raised);
      return true;
    case "u":
      reach.on.undo();
      return true;
    case "n":
      if (isRoundOver(view)) reach.on.showScore();
      else if (view.round?.phase === "over" && !view.match.over) reach.on.next();
      return true;
    case "i":
      reach.on.hint();
      return true;
    case "w":
      reach.say("standing");
      return true;
    case "t":
      reach.say("last-trick");
      return true;
    case "s":
      reach.on.set("sort", state.settings.sort === "suit" ? "number" : "suit");
      return true;
    case "m":
      reach.on.talk(!state.talking);
      return true;
    case "h": {
      const card = cursorOf(state, view);
      if (card !== null) reach.focusCard(card);
      return true;
    }
    case "?":
      reach.on.open("help");
      return true;
    default:
      return false;
  }
}

/** Takes a key press of the page; the ones that are used do nothing else. */
export function pressed(event: KeyboardEvent, typed: Typed, reach: Reach): void {
  const state = reach.state();
  if (event.ctrlKey || event.metaKey || event.altKey || state.view === null) return;
  if (state.dialog !== null || isWriting(event.target)) return;
  const focused = event.target instanceof HTMLElement ? event.target.dataset.card ?? null : null;
  if (event.key === "Escape") {
    if (state.raised !== null) reach.on.lower();
    else if (state.drawer) reach.on.drawer(false);
    else if (state.talking) reach.on.talk(false);
    return;
  }
  if (focused !== null) {
    const next = neighbour(state, focused, event.key);
    if (next !== null) {
      reach.focusCard(next);
      event.preventDefault();
      return;
    }
  }
  if (/^[0-9.,]$/.test(event.key)) {
    const card = typed.add(event.key, event.timeStamp, reachable(state, state.view));
    if (card !== null) reach.focusCard(card);
    return;
  }
  if (!state.settings.keys || event.key.length !== 1) return;
  const place = placeOf(event);
  if (place === null ? letter(event.key, reach) : put(place, focused, reach)) {
    event.preventDefault();
  }
}
