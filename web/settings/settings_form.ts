/** The form for the settings of the table; each takes effect at once. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isHost } from "../model/seats.ts";
import type { Actions, OfferedSetting, SettingGroup, Settings, State } from "../model/types.ts";

function choice(
  setting: OfferedSetting,
  chosen: string,
  take: (value: string) => void,
): TemplateResult {
  return html`
    <fieldset class="choice">
      <legend>${setting.title}</legend>
      ${setting.values.map(({ value, title }) =>
        html`
          <label
          ><input
              type="radio"
              name="${setting.name}"
              .checked="${live(value === chosen)}"
              @change="${() => take(value)}"
            /><span>${title}</span></label>
        `
      )}
    </fieldset>
  `;
}

function checkbox(text: string, on: boolean, take: (on: boolean) => void): TemplateResult {
  return html`
    <label class="checkbox"
    ><input
        type="checkbox"
        .checked="${live(on)}"
        @change="${(event: Event) => take((event.target as HTMLInputElement).checked)}"
      /><span>${text}</span></label>
  `;
}

/** The offered value nearest to this pace. */
function nearestPace(setting: OfferedSetting, pace: number): string {
  const away = (value: string) => Math.abs(Number(value) - pace);
  return setting.values.map(({ value }) => value)
    .reduce((one, other) => away(other) < away(one) ? other : one);
}

function field(setting: OfferedSetting, state: State, on: Actions): TemplateResult {
  const { settings, view } = state;
  const { name, title } = setting;
  switch (name) {
    case "pace":
      return choice(
        setting,
        nearestPace(setting, view?.table.pace ?? 0),
        (ms) => on.pace(Number(ms)),
      );
    case "lang": {
      const chosen = setting.values.find((one) => one.chosen)?.value ?? "";
      return choice(setting, chosen, (code) => on.language(code));
    }
    case "vibration":
    case "notifications":
    case "forced":
    case "premove":
    case "keys":
      return checkbox(title, settings[name], (value) => on.set(name, value));
    default:
      return choice(
        setting,
        settings[name],
        (value) => on.set(name, value as Settings[typeof name]),
      );
  }
}

function group(
  { title, settings }: SettingGroup,
  state: State,
  on: Actions,
): TemplateResult {
  const host = state.view !== null && isHost(state.view);
  return html`
    <section class="setting-group">
      <h3>${title}</h3>
      ${settings.filter(({ name }) => host || name !== "pace").map((setting) =>
        field(setting, state, on)
      )}
    </section>
  `;
}

/** The form with all settings; each takes effect at once. Only the host sees the pace. */
export function settingsForm(state: State, on: Actions): TemplateResult {
  return html`
    <div class="settings">
      ${state.notice === null ? nothing : html`<p class="status refused">${state.notice}</p>`}
      ${state.offeredSettings.map((one) => group(one, state, on))}
    </div>
  `;
}
