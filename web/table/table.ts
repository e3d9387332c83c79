/** The table in the browser: takes what the server tells, shows it, sends what a person does. */

import { render } from "lit-html";
import { Forced } from "../assist/forced_play.ts";
import { answered, ask, stillFor, type Told } from "../assist/hint.ts";
import { pressed, Typed } from "../assist/keyboard.ts";
import { introduction } from "../cards/exchange.ts";
import { arrivals } from "../cards/received_cards.ts";
import { contribution, fresh } from "../fair/commitments.ts";
import { keepSeen } from "../fair/observed_rounds.ts";
import { choicesKey, keep, recall } from "../model/exchange_draft.ts";
import { initial } from "../model/initial_state.ts";
import { kept } from "../model/mute_list.ts";
import { apply } from "../model/reducer.ts";
import { ScoreDelay } from "../model/score_delay.ts";
import { isToSit, otherPeople } from "../model/seats.ts";
import { isChoosing, isClosed, OPEN, ownHands } from "../model/selectors.ts";
import { moveOld, remember, show } from "../model/settings.ts";
import { stillThinking } from "../model/thinking.ts";
import type { Actions, State } from "../model/types.ts";
import { browserSurroundings, Connection, type Link } from "../net/connection.ts";
import type { Command, TableEvent, View } from "../net/wire.ts";
import { spoken } from "../people/chat.ts";
import { isTicking, Warnings } from "../people/clock.ts";
import { Countdown, isFilling } from "../people/quick_match.ts";
import { fetched, speak } from "../text/i18n.ts";
import { withTurn } from "../text/narration.ts";
import { changedWords, taskWords } from "../text/prompt.ts";
import { motionAt, move, places } from "./animation.ts";
import { news, placeWords } from "./announcements.ts";
import { Clicks } from "./clicks.ts";
import { focusCard, followChoice, refocus } from "./focus.ts";
import { linkWords, table, title } from "./layout.ts";
import { closeBeside, focusPanel, layTable, watchSizes } from "./panels.ts";
import { afterRefusal, focusWrongName, isAboutName } from "./refusals.ts";
import { lastTrickWords, standing } from "./status_text.ts";

/** So many sentences stay for a screen reader that is still busy. */
const SAID_KEPT = 8;
/** Cards that a person moves between hand and slots run at this pace, whatever the table's. */
const ARRANGE_PACE = 300;

