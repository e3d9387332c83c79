/** The page that replays a round: its table, and the way through its steps. */

import { render } from "lit-html";
import { isTextField } from "../assist/keyboard.ts";
import { readSettings } from "../model/settings.ts";
import type { State } from "../model/types.ts";
import type { RoundReplay } from "../net/wire.ts";
import { actionOf, currentKeys, followKeys } from "../storage/keys.ts";
import { storeValue } from "../storage/store.ts";
import { browserEnvironment, Connection } from "../net/connection.ts";
import { TOO_MANY } from "../offline/not_yet.ts";
import { Table } from "../table/table.ts";
import { t, useLanguageOf } from "../text/i18n.ts";
import { AdviceRequests } from "./advice_requests.ts";
import { ReplayConnection } from "./replay_connection.ts";
import { type Advised, type PanelActions, type PanelState, replayPanel } from "./replay_panel.ts";
import { placesInFile, type ReplaySource, sourceOf } from "./replay_source.ts";
import {
  isChoiceOf,
  isDifferent,
  isDoubtful,
  neighbouringTrick,
  nothingFoundText,
  placeText,
} from "./step_text.ts";
import { watchTable } from "./table_watch.ts";

/** While the replay runs a card is shown so long, and the last one of a trick so long, in ms. */
const CARD_MS = 1100;
const TRICK_MS = 2400;
/** After so long a stronger player may be ready whose place another one has taken, in ms. */
const STAND_IN_MS = 6000;
const MOST_STAND_INS = 20;
/** So much of the advice is to be in sight, in pixels: two lines. */
const LEAST_ADVICE_PX = 40;
/** What the server answers, as HTTP numbers it. */
const NOT_FOUND = 404;
const SERVER_ERROR = 500;
/** Whether advice is shown is remembered in this browser. */
const STORED_ADVICE = "bottle_replay_advice";

/** The step that the address names after its #; 0 where it names none. */
function stepInAddress(): number {
  const step = Number(location.hash.slice(1));
  return Number.isInteger(step) ? Math.max(0, step) : 0;
}

/** The player whose place the address names, or the reader's own; null for an onlooker's. */
function firstPlayer(places: PanelState["places"]): number | null {
  const asked = new URLSearchParams(location.search).get("player");
  // The places of a file are known once it is read; the first is always a player's.
  if (places.length === 0) return /^\d$/.test(asked ?? "0") ? Number(asked) : null;
  const chosen = places.find(({ player }) => String(player) === asked) ??
    places.find(({ is_chosen }) => is_chosen);
  return chosen === undefined || chosen.player === "" ? null : chosen.player;
}

