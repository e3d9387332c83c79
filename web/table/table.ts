/** The entry point of the table: shows what the server sends, and sends what the user does. */

import { render } from "lit-html";
import { AutomaticPlay } from "../assist/automatic_play.ts";
import { CardDrag } from "../assist/drag.ts";
import { SpeechBubbles } from "../assist/speech_bubbles.ts";
import { type HintUpdate, receiveHint, requestHint } from "../assist/hint.ts";
import { CardNumberInput, handleKey } from "../assist/keyboard.ts";
import { receivedSince } from "../cards/received_cards.ts";
import { contributeTo, newContribution } from "../fair/commitments.ts";
import { storeObservedRound } from "../fair/observed_rounds.ts";
import { draftKey, loadDraft, storeDraft } from "../model/exchange_draft.ts";
import { initialState } from "../model/initial_state.ts";
import { storeMuteList } from "../model/mute_list.ts";
import { storePlaysOnOtherDevice } from "../model/other_device.ts";
import { applyEvent } from "../model/reducer.ts";
import { arrivedPlayers, markRematch } from "../model/rematch.ts";
import { ScoreDelay } from "../model/score_delay.ts";
import { canTakeSeatNow, otherPeople } from "../model/seats.ts";
import { isChoosing, isClosed, OPEN_HAND_CHOICES, ownHands } from "../model/selectors.ts";
import { applySettings, migrateSettings, storeSettings } from "../model/settings.ts";
import type { Actions, State } from "../model/types.ts";
import {
  browserEnvironment,
  Connection,
  type ConnectionStatus,
  type Listener,
  type TableConnection,
} from "../net/connection.ts";
import { answerForTable } from "../net/open_tables.ts";
import type { Card, Command, TableEvent, View } from "../net/wire.ts";
import { connectionText, queuedText } from "../people/connection_line.ts";
import { ClockWarnings, isTicking } from "../people/clock.ts";
import { Countdown, isCountingDown } from "../people/quick_match.ts";
import { fetchCatalogue, t, useCatalogue } from "../text/i18n.ts";
import { draftChangeText } from "../text/prompt.ts";
import { animateCards, cardPositions, motionFor } from "./animation.ts";
import { withAnnouncement } from "./announcements.ts";
import { ClickHandler } from "./clicks.ts";
import { focusCard, followChoice, refocus } from "./focus.ts";
import { table, title } from "./layout.ts";
import { closePanelsOnOutsideClick, focusPanel, layOutTable, watchSizes } from "./panels.ts";
import { focusNameField, isNameRefusal, stateAfterRefusal } from "./refusals.ts";
import { lastTrickText, statusText } from "./status_text.ts";
import { stateAfterView } from "./view_change.ts";

/** The pace in ms at which cards move between hand and slots, whatever the table's. */
const ARRANGE_PACE = 300;
/** How long the reason why a tapped card is illegal stands in the place of a hint, in ms. */
const REASON_MS = 4000;