class Table {
  #state: State;
  #root: HTMLElement;
  #layer: HTMLElement;
  #connection: Connection;
  #choices = "";
  #sentences = 0;
  #pendingId: string | null = null;
  #contributed = "";
  #spoken = "";
  #forced = new Forced(() => this.#state, (card) => this.#clicks.play(card));
  #warnings = new Warnings();
  #countdown = new Countdown();
  #scoreDelay = new ScoreDelay((event) => this.#happen(event));
  #clicks = new Clicks({
    state: () => this.#state,
    change: (part) => this.#change(part),
    arrange: (part) => this.#arrange(part),
    told: (words) => this.#withSentence(words),
    send: (command) => this.#send(command),
    isTouched: () => this.#touched,
  });
  #touched = false;
  #leaves = false; // the reader gives up the place, and goes to the front page then
  #isDrawing = false;
  #isStale = false;
  #on: Actions;

  constructor(root: HTMLElement, layer: HTMLElement, address: string) {
    this.#root = root;
    this.#layer = layer;
    this.#state = initial(root);
    this.#on = this.#actions();
    this.#connection = new Connection(browserSurroundings(address), {
      link: (link) => this.#linked(link),
      welcome: (view) => {
        this.#scoreDelay.forget();
        this.#see(view, null);
      },
      event: (event) => this.#happen(event),
      answer: (id, answer) => {
        if (id === this.#state.hint?.id) this.#hinted(answered(this.#state, answer));
        if (id === this.#spoken) this.#heard(answer.t === "no" ? answer.text : null);
        if (id !== this.#pendingId || answer.t === "hint") return;
        this.#pendingId = null;
        if (answer.t === "no") {
          this.#leaves = false;
          this.#change({ ...afterRefusal(answer), said: this.#withSentence(answer.text) });
          if (isAboutName(answer)) focusWrongName(this.#root);
        } else {
          this.#change({ pending: false, nameWrong: null });
          if (this.#leaves) location.assign("/");
          if (answer.table !== undefined) location.assign(`/tables/${answer.table}`);
        }
      },
      thinking: (player, prepares) => {
        const thinking = new Set([...this.#state.thinking, player]);
        this.#change({ thinking, preparing: prepares ? player : null });
      },
      present: (present) => this.#change({ present }),
      time: (ahead) => this.#change({ ahead }),
    }, fresh());
  }

  start(): void {
    show(this.#state.settings, document);
    moveOld(this.#state.settings, document, localStorage);
    this.#draw();
    const typed = new Typed();
    document.addEventListener("keydown", (event) =>
      pressed(event, typed, {
        state: () => this.#state,
        on: this.#on,
        focusCard: (card) => focusCard(this.#root, card),
        say: (what) => this.#tell(what),
      }));
    document.addEventListener("pointerdown", (event) => {
      this.#touched = event.pointerType === "touch";
    }, { capture: true });
    addEventListener("online", () => this.#connection.hurry());
    addEventListener("offline", () => this.#connection.lose());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#connection.hurry();
    });
    closeBeside(() => this.#state, this.#on);
    watchSizes(this.#root, this.#layer);
    setInterval(() => this.#second(), 1000);
    this.#connection.start();
  }

  /** Clocks are drawn anew, and who hears the table is told that time gets short. */
  #second(): void {
    const { view, ahead } = this.#state;
    if (view === null || !(isTicking(view) || isFilling(this.#state, view))) return;
    const words = this.#countdown.next(this.#state, view, Date.now()) ??
      this.#warnings.next(view, Date.now() + ahead);
    this.#change(words === null ? {} : { said: this.#withSentence(words) });
  }

  /** What was said was taken, or refused. */
  #heard(refusedWords: string | null): void {
    this.#change(refusedWords === null ? { refusedWords, draft: "" } : { refusedWords });
  }

  /** A line that breaks is said once, not at every further try. */
  #linked(link: Link): void {
    const wasOpen = this.#state.link === "open";
    const { hint } = this.#state; // a question is forgotten with the line
    this.#change({ link, hint: link !== "open" && hint?.actions === null ? null : hint });
    const words = linkWords(this.#state);
    if (wasOpen && words !== null) this.#change({ said: this.#withSentence(words) });
  }

  #change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    this.#draw();
    this.#forced.look(); // an answer that was waited for may free a card
  }

  /** Takes a view and what made it, and forgets what was begun in another situation. */
  #see(view: View, event: TableEvent | null): void {
    const before = places(this.#root);
    const old = this.#state.view ?? view;
    const state: State = { ...this.#state, view };
    const choices = choicesKey(view);
    const isNew = choices !== this.#choices;
    if (isNew) {
      this.#choices = choices;
      state.slots = isChoosing(view) ? this.#begun(view) : [];
      state.slot = Math.max(0, state.slots.indexOf(null));
      state.cursor = null;
      state.notice = null;
      state.placeLost = null;
    }
    if (isNew || view.round?.step !== old.round?.step) state.reply = null;
    if (state.raised !== null && !view.round?.legal.includes(state.raised)) state.raised = null;
    state.hint = stillFor(state.hint, view);
    const known = isNew && isChoosing(view) ? introduction(state, view) : "";
    if (known !== "") state.said = this.#withSentence(known);
    if (event === null) {
      state.thinking = new Set();
      state.preparing = null;
      // Who sits down or loses the place is told by a whole new view.
      const place = placeWords(old, view);
      if (place !== null) state.said = this.#withSentence(place);
      if (place !== null) state.placeLost = view.you === null && !this.#leaves ? place : null;
      const asked = isNew ? withTurn(view, taskWords(view, state.slots)).trim() : "";
      if (asked !== "") state.said = [...state.said, this.#sentence(asked)].slice(-SAID_KEPT);
    } else {
      const words = event.k === "say" ? spoken(state, view) : news(old, view, event);
      if (words !== "") state.said = [...state.said, this.#sentence(words)].slice(-SAID_KEPT);
      state.thinking = stillThinking(state.thinking, view, event);
      if (state.preparing !== null && !state.thinking.has(state.preparing)) state.preparing = null;
      if (event.k === "play" && event.player === view.you) state.notice = null;
    }
    if (state.talking || this.#state.view === null) state.read = view.talk.at(-1)?.n ?? 0;
    this.#state = state;
    this.#draw();
    this.#contribute(view);
    keepSeen(localStorage, view);
    if (isToSit(state, view)) {
      this.#state.waits = false;
      this.#send({ k: "join", player: null, name: state.name.trim() });
    }
    this.#forced.look();
    if (isNew) followChoice(this.#root, this.#state, view);
    if (event === null) return;
    const last = view.round?.tricks.at(-1);
    const leads = event.k === "play" && event.trick === undefined &&
      view.round?.trick?.plays.length === 1;
    move(this.#root, this.#layer, before, motionAt(view.table.pace), {
      player: event.player ?? null,
      taker: leads || event.k === "score" ? last?.taker ?? null : null,
      arrivals: event.k === "exchange" ? arrivals(old, view) : undefined,
    });
  }

  /** Adds this browser's part to the deal to come, once. */
  #contribute(view: View): void {
    const part = isClosed(view) ? null : contribution(localStorage, view.fair, view.you);
    if (part === null || part.value === this.#contributed) return;
    this.#contributed = part.value;
    this.#connection.do({ k: "seed", ...part });
  }

  /** What had been chosen before a reload of the page. */
  #begun(view: View): State["slots"] {
    const choices = [...OPEN, ...ownHands(view).flatMap((hand) => hand.cards ?? [])];
    const asks = view.round?.asks.length ?? 0;
    return recall(sessionStorage, view.table.id, this.#choices, asks, choices);
  }

  #happen(event: TableEvent): void {
    const { view } = this.#state;
    if (view === null || this.#scoreDelay.keep(event)) return;
    const after = apply(view, event);
    this.#see(after, event);
    this.#scoreDelay.look(after, event);
  }

  #sentence(text: string): State["said"][number] {
    this.#sentences += 1;
    return { id: this.#sentences, text };
  }

  #withSentence(text: string): State["said"] {
    return [...this.#state.said, this.#sentence(text)].slice(-SAID_KEPT);
  }

  #tell(what: "standing" | "last-trick"): void {
    const { view } = this.#state;
    if (view === null) return;
    const words = what === "standing" ? standing(this.#state, view) : lastTrickWords(view);
    this.#change({ said: this.#withSentence(words) });
  }

  #send(command: Command): void {
    if (this.#state.pending) return this.#draw(); // what was chosen meanwhile is put back
    this.#pendingId = this.#connection.do(command);
    this.#change({ pending: true, notice: null });
  }

  #actions(): Actions {
    return {
      tap: (card) => this.#clicks.tap(card),
      point: (card) => {
        if (card !== this.#state.pointed) this.#change({ pointed: card });
      },
      focus: (card, isVisible) =>
        this.#change({ cursor: card, pointed: isVisible ? card : this.#state.pointed }),
      slot: (index) => this.#clicks.slot(index),
      choose: (action) => this.#arrange({ slots: [action] }),
      undo: () => this.#clicks.undo(),
      commit: () => this.#clicks.commit(),
      play: (card) => this.#clicks.play(card),
      hint: () => this.#hinted(ask(this.#state, this.#connection)),
      showScore: () => this.#scoreDelay.release(),
      lower: () => this.#change({ raised: null, pointed: null }),
      next: () => {
        const round = this.#state.view?.round;
        if (round) this.#send({ k: "next", round: round.number });
      },
      rematch: () => this.#send({ k: "rematch" }),
      leave: () => {
        this.#change({ dialog: null });
        const { pending, view } = this.#state;
        // Where nobody stays the table is closed, and says so.
        this.#leaves = !pending && view !== null && otherPeople(view).length > 0;
        this.#send({ k: "leave" });
      },
      sit: (player) => this.#send({ k: "join", player, name: this.#state.name.trim() }),
      wait: (waits) => this.#change({ waits }),
      name: (name) => this.#change({ name, nameWrong: null }),
      order: (command) => this.#send(command),
      showCopied: (copied) =>
        this.#change(copied === null ? { copied } : { copied, said: this.#withSentence(copied) }),
      talk: (talking) => {
        const read = this.#state.view?.talk.at(-1)?.n ?? 0;
        focusPanel(this.#root, "talk", talking, () => {
          this.#change({ talking, read, refusedWords: null });
        });
      },
      speak: (words) => {
        this.#spoken = this.#connection.do({ k: "say", ...words });
      },
      draft: (draft) => this.#change({ draft }),
      hush: (hushed) => {
        kept(localStorage, this.#state.view?.table.id ?? "", hushed);
        this.#change({ hushed });
      },
      open: (dialog) => this.#change({ dialog }),
      close: () => {
        if (this.#state.dialog !== null) this.#change({ dialog: null });
      },
      drawer: (drawer) => focusPanel(this.#root, "drawer", drawer, () => this.#change({ drawer })),
      set: (name, value) => {
        const settings = { ...this.#state.settings, [name]: value };
        show(settings, document);
        remember(settings, document, localStorage);
        this.#change({ settings });
      },
      pace: (ms) => {
        remember(this.#state.settings, document, localStorage, { pace: ms });
        this.#send({ k: "pace", ms });
      },
      language: (lang) => {
        remember(this.#state.settings, document, localStorage, { lang });
        location.reload();
      },
    };
  }

  /** A hint was asked for, given or refused: it is said, and shown until the moment has passed. */
  #hinted(told: Told | null): void {
    if (told === null) return;
    const { words, ...part } = told;
    this.#change({ ...part, said: this.#withSentence(words) });
  }

  /** Changes what is chosen, and lets the cards run to their places. */
  #arrange(part: Partial<State>): void {
    const before = places(this.#root);
    const { view, slots: old } = this.#state;
    const words = view === null ? "" : changedWords(view, old, part.slots ?? old);
    const said = words === "" ? this.#state.said : this.#withSentence(words);
    this.#change({ ...part, said, reply: null });
    const { slots } = this.#state;
    if (view !== null) keep(sessionStorage, view.table.id, this.#choices, slots);
    move(this.#root, this.#layer, before, motionAt(ARRANGE_PACE), { player: null, taker: null });
  }

  /** Draws the state; what changes it while it is being drawn (a blur, say) is drawn right after. */
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
      this.#isDrawing = false; // what went wrong once must not stop all later drawing
    }
  }

  #drawOnce(): void {
    const focused = document.activeElement;
    const inside = focused !== document.body && this.#root.contains(focused);
    const card = focused instanceof HTMLElement ? focused.dataset.card : undefined;
    const cards = [...this.#root.querySelectorAll<HTMLElement>("[data-card]")];
    const place = cards.findIndex((one) => one.dataset.card === card);
    render(table(this.#state, this.#on), this.#root);
    layTable(this.#root);
    this.#showDialog();
    const { view } = this.#state;
    const name = title(view);
    if (document.title !== name) document.title = name; // each writing is an event for others
    const now = document.activeElement;
    if (!inside || view === null || now === null) return;
    if (!this.#root.contains(now) || now.matches("[data-refuge]")) {
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
  if (catalogue && language !== "en") speak(await fetched(catalogue, language));
  const layer = document.createElement("div");
  layer.className = "layer";
  document.body.append(layer);
  const address = new URL(socket, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  root.replaceChildren();
  new Table(root, layer, address.href).start();
}

const root = document.getElementById("table");
if (root !== null) await begin(root);
