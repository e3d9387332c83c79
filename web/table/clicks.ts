/** What a click on a card, a slot or a button does; a click without effect is explained. */

import { canPremove, premoveChangeText } from "../assist/premove.ts";
import { claimCommand } from "../assist/claim.ts";
import { slotFor } from "../model/exchange_draft.ts";
import { undoCommand } from "../assist/undo.ts";
import { isChoosing, isComplete, isToPlay, isUsable, ownHands } from "../model/selectors.ts";
import type { State, TableContext } from "../model/types.ts";
import type { Card, Command, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import type { Cause } from "./command_sender.ts";
import { allChosenText, promptText, remainingText, unusableReason } from "../text/prompt.ts";

/** What click handling needs from the table. */
interface ClickContext extends TableContext {
  /** Changes the draft of the exchange and animates the cards. */
  arrange(part: Partial<State>): void;
  send(command: Command, cause?: Cause): void;
  /** Whether the last pointer event was a touch. */
  isTouched(): boolean;
}

export class ClickHandler {
  #table: ClickContext;
  /** The card that was sent last, with round and step. */
  #sent = "";

  constructor(table: ClickContext) {
    this.#table = table;
  }

  /**
   * Handles a click on a card: chooses, raises or plays it, or explains why not.
   *
   * Where the table has changed since the user saw it, the first click always only raises the card.
   */
  tap(card: Card, rule: "confirm" | "as set" = "as set"): void {
    const state = this.#table.state();
    const { view, raised, pending } = state;
    const hand = view === null
      ? undefined
      : ownHands(view).find((one) => one.cards?.includes(card));
    if (view === null || hand === undefined) return;
    if (canPremove(state, view) && this.#sent !== playKey(view, card)) {
      this.#premove(view, card);
    } else if (pending) return;
    else if (!isUsable(view, hand, card)) {
      this.#reply(unusableReason(state, view, card), { raised: null, highlighted: card });
    } else if (isChoosing(view)) this.#put(card);
    else if ((rule === "confirm" || this.#needsConfirmation()) && raised !== card) {
      this.#table.change({ raised: card, highlighted: card });
    } else this.play(card);
  }

  /** Handles a card dragged to the table or to a slot; a drag needs no second tap. */
  drop(card: Card, slot: number | null): void {
    const state = this.#table.state();
    const { view, premove, pending } = state;
    if (view === null) return;
    if (isChoosing(view) && slot !== null && !pending) this.slot(slot, true);
    if (canPremove(state, view) && this.#sent !== playKey(view, card)) {
      if (premove !== card) this.#changePremove(view, card);
    } else if (isToPlay(view) && !pending && view.round?.legal.includes(card)) this.play(card);
    else this.tap(card);
  }

  /** Whether the first tap or click only raises the card. */
  #needsConfirmation(): boolean {
    const { confirm } = this.#table.state().settings;
    return confirm === "touch" ? this.#table.isTouched() : confirm === "always";
  }

  /** Shows and announces why a click had no effect. */
  #reply(reply: string | null, part: Partial<State> = {}): void {
    const { view, announcements } = this.#table.state();
    const isAtCard = part.highlighted !== undefined && view !== null && isToPlay(view);
    this.#table.change({
      ...part,
      announcements: reply === null ? announcements : this.#table.announce(reply),
      reply: isAtCard ? null : reply, // the reason is shown at the card
      notice: null,
    });
  }

  play(card: Card, cause: Cause = "user"): void {
    const { view, pending } = this.#table.state();
    const round = view?.round;
    if (!view || !round) return;
    if (!pending) {
      this.#sent = playKey(view, card);
      this.#table.change({ premove: null });
    }
    this.#table.send({ k: "play", round: round.number, step: round.step, card }, cause);
  }

  /** Chooses the card ahead, raises it if a second tap is needed, or takes it back. */
  #premove(view: View, card: Card): void {
    const { premove, raised } = this.#table.state();
    if (premove === card) this.#changePremove(view, null);
    else if (this.#needsConfirmation() && raised !== card) {
      this.#table.change({ raised: card, highlighted: card });
    } else this.#changePremove(view, card);
  }

  #changePremove(view: View, premove: Card | null): void {
    const { premove: before } = this.#table.state();
    const announcements = this.#table.announce(premoveChangeText(view, before, premove));
    this.#table.change({ premove, announcements, raised: null, highlighted: null, reply: null });
  }

  /** Takes back the card chosen ahead. Returns whether there was one. */
  cancelPremove(): boolean {
    const { view, premove } = this.#table.state();
    if (view === null || premove === null) return false;
    this.#changePremove(view, null);
    return true;
  }

  /** Puts the card into its slot and moves on to the next free one. */
  #put(card: Card): void {
    const state = this.#table.state();
    const slots = [...state.slots];
    const into = slotFor(state, card);
    if (into < 0) return this.#reply(allChosenText());
    slots[into] = card;
    const free = slots.findIndex((one) => one === null);
    const activeSlot = free < 0 ? into : free;
    this.#table.arrange({ slots, activeSlot, isSlotChosen: false, highlighted: null });
  }

  /** Activates the slot; a card in it goes back to the hand, or `isForNext` makes way for one. */
  slot(index: number, isForNext = false): void {
    const state = this.#table.state();
    if (state.pending) return;
    const slots = [...state.slots];
    const isSlotChosen = isForNext || slots[index] === null; // else its card is taken back
    slots[index] = null;
    this.#table.arrange({ slots, activeSlot: index, isSlotChosen });
  }

  /** Has the rest of the round played, if the server offers it. */
  claim(): void {
    const { view } = this.#table.state();
    const command = view === null ? null : claimCommand(view);
    if (command !== null) return this.#table.send(command);
    // Lessons and replays offer no claims at all, and before one's turn nothing is asked.
    if (view !== null && isToPlay(view) && view.table.status === "playing") {
      this.#reply(
        t("Nothing can be claimed now: it is not certain who takes the tricks to come."),
      );
    }
  }

  /** Takes back the card chosen ahead, what the server lets be undone, or the last choice. */
  undo(): void {
    if (this.cancelPremove()) return;
    const { view, slots } = this.#table.state();
    const command = view === null ? null : undoCommand(view);
    if (command !== null) return this.#table.send(command);
    if (view === null || !isChoosing(view)) return;
    const last = slots.findLastIndex((choice) => choice !== null);
    if (last >= 0) this.slot(last);
  }

  /** Sends the choice, or says what is missing. */
  commit(): void {
    const state = this.#table.state();
    const { view, slots } = state;
    const round = view?.round;
    if (!round || !isChoosing(view)) return;
    if (!isComplete(state)) {
      return this.#reply(round.phase === "choice" ? promptText(view) : remainingText(slots));
    }
    const actions = slots.filter((choice) => choice !== null);
    this.#table.send({ k: "commit", round: round.number, stage: round.stage, actions });
  }
}

/** The card with the round and the step at which it is played. */
function playKey(view: View, card: Card): string {
  return `${view.round?.number} ${view.round?.step} ${card}`;
}
