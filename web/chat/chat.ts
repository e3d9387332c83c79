/** The chat: a panel that opens beside the table. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { isHeard, isListed, type Person, toggle } from "../storage/mute_list.ts";
import { otherPeople } from "../model/seats.ts";
import type { Actions, Phrase, State } from "../model/types.ts";
import type { ChatMessageView, View } from "../net/wire.ts";
import { t, tn } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";
import { shortcut } from "../text/shortcuts.ts";
import { face } from "./faces.ts";

const LONGEST_MESSAGE = 200;

type Message = Pick<ChatMessageView, "phrase" | "text">;

/** The text of a message; the id of a phrase that this page does not know. */
export function messageText(state: State, line: Message): string {
  if (line.phrase === null) return line.text ?? "";
  return state.phrases.find((phrase) => phrase.id === line.phrase)?.text ?? line.phrase;
}

/** The message as it is shown: an emote has its face before the words. */
export function messageContent(state: State, line: Message): TemplateResult {
  const known = state.phrases.find((phrase) => phrase.id === line.phrase);
  return html`${known === undefined ? nothing : face(known)} ${messageText(state, line)}`;
}

/** Whether the user has written it, not somebody who had the seat before. */
function isOwn(view: View, line: ChatMessageView): boolean {
  return line.player === view.you && line.person === (view.players[line.player]?.person ?? null);
}

/** The messages that are not muted, oldest first. */
export function visibleMessages(state: State, view: View): ChatMessageView[] {
  return view.talk.filter((line) => isOwn(view, line) || isHeard(state.muteList, line.person));
}

/** The last message, to be announced; empty if it is the user's own or muted. */
export function lastMessageText(state: State, view: View): string {
  const line = visibleMessages(state, view).at(-1);
  if (line === undefined || line.n !== view.talk.at(-1)?.n || line.player === view.you) return "";
  return t("{name}: {words}", { name: line.name, words: messageText(state, line) });
}

/** How many messages of others have come since the panel was last open. */
export function unreadCount(state: State, view: View): number {
  return visibleMessages(state, view)
    .filter((line) => line.n > state.lastReadMessage && line.player !== view.you).length;
}

/** Whether there can be a chat at this table, now or later. */
function hasChat(view: View): boolean {
  return view.table.talk !== "off" && view.players.some((_, player) => player !== view.you) &&
    (view.talk.length > 0 || otherPeople(view).length > 0);
}

/** Whether the chat is suspended because partners are playing a round. */
function isChatSuspended(view: View): boolean {
  const { round } = view;
  return round !== null && round.sides !== null && round.phase !== "over" &&
    round.sides.some((side) => side.length > 1) && !view.table.partners_talk;
}

/** The button that opens the panel, with the number of unread messages. */
export function chatButton(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (!hasChat(view)) return nothing;
  const n = unreadCount(state, view);
  return html`
    <button
      type="button"
      class="chat-button"
      aria-keyshortcuts="${shortcut(state, "talk")}"
      aria-expanded="${state.chatOpen ? "true" : "false"}"
      aria-controls="chat"
      @click="${() => on.openChat(!state.chatOpen)}"
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2h12v9H7.500l-4 3.500V11H2Z" /></svg
      ><span class="label">${t("Talk")}</span>${n === 0 ? nothing : html`
        <span class="unread"
        ><span aria-hidden="true">${n}</span
                ><span class="visually-hidden">${tn(
                  "{n} new line",
                  "{n} new lines",
                  n,
                )}</span></span>
      `}
    </button>
  `;
}

/** What the user can do about a message of somebody else: report it, or block its author. */
function messageActions(
  state: State,
  view: View,
  line: ChatMessageView,
  on: Actions,
): TemplateResult | typeof nothing {
  const { muteList, reported } = state;
  const { person, name } = line;
  const who = person === null ? null : { person, name };
  const isReported = reported.has(line.n);
  return html`<details class="line-actions">
    <summary aria-label="${t("Report or block {name}", { name })}"><span aria-hidden="true"
      >\u22ef</span
    ></summary>
    ${
    view.you === null ? nothing : html`
      <button
        type="button"
        data-act="report"
        aria-disabled="${isReported ? "true" : "false"}"
        @click="${() => isReported || on.report(line.n)}"
      >${isReported ? t("Reported") : t("Report this to the server's host")}</button>
    `
  } ${
    who === null ? nothing : html`
      <button
        type="button"
        data-act="block"
        @click="${() => on.setMuteList({ ...muteList, blocked: toggle(muteList.blocked, who) })}"
      >${t("Block {name} at every table", { name })}</button>
    `
  }
  </details>`;
}

function messageLine(
  state: State,
  view: View,
  line: ChatMessageView,
  on: Actions,
): TemplateResult {
  const emote = state.phrases.find((phrase) => phrase.id === line.phrase && phrase.sign !== "");
  const yours = isOwn(view, line);
  return html`<li class="${yours ? "yours" : ""}">
    <b>${line.name}</b>${emote === undefined ? ":" : nothing} <span dir="auto">${
    messageContent(state, line)
  }</span>${yours ? nothing : messageActions(state, view, line, on)}
  </li>`;
}

