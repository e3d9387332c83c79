/** What people say to each other: a panel that opens beside the table. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { isAmong, isHeard, type Person, toggled } from "../model/mute_list.ts";
import { otherPeople } from "../model/seats.ts";
import type { Actions, Phrase, State } from "../model/types.ts";
import type { SaidView, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";

const LONGEST = 200;

/** A line in words; a phrase that this page does not know yet is shown as it came. */
export function lineWords(state: State, line: Pick<SaidView, "phrase" | "text">): string {
  if (line.phrase === null) return line.text ?? "";
  const known = state.phrases.find((phrase) => phrase.id === line.phrase);
  return known === undefined ? line.phrase : `${known.sign} ${known.text}`.trim();
}

/** Whether the reader has said it, and nobody who had the place before. */
function isOwn(view: View, line: SaidView): boolean {
  return line.player === view.you && line.person === (view.players[line.player]?.person ?? null);
}

/** The lines that are heard here, the oldest first. */
export function heard(state: State, view: View): SaidView[] {
  return view.talk.filter((line) => isOwn(view, line) || isHeard(state.hushed, line.person));
}

/** The last line, to be read aloud; empty where it is the reader's own or not heard. */
export function spoken(state: State, view: View): string {
  const line = heard(state, view).at(-1);
  if (line === undefined || line.n !== view.talk.at(-1)?.n || line.player === view.you) return "";
  return t("{name}: {words}", { name: line.name, words: lineWords(state, line) });
}

/** How many lines of others came since the panel was last open. */
export function unread(state: State, view: View): number {
  return heard(state, view)
    .filter((line) => line.n > state.read && line.player !== view.you).length;
}

/** Whether anybody may talk at this table, now or later. */
function isTalkative(view: View): boolean {
  return view.table.talk !== "off" && view.players.some((_, player) => player !== view.you) &&
    (view.talk.length > 0 || otherPeople(view).length > 0);
}

/** Whether partners play a round, and talk would help them. */
function isSilent(view: View): boolean {
  const { round } = view;
  return round !== null && round.sides !== null && round.phase !== "over" &&
    round.sides.some((side) => side.length > 1) && !view.table.partners_talk;
}

/** The button that opens the panel; a mark and words say that something is new. */
export function talkButton(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (!isTalkative(view)) return nothing;
  const n = unread(state, view);
  return html`
    <button
      type="button"
      class="talk-button"
      aria-expanded="${state.talking ? "true" : "false"}"
      aria-controls="talk"
      @click="${() => on.talk(!state.talking)}"
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2h12v9H7.500l-4 3.500V11H2Z" /></svg
      ><span class="label">${t("Talk")}</span>${n === 0 ? nothing : html`
        <span class="unread"
        ><span aria-hidden="true">${n}</span
                ><span class="hidden">${tn("{n} new line", "{n} new lines", n)}</span></span>
      `}
    </button>
  `;
}

function said(state: State, view: View, line: SaidView): TemplateResult {
  const emote = state.phrases.find((phrase) => phrase.id === line.phrase && phrase.sign !== "");
  const yours = isOwn(view, line);
  const words = lineWords(state, line);
  return html`<li class="${yours ? "yours" : ""}">
    <b>${line.name}</b>${emote === undefined ? ":" : nothing} <span dir="auto">${words}</span>
  </li>`;
}

function phrases(state: State, on: Actions): TemplateResult {
  const button = (phrase: Phrase) =>
    html`
      <button
        type="button"
        title="${phrase.sign === "" ? nothing : phrase.text}"
        @click="${() => on.speak({ phrase: phrase.id })}"
      >${phrase.sign === ""
        ? phrase.text
        : html`<span aria-hidden="true">${phrase.sign}</span><span class="hidden">${phrase.text}</span>`}</button>
    `;
  return html`
    <div class="phrases" role="group" aria-label="${t("Set phrases")}">
      ${state.phrases.filter((phrase) => phrase.sign === "").map(button)}
    </div>
    <div class="phrases emotes" role="group" aria-label="${t("How you feel")}">
      ${state.phrases.filter((phrase) => phrase.sign !== "").map(button)}
    </div>
  `;
}

