/** How a person likes the table; remembered in this browser. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isHost } from "./company.ts";
import { t } from "./i18n.ts";
import type { Actions, State } from "./state.ts";

export interface Settings {
  theme: "system" | "light" | "dark";
  print: "normal" | "large";
  sort: "number" | "suit";
  motion: "system" | "reduced";
  /** Whether a click with the mouse asks for a second one, as a tap always does. */
  confirm: boolean;
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
  confirm: false,
  forced: false,
  keys: true,
};

/** The cookie that the pages of the server read as well. */
const COOKIE = "bottle_settings";
const YEAR_S = 365 * 24 * 3600;
/** What only the table knows of. */
const CONFIRM = "bottle_confirm";
const FORCED = "bottle_forced";
const NO_KEYS = "bottle_no_keys";

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
  settings.confirm = storage.getItem(CONFIRM) !== null;
  settings.forced = storage.getItem(FORCED) !== null;
  settings.keys = storage.getItem(NO_KEYS) === null;
  return settings;
}

/** The cookie with these settings in it; what else it holds stays. */
export function baked(cookies: string, settings: Settings, pace?: number): string {
  const value = cookie(cookies);
  for (const name of ["theme", "print", "sort", "motion"] as const) value.set(name, settings[name]);
  if (pace !== undefined) value.set("pace", String(pace));
  return `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/** Puts the settings on the page. */
export function show(settings: Settings, document: Document): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.print = settings.print;
  root.dataset.motion = settings.motion;
}

/** Remembers the settings, and the speed where that is new too. */
export function remember(
  settings: Settings,
  document: Document,
  storage: Storage,
  pace?: number,
): void {
  document.cookie = baked(document.cookie, settings, pace);
  if (settings.confirm) storage.setItem(CONFIRM, "1");
  else storage.removeItem(CONFIRM);
  if (settings.forced) storage.setItem(FORCED, "1");
  else storage.removeItem(FORCED);
  if (settings.keys) storage.removeItem(NO_KEYS);
  else storage.setItem(NO_KEYS, "1");
}

export const PACES = [0, 300, 800, 1500, 3000];

function paceName(ms: number): string {
  if (ms === 0) return t("At once");
  if (ms <= 300) return t("Fast");
  if (ms <= 800) return t("Normal");
  if (ms <= 1500) return t("Slow");
  return t("Very slow");
}

interface Option<V> {
  value: V;
  name: string;
}

function choice<V extends string>(
  legend: string,
  name: string,
  options: Option<V>[],
  chosen: V,
  take: (value: V) => void,
): TemplateResult {
  return html`
    <fieldset class="choice">
      <legend>${legend}</legend>
      ${options.map((option) =>
        html`
          <label
          ><input
              type="radio"
              name="${name}"
              .checked="${live(option.value === chosen)}"
              @change="${() => take(option.value)}"
            /><span>${option.name}</span></label>
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

/** The form with all settings; each takes effect at once. */
export function settingsForm(state: State, on: Actions): TemplateResult {
  const { settings, view } = state;
  const pace = view?.table.pace ?? 0;
  const paces = PACES.includes(pace) ? PACES : [...PACES, pace].sort((a, b) => a - b);
  return html`
    <div class="settings">
      ${state.notice === null
        ? nothing
        : html`<p class="status refused" role="alert">${state.notice}</p>`} ${view === null ||
          !isHost(view)
        ? nothing
        : choice(
          t("Speed of the other players"),
          "pace",
          paces.map((ms) => ({ value: String(ms), name: paceName(ms) })),
          String(pace),
          (ms) => on.pace(Number(ms)),
        )} ${choice(
          t("Colours"),
          "theme",
          [
            { value: "system", name: t("As the device") },
            { value: "light", name: t("Light") },
            { value: "dark", name: t("Dark") },
          ],
          settings.theme,
          (value) => on.set("theme", value),
        )} ${choice(
          t("Size"),
          "print",
          [
            { value: "normal", name: t("Normal") },
            { value: "large", name: t("Large print") },
          ],
          settings.print,
          (value) => on.set("print", value),
        )} ${choice(
          t("Sort cards by"),
          "sort",
          [
            { value: "number", name: t("Number") },
            { value: "suit", name: t("Suit") },
          ],
          settings.sort,
          (value) => on.set("sort", value),
        )} ${choice(
          t("Moving cards"),
          "motion",
          [
            { value: "system", name: t("As the device") },
            { value: "reduced", name: t("Still") },
          ],
          settings.motion,
          (value) => on.set("motion", value),
        )} ${tick(
          t("Ask for a second click before a card is played"),
          settings.confirm,
          (value) => on.set("confirm", value),
        )} ${tick(
          t("Play a card by itself where it is the only one"),
          settings.forced,
          (value) => on.set("forced", value),
        )} ${tick(
          t("Single letters are shortcuts"),
          settings.keys,
          (value) => on.set("keys", value),
        )}
    </div>
  `;
}