export class Table {
  #state: State;
  #root: HTMLElement;
  #animationLayer: HTMLElement;
  #connection: TableConnection;
  #draftKey = "";
  #pendingId: string | null = null;
  #lastContribution = "";
  #messageId = "";
  #automaticPlay = new AutomaticPlay(() => this.#state, (card) => this.#clicks.play(card));
  #warnings = new ClockWarnings();
  #countdown = new Countdown();
  #scoreDelay = new ScoreDelay((event) => this.#receiveEvent(event));
  #clicks = new ClickHandler({
    state: () => this.#state,
    change: (part) => this.#change(part),
    arrange: (part) => this.#arrange(part),
    announce: (words) => this.#announcementsWith(words),
    send: (command) => this.#send(command),
    isTouched: () => this.#isTouch,
  });
  #bubbles: SpeechBubbles;
  #isTouch = false;
  #isLeaving = false; // the user gives up the seat, and goes to the front page then
  #isDrawing = false;
  #isStale = false;
  #on: Actions;

  constructor(
    root: HTMLElement,
    layer: HTMLElement,
    connect: (listener: Listener) => TableConnection,
  ) {
    this.#root = root;
    this.#bubbles = new SpeechBubbles(root);
    this.#animationLayer = layer;
    this.#state = initialState(root);
    this.#on = this.#actions();
    this.#connection = connect({
      status: (status) => this.#changeStatus(status),
      welcome: (view) => {
        this.#scoreDelay.clear();
        this.#showView(view, null);
      },
      event: (event) => this.#receiveEvent(event),
      answer: (id, answer) => {
        if (id === this.#state.hint?.id) this.#showHint(receiveHint(this.#state, answer));
        if (id === this.#messageId) this.#messageAnswered(answer.t === "no" ? answer.text : null);
        if (id !== this.#pendingId || answer.t === "hint") return;
        this.#pendingId = null;
        if (answer.t === "no") {
          this.#isLeaving = false;
          this.#change({
            ...stateAfterRefusal(answer),
            announcements: this.#announcementsWith(answer.text),
          });
          if (isNameRefusal(answer)) focusNameField(this.#root);
        } else {
          this.#change({ pending: false, nameError: null });
          if (this.#isLeaving) location.assign("/");
          if (answer.table !== undefined) this.#goToRematch(answer.table);
        }
      },
      thinking: (player, prepares) => {
        const thinking = new Set([...this.#state.thinking, player]);
        this.#change({ thinking, preparing: prepares ? player : null });
      },
      present: (present) => {
        const table = this.#root.dataset.table ?? "";
        this.#change({ present, arrived: arrivedPlayers(sessionStorage, table, present) });
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
    this.#draw();
    const typed = new CardNumberInput();
    document.addEventListener("keydown", (event) =>
      handleKey(event, typed, {
        state: () => this.#state,
        on: this.#on,
        focusCard: (card) => focusCard(this.#root, card),
        announce: (what) => this.#announce(what),
      }));
    document.addEventListener("pointerdown", (event) => {
      this.#isTouch = event.pointerType === "touch";
    }, { capture: true });
    addEventListener("online", () => this.#connection.reconnectNow());
    addEventListener("offline", () => this.#connection.goOffline());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#connection.reconnectNow();
    });
    new CardDrag(this.#root, this.#on);
    closePanelsOnOutsideClick(() => this.#state, this.#on);
    watchSizes(this.#root, this.#animationLayer);
    setInterval(() => this.#tick(), 1000);
    answerForTable(this.#root.dataset.table ?? "");
    this.#connection.start();
  }

  /** Redraws the clocks once a second, and announces countdown and time warnings. */
  #tick(): void {
    const { view, clockOffset } = this.#state;
    if (view === null || !(isTicking(view) || isCountingDown(this.#state, view))) return;
    const words = this.#countdown.next(this.#state, view, Date.now()) ??
      this.#warnings.next(view, Date.now() + clockOffset);
    this.#change(words === null ? {} : { announcements: this.#announcementsWith(words) });
  }

  /** The server has accepted or refused the last chat message. */
  #messageAnswered(chatRefusal: string | null): void {
    this.#change(chatRefusal === null ? { chatRefusal, chatDraft: "" } : { chatRefusal });
  }

  /** A lost connection is announced once, not at every attempt to reconnect. */
  #changeStatus(connection: ConnectionStatus): void {
    const wasOpen = this.#state.connection === "open";
    const { hint } = this.#state; // a hint that was asked for is dropped with the connection
    this.#change({
      connection,
      hint: connection !== "open" && hint?.actions === null ? null : hint,
    });
    const words = connectionText(this.#state);
    if (wasOpen && words !== null) this.#change({ announcements: this.#announcementsWith(words) });
  }

  #change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    this.#draw();
    this.#automaticPlay.update(); // an answer may allow a card to be played
  }

  /** Shows a new view and animates the event that led to it; null is a whole new view. */
  #showView(view: View, event: TableEvent | null): void {
    const before = cardPositions(this.#root);
    const old = this.#state.view ?? view;
    const choices = draftKey(view);
    const isNew = choices !== this.#draftKey;
    this.#draftKey = choices;
    const slots = isNew ? this.#storedDraft(view) : null;
    const state = stateAfterView(this.#state, view, event, slots, this.#isLeaving);
    this.#state = state;
    this.#draw();
    this.#contribute(view);
    storeObservedRound(localStorage, view);
    if (view.match.rematch !== null) markRematch(sessionStorage, view.match.rematch);
    storePlaysOnOtherDevice(sessionStorage, view.table.id, state.isOnOtherDevice);
    if (canTakeSeatNow(state, view)) {
      this.#state.waitsForSeat = false;
      this.#send({ k: "join", player: null, name: state.name.trim() });
    }
    this.#automaticPlay.update();
    if (isNew) followChoice(this.#root, this.#state, view);
    if (event === null) return;
    const last = view.round?.tricks.at(-1);
    const leads = event.k === "play" && event.trick === undefined &&
      view.round?.trick?.plays.length === 1;
    animateCards(this.#root, this.#animationLayer, before, motionFor(view.table.pace), {
      player: event.player ?? null,
      taker: leads || event.k === "score" ? last?.taker ?? null : null,
      arrivals: event.k === "exchange" ? receivedSince(old, view) : undefined,
    });
  }

  /** Contributes to the next deal, once. */
  #contribute(view: View): void {
    const part = isClosed(view) ? null : contributeTo(localStorage, view.fair, view.you);
    if (part === null || part.value === this.#lastContribution) return;
    this.#lastContribution = part.value;
    this.#connection.send({ k: "seed", ...part });
  }

  /** The draft of the exchange from before a reload of the page. */
  #storedDraft(view: View): State["slots"] {
    if (!isChoosing(view)) return [];
    const choices = [...OPEN_HAND_CHOICES, ...ownHands(view).flatMap((hand) => hand.cards ?? [])];
    const asks = view.round?.asks.length ?? 0;
    return loadDraft(sessionStorage, view.table.id, this.#draftKey, asks, choices);
  }

  #receiveEvent(event: TableEvent): void {
    const { view } = this.#state;
    if (view === null || this.#scoreDelay.hold(event)) return;
    const after = applyEvent(view, event);
    this.#showView(after, event);
    this.#scoreDelay.update(after, event);
  }

  #announcementsWith(text: string): State["announcements"] {
    return withAnnouncement(this.#state.announcements, text);
  }

  #announce(what: "status" | "last-trick"): void {
    const { view } = this.#state;
    if (view === null) return;
    const words = what === "status" ? statusText(this.#state, view) : lastTrickText(view);
    this.#change({ announcements: this.#announcementsWith(words) });
  }

  #send(command: Command): void {
    if (this.#state.pending) return this.#draw(); // redraws, so that a changed form control shows the state again
    this.#pendingId = this.#connection.send(command);
    this.#change({ pending: true, lastCommand: command.k, notice: null });
    const words = queuedText(this.#state);
    if (words !== "") this.#change({ announcements: this.#announcementsWith(words) });
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
        this.#clicks.tap(card);
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
      showScore: () => this.#scoreDelay.release(),
      cancelRaised: () => this.#change({ raised: null, highlighted: null }),
      cancelPremove: () => this.#clicks.cancelPremove(),
      next: () => {
        const round = this.#state.view?.round;
        if (round) this.#send({ k: "next", round: round.number });
      },
      rematch: () => this.#send({ k: "rematch" }),
      leave: () => {
        this.#change({ dialog: null });
        const { pending, view } = this.#state;
        // If nobody else stays, the table is closed and says so itself.
        this.#isLeaving = !pending && view !== null && otherPeople(view).length > 0;
        this.#send({ k: "leave" });
      },
      takeSeat: (player) => this.#send({ k: "join", player, name: this.#state.name.trim() }),
      waitForSeat: (waitsForSeat) => this.#change({ waitsForSeat }),
      setName: (name) => this.#change({ name, nameError: null }),
      send: (command) => this.#send(command),
      showCopied: (copied) =>
        this.#change(
          copied === null ? { copied } : { copied, announcements: this.#announcementsWith(copied) },
        ),
      openChat: (chatOpen) => {
        const lastReadMessage = this.#state.view?.talk.at(-1)?.n ?? 0;
        focusPanel(this.#root, "chat", chatOpen, () => {
          this.#change({ chatOpen, lastReadMessage, chatRefusal: null });
        });
      },
      sendMessage: (words) => {
        this.#messageId = this.#connection.send({ k: "say", ...words });
      },
      report: (message) => {
        this.#connection.send({ k: "report", message });
        const words = t("Reported. The host of the server can read what was said.");
        const reported = new Set([...this.#state.reported, message]);
        this.#change({ reported, announcements: this.#announcementsWith(words) });
      },
      setChatDraft: (chatDraft) => this.#change({ chatDraft }),
      setMuteList: (muteList) => {
        storeMuteList(localStorage, this.#state.view?.table.id ?? "", muteList);
        this.#change({ muteList });
      },
      open: (dialog) => this.#change({ dialog }),
      close: () => {
        if (this.#state.dialog !== null) this.#change({ dialog: null });
      },
      openDrawer: (drawerOpen) =>
        focusPanel(this.#root, "drawer", drawerOpen, () => this.#change({ drawerOpen })),
      set: (name, value) => {
        const settings = { ...this.#state.settings, [name]: value };
        applySettings(settings, document);
        storeSettings(settings, document, localStorage);
        this.#change({ settings, premove: settings.premove ? this.#state.premove : null });
      },
      pace: (ms) => {
        storeSettings(this.#state.settings, document, localStorage, { pace: ms });
        this.#send({ k: "pace", ms });
      },
      language: (lang) => {
        storeSettings(this.#state.settings, document, localStorage, { lang });
        location.reload();
      },
    };
  }

  /** Shows and announces a hint that was asked for, given or refused. */
  #showHint(update: HintUpdate | null): void {
    if (update === null) return;
    const { words, ...part } = update;
    this.#change({ ...part, announcements: this.#announcementsWith(words) });
  }

  /** Changes the draft of the exchange and animates the cards. */
  #arrange(part: Partial<State>): void {
    const before = cardPositions(this.#root);
    const { view, slots: old } = this.#state;
    const words = view === null ? "" : draftChangeText(view, old, part.slots ?? old);
    const announcements = words === "" ? this.#state.announcements : this.#announcementsWith(words);
    this.#change({ ...part, announcements, reply: null });
    const { slots } = this.#state;
    if (view !== null) storeDraft(sessionStorage, view.table.id, this.#draftKey, slots);
    animateCards(this.#root, this.#animationLayer, before, motionFor(ARRANGE_PACE), {
      player: null,
      taker: null,
    });
  }

  /** Draws the state. A change during drawing (by a blur event, say) is drawn right after. */
  #draw(): void {
    this.#isStale = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        this.#drawOnce();
      }
    } finally {
      this.#isDrawing = false; // an error must not stop all later drawing
    }
  }

  #drawOnce(): void {
    const focused = document.activeElement;
    const inside = focused !== document.body && this.#root.contains(focused);
    const card = focused instanceof HTMLElement ? focused.dataset.card : undefined;
    const cards = [...this.#root.querySelectorAll<HTMLElement>("[data-card]")];
    const place = cards.findIndex((one) => one.dataset.card === card);
    render(table(this.#state, this.#on), this.#root);
    layOutTable(this.#root);
    this.#bubbles.update(this.#state);
    this.#showDialog();
    const { view } = this.#state;
    const name = title(view);
    if (document.title !== name) document.title = name; // every assignment is an event for the browser
    const now = document.activeElement;
    if (!inside || view === null || now === null) return;
    if (!this.#root.contains(now) || now.matches("[data-fallback-focus]")) {
      refocus(this.#root, this.#state, view, place);
    }
  }

  #showDialog(): void {
    const window = this.#root.querySelector("dialog");
    if (window === null) return;
    if (this.#state.dialog !== null && !window.open) window.showModal();
    if (this.#state.dialog === null && window.open) window.close();
  }
}

async function begin(root: HTMLElement): Promise<void> {
  const { socket = "", catalogue, language = "en" } = root.dataset;
  if (catalogue && language !== "en") useCatalogue(await fetchCatalogue(catalogue, language));
  const layer = document.createElement("div");
  layer.className = "layer";
  document.body.append(layer);
  const address = new URL(socket, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  root.replaceChildren();
  const connect = (listener: Listener) =>
    new Connection(browserEnvironment(address.href), listener, newContribution());
  new Table(root, layer, connect).start();
}

const root = document.getElementById("table");
if (root?.dataset.socket !== undefined) await begin(root); // else it is the table of a lesson
