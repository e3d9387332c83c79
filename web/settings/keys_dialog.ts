/** The dialog with all keys, where each single key can be changed, and all switched off. */

import { html, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { KEY_ACTIONS, type KeyAction } from "../storage/keys.ts";
import type { Actions, State } from "../model/types.ts";
import { t } from "../text/i18n.ts";
import { keyName, keyTitle } from "../text/shortcuts.ts";

/** The actions that there are in a replay, where nothing is played. */
const IN_REPLAY: KeyAction[] = [
  "next",
  "back",
  "hint",
  "status",
  "lastTrick",
  "tricks",
  "sort",
  "hand",
  "sound",
  "help",
];

/** The keys that cannot be changed: those of every page, and those that name a card. */
function fixedKeys(isReplay: boolean): [string[], string][] {
  const everywhere: [string[], string][] = [
    [["\u2190", "\u2192"], t("go through your cards")],
    [["\u2191", "\u2193"], t("go to your other hand")],
    [["2", "5"], t("type a number to go to that card, with . for a half card")],
  ];
  if (isReplay) return [...everywhere, [[t("Esc")], t("close a window")]];
  return [
    ...everywhere,
    [[t("Enter")], t("play the card, choose it ahead of your turn, or choose it in the exchange")],
    [[t("Shift"), "1 \u2026 4"], t("put the card into that place of the exchange")],
    [[t("Esc")], t("put the raised card back, close a window")],
  ];
}

function fixedKey([names, text]: [string[], string]): TemplateResult {
  return html`
    <div>
      <dt>${names.map((name) =>
        html`
          <kbd>${name}</kbd>
        `
      )}</dt>
      <dd>${text}</dd>
    </div>
  `;
}

/** Moves the focus to an element that is there after the last change. */
function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** The field that the new key is typed into; a phone opens its keyboard for it. */
function newKeyField(action: KeyAction, on: Actions): TemplateResult {
  const take = (key: string) => {
    if (key !== "Escape" && !on.chooseKey(key)) return;
    focusOn(`[data-change-key="${action}"]`); // and with it ends the waiting
  };
  return html`
    <input
      class="new-key"
      aria-label="${t("New key: {action}", { action: keyTitle(action) })}"
      aria-describedby="key-notice"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength="1"
      @keydown="${(event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key !== "Escape" && event.key.length > 1) return; // Tab goes on
        event.preventDefault();
        take(event.key);
      }}"
      @input="${({ target }: Event) => {
        if (!(target instanceof HTMLInputElement)) return;
        const typed = target.value; // by the keyboard of a phone, which names no keys
        target.value = "";
        take(typed);
      }}"
      @blur="${() => on.awaitKey(null)}"
    />
  `;
}

function changeableKey(state: State, action: KeyAction, on: Actions): TemplateResult {
  return html`
    <div>
      <dt>${state.newKeyFor === action
        ? newKeyField(action, on)
        : html`<kbd>${keyName(state.keys[action])}</kbd>`}</dt>
      <dd>
        <span>${keyTitle(action)}</span>
        <button
          type="button"
          data-change-key="${action}"
          aria-label="${t("Change: {action}", { action: keyTitle(action) })}"
          @click="${() => {
            on.awaitKey(action);
            focusOn(".new-key");
          }}"
        >
          ${t("Change")}
        </button>
      </dd>
    </div>
  `;
}

/** The switch for all single keys, in the words of the settings. */
function keysSwitch(state: State, on: Actions): TemplateResult {
  const offered = state.offeredSettings.flatMap(({ settings }) => settings);
  const setting = offered.find(({ name }) => name === "keys");
  return html`
    <label class="checkbox"
    ><input
        type="checkbox"
        .checked="${live(state.settings.keys)}"
        @change="${({ target }: Event) =>
          on.set("keys", target instanceof HTMLInputElement && target.checked)}"
      /><span>${setting?.title ?? t("Single letters are shortcuts")}</span></label>
  `;
}

/** All keys of the table. */
export function keysDialog(state: State, on: Actions): TemplateResult {
  return html`
    ${keysSwitch(state, on)}
    <dl class="keys changeable">${(state.isReplay ? IN_REPLAY : KEY_ACTIONS).map((action) =>
      changeableKey(state, action, on)
    )}</dl>
    <p class="buttons">
      <button type="button" class="reset-keys" @click="${() => on.resetKeys()}">
        ${t("Back to defaults")}
      </button>
    </p>
    <h3>${t("Keys that stay as they are")}</h3>
    <dl class="keys">${fixedKeys(state.isReplay).map(fixedKey)}</dl>
    <p class="key-notice" id="key-notice" role="status">${state.keyNotice}</p>
  `;
}
