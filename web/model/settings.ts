/** How a person likes the table; remembered in this browser. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isHost } from "./company.ts";
import { t } from "../text/i18n.ts";
import type { Actions, State } from "./state.ts";

export interface Settings {
  theme: "system" | "light" | "dark";
  print: "normal" | "large";
  sort: "number" | "suit";
  motion: "system" | "reduced";
  /** Whether a card is played by the second tap or click: of a finger only, of all, or of none. */
  confirm: "touch" | "always" | "never";
  /** Whether a card that is the only one to be played plays itself, after a pause. */
  forced: boolean;
  /** Whether single letters are shortcuts. */
  keys: boolean;
}

export const DEFAULTS: Settings = {
  theme: "system",
  print: "normal",
  sort: "number",
  motion: "system",
  confirm: "touch",
  forced: false,
  keys: true,
};

/** The cookie that the pages of the server read as well. */
const COOKIE = "bottle_settings";
const YEAR_S = 365 * 24 * 3600;
/** Where earlier versions kept what is in the cookie now. */
const FORMERLY = { confirm: "bottle_confirm", forced: "bottle_forced", keys: "bottle_no_keys" };

/** A setting as the server offers it on its own page too, in the reader's language. */
export interface OfferedSetting {
  name: "pace" | "lang" | keyof Settings;
  title: string;
  is_switch: boolean;
  values: { value: string; title: string; chosen: boolean }[];
}

/** The query string in the cookie, such as `theme=dark&print=large`. */
function cookie(cookies: string): URLSearchParams {
  const pair = cookies.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  const text = pair?.slice(COOKIE.length + 1).replace(/^"|"$/g, "") ?? "";
  return new URLSearchParams(text.includes("%3D") ? decodeURIComponent(text) : text);
}

/** The settings in the cookies of a browser; unknown values are passed over. */
export function remembered(cookies: string, storage: Pick<Storage, "getItem">): Settings {
  const found = cookie(cookies);
  const settings = { ...DEFAULTS };
  const theme = found.get("theme");
  if (theme === "light" || theme === "dark") settings.theme = theme;
  if (found.get("print") === "large") settings.print = "large";
  if (found.get("sort") === "suit") settings.sort = "suit";
  if (found.get("motion") === "reduced") settings.motion = "reduced";
  const isKept = (name: keyof typeof FORMERLY) => storage.getItem(FORMERLY[name]) !== null;
  const confirm = found.get("confirm");
  if (confirm === "never") settings.confirm = confirm;
  const always = ["always", "yes"]; // an earlier version kept "yes"
  if (always.includes(confirm ?? "") || isKept("confirm")) settings.confirm = "always";
  settings.forced = found.get("forced") === "yes" || isKept("forced");
  settings.keys = found.get("keys") !== "no" && !isKept("keys");
  return settings;
}

/** The cookie with these settings in it; what else it holds stays. */
export function baked(
  cookies: string,
  settings: Settings,
  more: { pace?: number; lang?: string } = {},
): string {
  const value = cookie(cookies);
  for (const name of ["theme", "print", "sort", "motion", "confirm"] as const) {
    value.set(name, settings[name]);
  }
  for (const name of ["forced", "keys"] as const) {
    value.set(name, settings[name] ? "yes" : "no");
  }
  for (const [name, other] of Object.entries(more)) value.set(name, String(other));
  return `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/** Puts the settings on the page. */
export function show(settings: Settings, document: Document): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.print = settings.print;
  root.dataset.motion = settings.motion;
}

/** Remembers the settings, and the speed or the language where that is new too. */
export function remember(
  settings: Settings,
  document: Document,
  storage: Storage,
  more: { pace?: number; lang?: string } = {},
): void {
  document.cookie = baked(document.cookie, settings, more);
  for (const name of Object.values(FORMERLY)) storage.removeItem(name);
}

/** Moves what an earlier version kept into the cookie, so that the settings page knows it. */
export function moveOld(settings: Settings, document: Document, storage: Storage): void {
  const isOld = Object.values(FORMERLY).some((name) => storage.getItem(name) !== null);
  if (isOld) remember(settings, document, storage);
}

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

function tick(text: string, on: boolean, take: (on: boolean) => void): TemplateResult {
  return html`
    <label class="tick"
    ><input
        type="checkbox"
        .checked="${live(on)}"
        @change="${(event: Event) => take((event.target as HTMLInputElement).checked)}"
      /><span>${text}</span></label>
  `;
}

/** The value nearest to this speed. */
export function nearest(setting: OfferedSetting, pace: number): string {
  const away = (value: string) => Math.abs(Number(value) - pace);
  return setting.values.map(({ value }) => value)
    .reduce((one, other) => away(other) < away(one) ? other : one);
}

function field(setting: OfferedSetting, state: State, on: Actions): TemplateResult {
  const { settings, view } = state;
  const { name, title } = setting;
  switch (name) {
    case "pace":
      return choice(setting, nearest(setting, view?.table.pace ?? 0), (ms) => on.pace(Number(ms)));
    case "lang": {
      const chosen = setting.values.find((one) => one.chosen)?.value ?? "";
      return choice(setting, chosen, (code) => on.language(code));
    }
    case "forced":
    case "keys":
      return tick(title, settings[name], (value) => on.set(name, value));
    default:
      return choice(
        setting,
        settings[name],
        (value) => on.set(name, value as Settings[typeof name]),
      );
  }
}

/** The form with all settings; each takes effect at once. The speed is the host's. */
export function settingsForm(state: State, on: Actions): TemplateResult {
  const { view } = state;
  const host = view !== null && isHost(view);
  return html`
    <div class="settings">
      ${state.notice === null
        ? nothing
        : html`<p class="status refused" role="alert">${state.notice}</p>`}
      ${state.offered.filter(({ name }) => host || name !== "pace").map((setting) =>
        field(setting, state, on)
      )}
      <p class="buttons">
        <button type="button" class="primary" @click="${() => on.close()}">${t("Done")}</button>
      </p>
    </div>
  `;
}
