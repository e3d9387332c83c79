/** A lesson's page: the table of a match, with a teacher beside it. */

import { render } from "lit-html";
import { isField } from "../assist/keyboard.ts";
import { ReadOut } from "../assist/read_out.ts";
import { finishedCookie } from "../storage/finished_lessons.ts";
import { actionOf, currentKeys, followKeys, type KeyAction } from "../storage/keys.ts";
import { readSettings } from "../model/settings.ts";
import { Table } from "../table/table.ts";
import { t, useLanguageOf } from "../text/i18n.ts";
import { lessonEnvironment } from "./browser_environment.ts";
import { LessonConnection, type Progress } from "./lesson_connection.ts";
import {
  isFinished,
  isLastTextShown,
  leadsOut,
  teacher,
  type TeacherState,
  textsOf,
} from "./teacher.ts";

/** The keys that do what the buttons of the panel do. */
const KEYS: Partial<Record<KeyAction, "goOn" | "tryAgain" | "back">> = {
  next: "goOn",
  tryAgain: "tryAgain",
  back: "back",
};

/** What waits for that key at the table. */
const WAITING = "[data-act=go-on], [data-act=show-score]";

class Lesson {
  #panel: HTMLElement;
  #state: TeacherState;
  #connection: LessonConnection | null = null;
  #note = new ReadOut("status");
  #table: HTMLElement;

  constructor(panel: HTMLElement, table: HTMLElement) {
    this.#panel = panel;
    this.#table = table;
    const exercises = JSON.parse(panel.dataset.exercises ?? "[]");
    const asked = Number(location.hash.slice(1)) - 1;
    this.#state = {
      lesson: JSON.parse(panel.dataset.lesson ?? "{}"),
      exercises,
      next: JSON.parse(panel.dataset.next ?? "null"),
      exercise: asked > 0 && asked < exercises.length ? asked : 0,
      text: 0,
      outcome: "open",
      said: "",
      hasActed: false,
    };
  }

  start(): void {
    this.#panel.replaceChildren();
    this.#draw();
    document.addEventListener("keydown", (event) => this.#handleKey(event)); // before the table does
    const { lesson, exercise } = this.#state;
    new Table(this.#table, (listener) => {
      this.#connection = new LessonConnection(
        lessonEnvironment((number) => `/api/lessons/${lesson.key}/${number + 1}`),
        listener,
        (progress) => this.#receive(progress),
        exercise,
      );
      this.#connection.hold(!isLastTextShown(this.#state));
      return this.#connection;
    }).start();
    this.#table.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("[data-card]")) this.#pointForward();
    });
    followKeys(() => this.#draw());
  }

  goOn(): void {
    const state = this.#state;
    if (leadsOut(state)) location.assign(state.next?.url ?? "/learn");
    else if (!isLastTextShown(state)) this.#change({ text: state.text + 1 });
    else if (state.outcome !== "open") this.#open(state.exercise + 1);
  }

  back(): void {
    const { exercise, text, hasActed } = this.#state;
    if (hasActed) this.#open(exercise);
    else if (text > 0) this.#change({ text: text - 1 });
    else if (exercise > 0) this.#open(exercise - 1);
  }

  /** Begins the exercise anew, with its goal and without the explanations. */
  tryAgain(): void {
    if (!this.#state.hasActed) return;
    this.#open(this.#state.exercise, textsOf(this.#state).length - 1);
  }

  #open(exercise: number, text = 0): void {
    history.replaceState(null, "", `#${exercise + 1}`);
    this.#change({ exercise, text, outcome: "open", said: "", hasActed: false });
    this.#connection?.open(exercise);
  }

  #receive({ outcome, said, actions }: Progress): void {
    if (actions === 0) return;
    this.#change({ outcome, said, hasActed: true });
    if (!isFinished(this.#state)) return;
    document.cookie = finishedCookie(document.cookie, this.#state.lesson.key);
  }

  #change(part: Partial<TeacherState>): void {
    const focused = document.activeElement;
    const wasInPanel = this.#panel.contains(focused);
    const wasOver = this.#state.outcome !== "open";
    this.#state = { ...this.#state, ...part };
    this.#connection?.hold(!isLastTextShown(this.#state));
    this.#draw();
    const isOver = this.#state.outcome !== "open";
    if (isOver && !wasOver && !document.querySelector("dialog[open]")) this.#focusForward();
    else if (wasInPanel && !this.#panel.contains(document.activeElement)) this.#focusForward();
  }

  /** Moves the focus to what comes next: a button of the panel, or the cards. */
  #focusForward(): void {
    const target = this.#panel.querySelector<HTMLElement>("button.primary, a.primary") ??
      this.#table.querySelector<HTMLElement>('.own-hands [data-card][tabindex="0"]') ??
      this.#panel.querySelector<HTMLElement>("button");
    target?.focus();
  }

  /** Where cards wait for the reader, a tap on one says so, and points at the way on. */
  #pointForward(): void {
    if (!this.#connection?.waitsForReader) return;
    this.#note.show(t("Read on first, then play."));
    if (matchMedia("(prefers-reduced-motion)").matches) return;
    const button = this.#panel.querySelector("button.primary");
    button?.animate({ scale: [1, 1.08, 1] }, { duration: 400, easing: "ease-in-out" });
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || isField(event.target)) return;
    if (!readSettings(document.cookie, localStorage).keys) return;
    const action = actionOf(currentKeys(), event.key);
    // The key that goes on with the table goes on with the lesson where nothing there waits for it.
    if (action === "next" && this.#table.querySelector(WAITING) !== null) return;
    const does = action === null ? undefined : KEYS[action];
    if (does !== undefined) this[does]();
  }

  #draw(): void {
    const settings = readSettings(document.cookie, localStorage);
    render(teacher(this.#state, { settings, keys: currentKeys() }, this), this.#panel);
  }
}

async function begin(panel: HTMLElement, table: HTMLElement): Promise<void> {
  await useLanguageOf(table);
  new Lesson(panel, table).start();
}

const panel = document.getElementById("teacher");
const table = document.getElementById("table");
if (panel !== null && table !== null) await begin(panel, table);