function phraseButtons(state: State, on: Actions): TemplateResult {
  const button = (phrase: Phrase) =>
    html`
      <button
        type="button"
        title="${phrase.sign === "" ? nothing : phrase.text}"
        @click="${() => on.sendMessage({ phrase: phrase.id })}"
      >${phrase.sign === ""
        ? phrase.text
        : html`${face(phrase)}<span class="visually-hidden">${phrase.text}</span>`}</button>
    `;
  return html`
    <div class="phrases emotes" role="group" aria-label="${t("How you feel")}">
      ${state.phrases.filter((phrase) => phrase.sign !== "").map(button)}
    </div>
    <div class="phrases" role="group" aria-label="${t("Set phrases")}">
      ${state.phrases.filter((phrase) => phrase.sign === "").map(button)}
    </div>
  `;
}

function messageForm(state: State, on: Actions): TemplateResult {
  return html`
    <form
      class="chat-form"
      @submit="${(event: Event) => {
        event.preventDefault();
        const text = state.chatDraft.trim();
        if (text !== "") on.sendMessage({ text });
      }}"
    >
      <label for="chat-input">${t("In your own words")}</label>
      <div>
        <input
          id="chat-input"
          maxlength="${LONGEST_MESSAGE}"
          autocomplete="off"
          .value="${state.chatDraft}"
          @input="${(event: Event) => on.setChatDraft((event.target as HTMLInputElement).value)}"
        />
        <button type="submit">${t("Say")}</button>
      </div>
    </form>
  `;
}

/** The people whom the user can mute or unmute: present, authors of messages, and muted before. */
export function mutablePeople(state: State, view: View): Person[] {
  const seated = otherPeople(view).map((player) => {
    const name = ownName(view, player);
    const isOnlyOne = otherPeople(view).filter((one) => ownName(view, one) === name).length === 1;
    const place = t("{name} at place {n}", { name, n: player + 1 });
    return { person: view.players[player]?.person ?? null, name: isOnlyOne ? name : place };
  });
  const { muted, blocked } = state.muteList;
  const said = view.talk.filter((line) => !isOwn(view, line)).toReversed();
  const known = new Map<string, Person>();
  for (const { person, name } of [...seated, ...said, ...muted, ...blocked]) {
    if (person !== null && !known.has(person)) known.set(person, { person, name });
  }
  return [...known.values()];
}

function muteListForm(state: State, view: View, on: Actions): TemplateResult {
  const { muteList } = state;
  const row = (text: string, isOn: boolean, take: () => void) =>
    html`
      <label class="checkbox"
      ><input type="checkbox" .checked="${live(
        isOn,
      )}" @change="${take}" /><span>${text}</span></label>
    `;
  return html`<details class="mute-list">
    <summary>${t("Whom you hear")}</summary>
    <p>${t("Only you notice: it is kept in this browser.")}</p>
    ${row(t("Nobody"), muteList.all, () => on.setMuteList({ ...muteList, all: !muteList.all }))}
    ${
    mutablePeople(state, view).map((who) =>
      html`<div>
        ${
        row(
          t("Not {name}, at this table", { name: who.name }),
          isListed(muteList.muted, who.person),
          () => on.setMuteList({ ...muteList, muted: toggle(muteList.muted, who) }),
        )
      } ${
        row(
          t("Not {name}, at any table", { name: who.name }),
          isListed(muteList.blocked, who.person),
          () => on.setMuteList({ ...muteList, blocked: toggle(muteList.blocked, who) }),
        )
      }
      </div>`
    )
  }
  </details>`;
}

/** The controls for writing, or why the user cannot write now. */
function chatInput(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (view.you === null) return html`<p class="about">${t("Only players can talk here.")}</p>`;
  if (isChatSuspended(view)) {
    return html`<p class="about">${t("Nobody talks while partners play a round.")}</p>`;
  }
  return html`
    ${state.chatRefusal === null
      ? nothing
      : html`<p class="status refused" role="alert">${state.chatRefusal}</p>`}
    ${view.table.talk === "free" ? messageForm(state, on) : nothing} ${phraseButtons(state, on)}
  `;
}

/** The panel; nothing while it is closed. */
export function chatPanel(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (!state.chatOpen || !hasChat(view)) return nothing;
  const lines = visibleMessages(state, view);
  return html`
    <section
      class="chat"
      id="chat"
      aria-labelledby="chat-title"
      @keydown="${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        on.openChat(false);
      }}"
    >
        <header>
          <h2 id="chat-title" tabindex="-1">${t("Talk")}</h2>
          <button
            type="button"
            class="icon"
            aria-label="${t("Close")}"
            @click="${() => on.openChat(false)}"
          ><span aria-hidden="true">×</span></button>
        </header>
        ${lines.length === 0 ? html`<p class="about">${t("Nothing has been said yet.")}</p>` : html`
          <div class="lines" tabindex="0" role="group" aria-label="${t("What was said")}">
            <ol class="plain-list">
                  ${repeat(lines, (line) => line.n, (line) => messageLine(state, view, line, on))}
                </ol>
          </div>
        `} ${chatInput(state, view, on)} ${muteListForm(state, view, on)}
      </section>
  `;
}
