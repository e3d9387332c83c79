/** The entry point of the table: shows what the server sends, and sends what the user does. */

import "../storage/stand_in.ts"; // before all that reads a storage
import { AutomaticPlay } from "../assist/automatic_play.ts";
import { followBrowser } from "../net/follow_browser.ts";
import { ignoreDoubleClicks } from "../assist/double_clicks.ts";
import { CardDrag } from "../assist/drag.ts";
import { isGuiding } from "../assist/guide.ts";
import { hintAfterChoice, type HintUpdate, receiveHint, requestHint } from "../assist/hint.ts";
import { CardNumberInput, FieldTyping, handleKey } from "../assist/keyboard.ts";
import { loadPremove, NO_STORAGE, storePremove } from "../assist/premove_storage.ts";
import { ReadOut } from "../assist/read_out.ts";
import { Chat } from "../chat/chat_requests.ts";
import { registerServiceWorker } from "../offline/registration.ts";
import { contributeTo, newContribution } from "../fair/commitments.ts";
import { storeObservedRound } from "../fair/observed_rounds.ts";
import { draftBeforeReload, draftKey, storeDraft } from "../model/exchange_draft.ts";
import { EventQueue } from "../model/event_queue.ts";
import { initialState } from "../model/initial_state.ts";
import { storeOnOtherDevice } from "../storage/other_device.ts";
import { applyEvent } from "../model/reducer.ts";
import { arrivedPlayers, markRematch } from "../storage/rematch.ts";
import { canTakeSeatNow } from "../model/seats.ts";
import { beginsTurn, isClosed } from "../model/selectors.ts";
import { applySettings, migrateSettings } from "../model/settings.ts";
import type { Actions, State, TableContext } from "../model/types.ts";
import {
  browserEnvironment,
  Connection,
  type Listener,
  type TableConnection,
} from "../net/connection.ts";
import { answerForTable } from "../net/open_tables.ts";
import type { Card, TableEvent, View } from "../net/wire.ts";
import { Absences } from "../people/absences.ts";
import { ConnectionChanges } from "../people/connection_line.ts";
import { ClockWarnings, isTicking } from "../people/clock.ts";
import { Countdown, isCountingDown } from "../people/quick_match.ts";
import { t, useLanguageOf } from "../text/i18n.ts";
import { draftChangeText } from "../text/prompt.ts";
import { withAnnouncement } from "./announcements.ts";
import { ClickHandler } from "./clicks.ts";
import { CommandSender } from "./command_sender.ts";
import { openedDialog, reopenedSettings } from "./dialogs.ts";
import { Drawing } from "./drawing.ts";
import { focusLanguage, followChoice, TurnFocus } from "./focus.ts";
import { goOnAtTaps } from "./go_on.ts";
import { closePanelsWhenLeft, focusPanel } from "./panels.ts";
import { Presentation } from "./presentation.ts";
import { countsDownToRound } from "../people/presence_bar.ts";
import { focusNameField, isNameRefusal, stateAtOutage } from "./refusals.ts";
import { settingsActions } from "../settings/settings_actions.ts";
import { lastTrickText, statusText } from "./status_text.ts";
import { stateAfterView } from "./view_change.ts";

/** Clocks are drawn this often, in ms. */
const TICK_MS = 1000;
/** How long the reason why a tapped card is illegal stands in the place of a hint, in ms. */
const REASON_MS = 4000;