class Replay implements PanelActions {
  #panel: HTMLElement;
  #table: HTMLElement;
  #levels: State["levels"];
  #source: ReplaySource;
  #connection: ReplayConnection | null = null;
  #state: PanelState;
  #advice: AdviceRequests;
  /** The steps on which advice is being asked for. */
  #asked = new Set<number>();
  #standIns = 0;
  /** How often a doubtful choice was looked for, or a search was stopped. */
  #searches = 0;
  /** The advice to which the panel was scrolled. */
  #inSight: Advised | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: HTMLElement, table: HTMLElement, source: ReplaySource) {
    this.#panel = panel;
    this.#table = table;
    this.#source = source;
    this.#levels = JSON.parse(table.dataset.levels ?? "[]");
    const { round = "1", rounds = "1", places = "[]" } = panel.dataset;
    const known = JSON.parse(places) as PanelState["places"];
    this.#state = {
      source,
      round: Number(round),
      rounds: Number(rounds),
      news: "",
      places: known,
      player: firstPlayer(known),
      replay: null,
      step: stepInAddress(),
      isPlaying: false,
      failure: null,
      showsAdvice: localStorage.getItem(STORED_ADVICE) === "yes",
      advice: new Map(),
      searchWords: "",
      isFound: false,
      isJump: false,
      isSearching: false,
    };
    this.#advice = new AdviceRequests(
      (address) => source.request(address),
      (call, ms) => void setTimeout(call, ms),
    );
  }

  start(): void {
    this.#panel.replaceChildren();
    new Table(this.#table, (listener) => this.#connection = new ReplayConnection(listener))
      .start();
    document.addEventListener("keydown", (event) => this.#handleKey(event));
    addEventListener("hashchange", () => this.go(stepInAddress()));
    followKeys(() => this.#draw());
    this.#draw();
    void this.#load();
    this.#watch();
  }

  /** Tells the reader what happens at the table meanwhile. */
  #watch(): void {
    const { table } = this.#source;
    if (table === null) return;
    const { rounds } = this.#state;
    const address = new URL(`/tables/${table}/socket`, location.href).href.replace(/^http/, "ws");
    watchTable(
      (listener) => new Connection(browserEnvironment(address), listener, "replay"),
      rounds,
      ({ rounds, words }) => {
        if (rounds !== this.#state.rounds || words !== this.#state.news) {
          this.#change({ rounds, news: words });
        }
      },
    );
  }

  async #load(): Promise<void> {
    const { player, round } = this.#state;
    let answer: Response;
    let told;
    try {
      answer = await this.#source.request(this.#source.roundAddress(round, player));
      told = await answer.json();
    } catch {
      const failure = { words: t("The round could not be fetched."), mayPass: true };
      if (player === this.#state.player) this.#change({ failure });
      return;
    }
    if (player !== this.#state.player) return; // another place has been chosen since
    if (!answer.ok) return this.#refuse(answer.status, told.text);
    const replay: RoundReplay = told;
    const step = Math.min(this.#state.step, replay.steps.length);
    this.#connection?.load(replay, step);
    this.#asked = new Set();
    const shown = { replay, step, failure: null, advice: new Map(), searchWords: "" };
    if (this.#source.table === null) {
      this.#change({ ...shown, rounds: replay.rounds, places: placesInFile(replay.view) });
      document.title = t("Round {n}: {table}", { n: round, table: replay.view.table.title });
    } else this.#change(shown);
    this.#nameStep();
    this.#askAtStep();
  }

  /** Says why the server does not tell the round; what a file lacks leads to its first round. */
  #refuse(status: number, words: string): void {
    if (status === NOT_FOUND && this.#source.table === null) {
      location.replace(this.#source.roundPage(1));
    } else {
      this.#change({ failure: { words, mayPass: status === TOO_MANY || status >= SERVER_ERROR } });
    }
  }

  go(step: number): void {
    this.#stop();
    this.#show(step);
  }

  back(): void {
    this.go(this.#state.step - 1);
  }

  goOn(): void {
    this.go(this.#state.step + 1);
  }

  backTrick(): void {
    const { replay, step } = this.#state;
    if (replay !== null) this.go(neighbouringTrick(replay, step, -1));
  }

  onTrick(): void {
    const { replay, step } = this.#state;
    if (replay !== null) this.go(neighbouringTrick(replay, step, 1));
  }

  togglePlaying(): void {
    const { replay, step, isPlaying } = this.#state;
    if (isPlaying || replay === null) return this.#stop();
    if (step === replay.steps.length) this.#show(0);
    this.#change({ isPlaying: true });
    this.#runOn();
  }

  see(player: number | null): void {
    const wasPlaying = this.#state.isPlaying;
    this.#stop();
    this.#change({ player, failure: null });
    this.#nameStep();
    void this.#load().then(() => wasPlaying && this.togglePlaying());
  }

  showAdvice(showsAdvice: boolean): void {
    storeValue(localStorage, STORED_ADVICE, showsAdvice ? "yes" : "no");
    this.#change({ showsAdvice });
    this.#askAtStep();
  }

  /** Goes to the next choice that a strong player would not have made, after the shown step. */
  search(): void {
    this.#stop();
    this.showAdvice(true);
    void this.#search();
  }

  /** Looks no further for such a choice. */
  stopSearch(): void {
    this.#searches += 1;
    this.#change({ isSearching: false, searchWords: "" });
  }

  retry(): void {
    this.#change({ failure: null });
    void this.#load().then(() => {
      const next = this.#state.failure === null ? "see" : "retry";
      this.#panel.querySelector<HTMLElement>(`[data-act=${next}]`)?.focus();
    });
  }

  async #search(): Promise<void> {
    const { replay, player, step: from } = this.#state;
    if (replay === null || player === null) return;
    const search = this.#searches += 1;
    const isCurrent = () => this.#state.replay === replay && this.#state.step === from;
    this.#change({ isSearching: true });
    let words = "";
    let agrees = true;
    let isFound = false;
    for (let step = from + 1; step <= replay.steps.length; step += 1) {
      if (!isChoiceOf(replay, step, player)) continue;
      this.#change({ searchWords: t("Looking at: {place}", { place: placeText(replay, step) }) });
      const found = await this.#ask(step);
      if (this.#searches !== search) return; // stopped, and perhaps begun anew
      if (!isCurrent()) break;
      if ("refusal" in found) {
        words = found.refusal;
        break;
      }
      agrees &&= !isDifferent(found);
      if (isDoubtful(found)) {
        isFound = true;
        this.#show(step);
        break;
      }
    }
    if (words === "" && !isFound && isCurrent()) words = nothingFoundText(from, agrees);
    this.#change({ isSearching: false, searchWords: words, isFound });
  }

  /** Asks for advice on a choice, once. */
  async #ask(step: number) {
    const { replay, player } = this.#state;
    const known = this.#state.advice.get(step);
    const isAdvice = known !== undefined && known !== "asked" && !("refusal" in known);
    if (isAdvice && !known.stands_in) return known;
    const asked = this.#asked.add(step);
    if (!isAdvice) this.#change({ advice: new Map(this.#state.advice).set(step, "asked") });
    const { round } = this.#state;
    const found = await this.#advice.ask(this.#source.adviceAddress(round, step, player));
    asked.delete(step);
    if (this.#state.replay !== replay) return found;
    if (!isAdvice || !("refusal" in found)) {
      this.#change({ advice: new Map(this.#state.advice).set(step, found) });
    }
    if ("stands_in" in found && found.stands_in) this.#askAgain(replay, step);
    return found;
  }

  /** Asks for advice on the choice that is shown, if it is wanted. */
  #askAtStep(): void {
    const { replay, step, player, showsAdvice } = this.#state;
    if (replay === null || !showsAdvice || !isChoiceOf(replay, step, player)) return;
    if (!this.#asked.has(step)) void this.#ask(step);
  }

  /** Asks again after a while, if the step is still shown then: the strongest player may be ready. */
  #askAgain(replay: PanelState["replay"], step: number): void {
    if (this.#standIns === MOST_STAND_INS) return;
    this.#standIns += 1;
    setTimeout(() => {
      if (this.#state.replay === replay && this.#state.step === step) this.#askAtStep();
    }, STAND_IN_MS);
  }

  /** Names the place and the shown step in the address: whoever it is sent to sees the same. */
  #nameStep(): void {
    const { player, step } = this.#state;
    history.replaceState(null, "", `?player=${player ?? ""}#${step}`);
  }

  #show(step: number): void {
    const { replay } = this.#state;
    if (replay === null) return;
    const shown = Math.min(Math.max(step, 0), replay.steps.length);
    if (shown === this.#state.step) return;
    const isJump = shown !== this.#state.step + 1;
    this.#connection?.show(shown);
    this.#change({
      step: shown,
      isJump,
      isFound: false,
      searchWords: this.#state.isSearching ? this.#state.searchWords : "",
    });
    this.#nameStep();
    this.#askAtStep();
  }

  /** Shows the next step after a pause, until the round is over. */
  #runOn(): void {
    const { replay, step } = this.#state;
    const event = replay?.steps[step - 1]?.event;
    const pause = event === undefined || event.trick !== undefined ? TRICK_MS : CARD_MS;
    this.#timer = setTimeout(() => {
      this.#show(this.#state.step + 1);
      if (this.#state.step === replay?.steps.length) this.#stop();
      else this.#runOn();
    }, pause);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    if (this.#state.isPlaying) this.#change({ isPlaying: false });
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const isOnSlider = target?.matches("input[type=range]") ?? false;
    if (document.querySelector("dialog[open]") || (isTextField(target) && !isOnSlider)) return;
    // On a card the arrows go through the hand, and on the slider they move it.
    const hasArrows = target?.dataset.card !== undefined || isOnSlider;
    if (event.key === "ArrowRight" && !hasArrows) this.goOn();
    else if (event.key === "ArrowLeft" && !hasArrows) this.back();
    if (!readSettings(document.cookie, localStorage).keys) return;
    const action = actionOf(currentKeys(), event.key);
    if (action === "next") this.goOn();
    else if (action === "back") this.back();
    else if (action === "hint" && this.#state.player !== null) {
      this.showAdvice(!this.#state.showsAdvice);
    }
  }

  #change(part: Partial<PanelState>): void {
    this.#state = { ...this.#state, ...part };
    this.#draw();
  }

  #draw(): void {
    const context = {
      settings: readSettings(document.cookie, localStorage),
      keys: currentKeys(),
      levels: this.#levels,
      viewAt: (step: number) => this.#connection?.viewAt(step) ?? null,
    };
    render(replayPanel(this.#state, context, this), this.#panel);
    this.#keepAdviceInSight();
  }

  /** Scrolls the panel to advice that is new: on a phone it may lie below the edge. */
  #keepAdviceInSight(): void {
    const { step, showsAdvice } = this.#state;
    const found = this.#state.advice.get(step);
    const shown = showsAdvice && found !== "asked" ? found : undefined;
    if (shown === this.#inSight) return;
    this.#inSight = shown;
    const [way, words, advice] = [".way", ".lesson-words", ".advice"].map((part) =>
      this.#panel.querySelector<HTMLElement>(part)
    );
    if (shown === undefined || !way || !words || !advice) return;
    const { top, bottom } = this.#panel.getBoundingClientRect();
    const scrollTo = (part: HTMLElement) =>
      this.#panel.scrollTop += part.getBoundingClientRect().top - top - way.offsetHeight;
    // From the top, where the words about the step begin, unless the advice is below the edge then.
    scrollTo(words);
    const covered = parseFloat(getComputedStyle(this.#panel).scrollPaddingBottom);
    const isBelow = advice.getBoundingClientRect().top > bottom - covered - LEAST_ADVICE_PX;
    if (isBelow) scrollTo(advice);
  }
}

async function begin(panel: HTMLElement, table: HTMLElement): Promise<void> {
  await useLanguageOf(table);
  const source = sourceOf(panel);
  if (source !== null) new Replay(panel, table, source).start();
}

const panel = document.getElementById("replay");
const table = document.getElementById("table");
if (panel !== null && table !== null) await begin(panel, table);