function words(state: State, on: Actions): TemplateResult {
  return html`
    <form
      class="speak"
      @submit="${(event: Event) => {
        event.preventDefault();
        const text = state.draft.trim();
        if (text !== "") on.speak({ text });
      }}"
    >
      <label for="speak">${t("In your own words")}</label>
      <div>
        <input
          id="speak"
          maxlength="${LONGEST}"
          autocomplete="off"
          .value="${state.draft}"
          @input="${(event: Event) => on.draft((event.target as HTMLInputElement).value)}"
        />
        <button type="submit">${t("Say")}</button>
      </div>
    </form>
  `;
}

/** Whom the reader may mute or hear again: who is here, who has spoken, who was muted before. */
export function mutable(state: State, view: View): Person[] {
  const seated = otherPeople(view).map((player) => {
    const name = ownName(view, player);
    const isOnlyOne = otherPeople(view).filter((one) => ownName(view, one) === name).length === 1;
    const place = t("{name} at place {n}", { name, n: player + 1 });
    return { person: view.players[player]?.person ?? null, name: isOnlyOne ? name : place };
  });
  const { muted, blocked } = state.hushed;
  const said = view.talk.filter((line) => !isOwn(view, line)).toReversed();
  const known = new Map<string, Person>();
  for (const { person, name } of [...seated, ...said, ...muted, ...blocked]) {
    if (person !== null && !known.has(person)) known.set(person, { person, name });
  }
  return [...known.values()];
}

function hushing(state: State, view: View, on: Actions): TemplateResult {
  const { hushed } = state;
  const row = (text: string, isOn: boolean, take: () => void) =>
    html`
      <label class="tick"
      ><input type="checkbox" .checked="${live(
        isOn,
      )}" @change="${take}" /><span>${text}</span></label>
    `;
  return html`<details class="hushing">
    <summary>${t("Whom you hear")}</summary>
    <p>${t("Only you notice: it is kept in this browser.")}</p>
    ${row(t("Nobody"), hushed.all, () => on.hush({ ...hushed, all: !hushed.all }))}
    ${
    mutable(state, view).map((who) =>
      html`<div>
        ${
        row(
          t("Not {name}, at this table", { name: who.name }),
          isAmong(hushed.muted, who.person),
          () => on.hush({ ...hushed, muted: toggled(hushed.muted, who) }),
        )
      } ${
        row(
          t("Not {name}, at any table", { name: who.name }),
          isAmong(hushed.blocked, who.person),
          () => on.hush({ ...hushed, blocked: toggled(hushed.blocked, who) }),
        )
      }
      </div>`
    )
  }
  </details>`;
}

/** What the reader may say now, or why nothing. */
function saying(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (view.you === null) return html`<p class="about">${t("Those who play talk here.")}</p>`;
  if (isSilent(view)) {
    return html`<p class="about">${t("Nobody talks while partners play a round.")}</p>`;
  }
  return html`
    ${state.refusedWords === null
      ? nothing
      : html`<p class="status refused" role="alert">${state.refusedWords}</p>`}
    ${view.table.talk === "free" ? words(state, on) : nothing} ${phrases(state, on)}
  `;
}

/** The panel; nothing while it is shut. */
export function talk(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (!state.talking || !isTalkative(view)) return nothing;
  const lines = heard(state, view);
  return html`
    <section
      class="talk"
      id="talk"
      aria-labelledby="talk-title"
      @keydown="${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        on.talk(false);
      }}"
    >
        <header>
          <h2 id="talk-title" tabindex="-1">${t("Talk")}</h2>
          <button
            type="button"
            class="icon"
            aria-label="${t("Close")}"
            @click="${() => on.talk(false)}"
          ><span aria-hidden="true">×</span></button>
        </header>
        ${lines.length === 0
          ? html`<p class="about">${t("Nothing has been said yet.")}</p>`
          : html`<ol class="bare lines" tabindex="0" aria-label="${t("What was said")}">
        ${repeat(lines, (line) => line.n, (line) => said(state, view, line))}
      </ol>`} ${saying(state, view, on)} ${hushing(state, view, on)}
      </section>
  `;
}