export class Table {
  #state: State;
  #root: HTMLElement;
  #animationLayer = document.body.appendChild(document.createElement("div"));
  #connection: TableConnection;
  #draftKey = "";
  #contributedRound: number | null = null;
  #automaticPlay = new AutomaticPlay(
    () => this.#state,
    (card) => this.#clicks.play(card, "automatic play"),
  );
  #presentation: Presentation;
  #warnings = new ClockWarnings();
  #countdown = new Countdown();
  #queue = new EventQueue((event) => this.#receiveEvent(event), {
    tricks: () => this.#state.isReplay ? "pace" : isGuiding() ? "tap" : this.#state.settings.tricks,
    isAway: () => document.hidden,
    showsClaim: () => this.#state.claim !== null,
    showHold: (waitsForTap) => this.#showHold(waitsForTap),
  });
  #context: TableContext = {
    state: () => this.#state,
    change: (part) => this.#change(part),
    announce: (words) => this.#announcementsWith(words),
  };
  #sender = new CommandSender({
    ...this.#context,
    connection: () => this.#connection,
    redraw: () => this.#drawing.draw(),
    refuse: (part, answer) => {
      this.#changeNow({ ...part, announcements: this.#announcementsWith(answer.text) });
      if (isNameRefusal(answer)) focusNameField(this.#root);
    },
    goTo: (table) => table === null ? location.assign("/") : this.#goToRematch(table),
  });
  #clicks = new ClickHandler({
    ...this.#context,
    arrange: (part) => this.#arrange(part),
    send: (command, cause) => this.#sender.send(command, cause),
    isTouched: () => this.#isTouch,
  });
  #chat = new Chat({
    ...this.#context,
    send: (command) => this.#connection.send(command),
    focusPanel: (isOpen, show) =>
      focusPanel(this.#root, "chat", isOpen, () => {
        show();
        this.#drawing.draw();
      }),
  });
  #readOut = new ReadOut();
  #absences = new Absences(this.#context);
  #connectionChanges = new ConnectionChanges(this.#context);
  #turnFocus = new TurnFocus();
  #isTouch = false;
  #storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  #drawing: Drawing;
  #on: Actions;

  constructor(root: HTMLElement, connect: (listener: Listener) => TableConnection) {
    this.#animationLayer.className = "layer";
    this.#root = root;
    this.#state = initialState(root);
    this.#storage = this.#state.isReplay ? NO_STORAGE : sessionStorage;
    this.#on = this.#actions();
    this.#drawing = new Drawing(root, () => this.#state, this.#on);
    this.#presentation = new Presentation({
      root,
      layer: this.#animationLayer,
      settings: () => this.#state.settings,
      reveal: (revealed) => this.#showRevealed(revealed),
    });
    this.#connection = connect({
      status: (status) => this.#connectionChanges.update(status),
      welcome: (view, isRemoved = false) => {
        this.#queue.clear();
        this.#state.isRemoved = isRemoved;
        this.#presentation.skipReveal();
        this.#showView(view, null);
        this.#reopenSettings();
      },
      event: (event) => this.#receiveEvent(event),
      answer: (id, answer) => {
        if (id === this.#state.hint?.id) this.#showHint(receiveHint(this.#state, answer));
        this.#chat.receiveAnswer(id, answer.t === "no" ? answer.text : null);
        this.#sender.receive(id, answer);
      },
      outage: (text) => this.#change(stateAtOutage(this.#state, text)),
      thinking: (player, prepares) => {
        const thinking = new Set([...this.#state.thinking, player]);
        this.#change({ thinking, preparing: prepares ? player : null });
      },
      present: (present) => {
        const arrived = arrivedPlayers(sessionStorage, this.#root.dataset.table ?? "", present);
        this.#change({ present, arrived });
        this.#absences.update();
      },
      time: (clockOffset) => this.#change({ clockOffset }),
    });
  }

  #goToRematch(table: string): void {
    markRematch(sessionStorage, table);
    location.assign(`/tables/${table}`);
  }

  start(): void {
    applySettings(this.#state.settings, document);
    migrateSettings(this.#state.settings, document, localStorage);
    this.#drawing.start(this.#animationLayer);
    const typed = { numberInput: new CardNumberInput(), fieldTyping: new FieldTyping() };
    document.addEventListener("keydown", (event) => {
      if (this.#drawing.isDialogClosed()) this.#changeNow({ dialog: null });
      handleKey(event, typed, {
        state: () => this.#state,
        on: this.#on,
        focusCard: (card) => this.#turnFocus.move(this.#root, card),
        announce: (what) => this.#announce(what),
      });
    });
    document.addEventListener("pointerdown", (event) => {
      this.#isTouch = event.pointerType === "touch";
    }, { capture: true });
    followBrowser(this.#connection, () => this.#on.showScore()); // nothing waits for who is away
    new CardDrag(this.#root, this.#on);
    ignoreDoubleClicks(this.#root, () => this.#state.view?.round?.phase === "play");
    this.#presentation.start();
    goOnAtTaps(this.#root, () => this.#state, this.#on);
    closePanelsWhenLeft(() => this.#state, this.#on);
    setInterval(() => this.#tick(), TICK_MS);
    answerForTable(this.#root.dataset.table ?? "");
    this.#connection.start();
  }

  /** Redraws the clocks once a second, and announces countdown and time warnings. */
  #tick(): void {
    const { view, clockOffset } = this.#state;
    const isWaiting = view !== null &&
      (isTicking(view) || countsDownToRound(this.#state, view, Date.now() - TICK_MS));
    if (view === null || !(isWaiting || isCountingDown(this.#state, view))) return;
    const words = this.#countdown.next(this.#state, view, Date.now()) ??
      this.#warnings.next(view, Date.now() + clockOffset);
    this.#change(words === null ? {} : { announcements: this.#announcementsWith(words) });
  }

  /** Changes the state, which is drawn when this moment's changes are all made. */
  #change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    const { view, premove } = this.#state;
    if (view !== null && part.premove !== undefined) storePremove(this.#storage, view, premove);
    this.#drawing.drawSoon();
    this.#automaticPlay.update(); // an answer may allow a card to be played
  }

  /** Changes and draws the state, for whoever needs what is drawn at once. */
  #changeNow(part: Partial<State>): void {
    this.#change(part);
    this.#drawing.draw();
  }

  /** Shows a new view and presents the event that led to it; null is a whole new view. */
  #showView(view: View, event: TableEvent | null): void {
    const before = this.#presentation.measure();
    const last = this.#state.view;
    const old = last ?? view;
    const choices = draftKey(view);
    const isNew = choices !== this.#draftKey;
    this.#draftKey = choices;
    const slots = isNew ? draftBeforeReload(this.#storage, view) : null;
    if (this.#state.view === null) this.#state.premove = loadPremove(this.#storage, view);
    const state = stateAfterView(this.#state, view, event, slots, this.#sender.isLeaving);
    // No score is seen before the Imp's Trick is opened.
    if (event !== null && this.#presentation.reveals(view, event)) state.revealed = 0;
    this.#state = state;
    storePremove(this.#storage, view, state.premove);
    this.#drawing.draw();
    this.#contribute(view);
    storeObservedRound(localStorage, view);
    if (view.match.rematch !== null) markRematch(sessionStorage, view.match.rematch);
    storeOnOtherDevice(this.#storage, view.table.id, state.onOtherDevice);
    if (canTakeSeatNow(state, view)) {
      this.#state.waitsForSeat = false;
      this.#sender.send({ k: "join", player: null, name: state.name.trim() });
    }
    this.#automaticPlay.update();
    if (isNew) followChoice(this.#root, this.#state, view);
    if (beginsTurn(last, view)) this.#turnFocus.begin(this.#root, this.#state, view);
    this.#presentation.show(before, old, view, event);
  }

  /** Contributes to the next deal, once. */
  #contribute(view: View): void {
    const part = isClosed(view) ? null : contributeTo(localStorage, view.fair, view.you);
    if (part === null || part.round === this.#contributedRound) return;
    this.#contributedRound = part.round;
    this.#connection.send({ k: "seed", ...part });
  }

  #receiveEvent(event: TableEvent): void {
    const { view } = this.#state;
    if (view === null || this.#queue.hold(event)) return;
    const after = applyEvent(view, event);
    this.#showView(after, event);
    this.#queue.update(after, event);
  }

  #announcementsWith(text: string): State["announcements"] {
    return withAnnouncement(this.#state.announcements, text);
  }

  #announce(what: "status" | "last-trick"): void {
    const { view } = this.#state;
    if (view === null) return;
    const words = what === "status" ? statusText(this.#state, view) : lastTrickText(view);
    this.#readOut.show(words);
    this.#change({ announcements: this.#announcementsWith(words) });
  }

  /** Opens the settings again after a change of the language, at the language. */
  #reopenSettings(): void {
    const reopened = reopenedSettings(this.#state);
    this.#changeNow(reopened);
    if (reopened.dialog === "settings") focusLanguage(this.#root);
  }

  /** Puts the raised card back, and takes it back if it waits for a connection to be played. */
  #putBack(): void {
    this.#change({ raised: null, highlighted: null, ...this.#sender.takeBack() });
  }

  /** On a touch screen no pointer leaves a card: the reason why it is illegal gives way to the hint. */
  #showHintAgain(card: Card): void {
    if (this.#state.hint === null || this.#state.highlighted !== card) return;
    setTimeout(() => {
      const { highlighted, raised } = this.#state;
      if (this.#isTouch && highlighted === card && raised !== card) {
        this.#change({ highlighted: null });
      }
    }, REASON_MS);
  }

  #actions(): Actions {
    return {
      tap: (card) => {
        const isUnseen = this.#queue.isHolding; // what was held back is shown before a play
        if (isUnseen) this.#queue.flush();
        this.#turnFocus.settle();
        this.#clicks.tap(card, isUnseen ? "confirm" : "as set");
        this.#showHintAgain(card);
      },
      drop: (card, slot) => this.#clicks.drop(card, slot),
      highlight: (card) => {
        if (card !== this.#state.highlighted) this.#change({ highlighted: card });
      },
      focus: (card, isVisible) =>
        this.#change({ cursor: card, highlighted: isVisible ? card : this.#state.highlighted }),
      activateSlot: (index) => this.#clicks.slot(index),
      choose: (action) => this.#arrange({ slots: [action] }),
      undo: () => this.#clicks.undo(),
      commit: () => this.#clicks.commit(),
      claim: () => this.#clicks.claim(),
      play: (card) => this.#clicks.play(card),
      hint: () => this.#showHint(requestHint(this.#state, this.#connection)),
      closeNews: () => this.#change({ news: null }),
      showScore: () => {
        // A score that was held back begins with the reveal, which holds back what follows itself.
        if (this.#state.revealed !== null) this.#presentation.skipReveal();
        else if (this.#queue.isHolding) this.#queue.flush();
      },
      goOn: () => this.#queue.goOn(),
      cancelRaised: () => this.#putBack(),
      cancelPremove: () => this.#clicks.cancelPremove(),
      next: () => {
        const round = this.#state.view?.round;
        if (round) this.#sender.send({ k: "next", round: round.number });
      },
      rematch: (gathers) => this.#sender.send({ k: "rematch", gathers }),
      leave: () => {
        this.#change({ dialog: null });
        this.#sender.leave();
      },
      takeSeat: (player) => this.#sender.send({ k: "join", player, name: this.#state.name.trim() }),
      waitForSeat: (waitsForSeat) => this.#change({ waitsForSeat }),
      setName: (name) => this.#change({ name, nameError: null }),
      send: (command) => this.#sender.sendAlso(command),
      showCopied: (copied) =>
        this.#change(
          copied === null ? { copied } : { copied, announcements: this.#announcementsWith(copied) },
        ),
      ...this.#chat.actions(),
      open: (dialog) => this.#change(openedDialog(this.#state, dialog)),
      close: () => this.#state.dialog !== null && this.#change({ dialog: null }),
      openDrawer: (drawerOpen) =>
        focusPanel(this.#root, "drawer", drawerOpen, () => this.#changeNow({ drawerOpen })),
      ...settingsActions({
        ...this.#context,
        change: (part) => this.#changeNow(part), // the focus goes to what is drawn
        send: (command) => this.#sender.sendAlso(command),
        sample: () => this.#presentation.sample(),
      }),
    };
  }

  /** Shows and announces that a finished trick waits for a tap, or shows that it does no longer. */
  #showHold(waitsForTap: boolean): void {
    this.#change({ waitsForTap });
    if (!waitsForTap) return;
    const words = t("The trick waits until you go on.");
    this.#change({ announcements: this.#announcementsWith(words) });
  }

  /** Shows so many cards of the Imp's Trick; what follows waits until all have been seen. */
  #showRevealed(revealed: number | null): void {
    this.#change({ revealed });
    if (revealed === null) this.#queue.goOn();
    else this.#queue.pause();
  }

  /** Shows and announces a hint that was asked for, given or refused. */
  #showHint(update: HintUpdate | null): void {
    if (update === null) return;
    const { words, ...part } = update;
    this.#change({ ...part, announcements: this.#announcementsWith(words) });
  }

  /** Changes the draft of the exchange and animates the cards. */
  #arrange(part: Partial<State>): void {
    const before = this.#presentation.measure();
    const { view, slots: old } = this.#state;
    const words = view === null ? "" : draftChangeText(view, old, part.slots ?? old);
    const announcements = words === "" ? this.#state.announcements : this.#announcementsWith(words);
    const hint = hintAfterChoice(this.#state.hint, part.slots ?? old);
    this.#changeNow({ ...part, hint, announcements, reply: null });
    const { slots } = this.#state;
    if (view !== null) storeDraft(sessionStorage, view.table.id, this.#draftKey, slots);
    this.#presentation.showArranged(before);
  }
}

async function begin(root: HTMLElement): Promise<void> {
  const { socket = "" } = root.dataset;
  await useLanguageOf(root);
  const address = new URL(socket, location.href).href.replace(/^http/, "ws");
  root.replaceChildren();
  const connect = (listener: Listener) =>
    new Connection(browserEnvironment(address), listener, newContribution());
  new Table(root, connect).start();
}

const root = document.getElementById("table");
if (root?.dataset.socket !== undefined) { // else it is the table of a lesson or a replay
  registerServiceWorker();
  await begin(root);
}
