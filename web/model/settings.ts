/** A person's settings, which this browser stores in a cookie that the server's pages read too. */

import type { Settings } from "./types.ts";

export const DEFAULTS: Settings = {
  theme: "system",
  print: "normal",
  sort: "number",
  motion: "system",
  tricks: "pace",
  sound: "quiet",
  vibration: true,
  notifications: false,
  confirm: "touch",
  forced: false,
  premove: true,
  keys: true,
  announcements: "all",
};

const CHOICES = [
  "theme",
  "print",
  "sort",
  "motion",
  "tricks",
  "sound",
  "confirm",
  "announcements",
] as const;
const SWITCHES = ["vibration", "notifications", "forced", "premove", "keys"] as const;

/** The cookie; the server's pages read it as well. */
const COOKIE = "bottle_settings";
const YEAR_S = 365 * 24 * 3600;
/** Keys of local storage that earlier versions used for what is in the cookie now. */
const OLD_KEYS = { confirm: "bottle_confirm", forced: "bottle_forced", keys: "bottle_no_keys" };

/** The query string in the cookie, such as `theme=dark&print=large`. */
function readCookie(cookies: string): URLSearchParams {
  const pair = cookies.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  const text = pair?.slice(COOKIE.length + 1).replace(/^"|"$/g, "") ?? "";
  return new URLSearchParams(text.includes("%3D") ? decodeURIComponent(text) : text);
}

/** The settings in the browser's cookies; unknown values are ignored. */
export function readSettings(cookies: string, storage: Pick<Storage, "getItem">): Settings {
  const found = readCookie(cookies);
  const settings = { ...DEFAULTS };
  const theme = found.get("theme");
  if (theme === "light" || theme === "dark") settings.theme = theme;
  if (found.get("print") === "large") settings.print = "large";
  if (found.get("sort") === "suit") settings.sort = "suit";
  if (found.get("motion") === "reduced") settings.motion = "reduced";
  const tricks = found.get("tricks");
  if (tricks === "slower" || tricks === "tap") settings.tricks = tricks;
  const sound = found.get("sound");
  if (sound === "medium" || sound === "loud" || sound === "off") settings.sound = sound;
  settings.vibration = found.get("vibration") !== "no";
  settings.notifications = found.get("notifications") === "yes";
  const isKept = (name: keyof typeof OLD_KEYS) => storage.getItem(OLD_KEYS[name]) !== null;
  const confirm = found.get("confirm");
  if (confirm === "never") settings.confirm = confirm;
  const always = ["always", "yes"]; // an earlier version kept "yes"
  if (always.includes(confirm ?? "") || isKept("confirm")) settings.confirm = "always";
  settings.forced = found.get("forced") === "yes" || isKept("forced");
  settings.premove = found.get("premove") !== "no";
  settings.keys = found.get("keys") !== "no" && !isKept("keys");
  const announcements = found.get("announcements");
  if (announcements === "short" || announcements === "turns") {
    settings.announcements = announcements;
  }
  return settings;
}

/** The language that was chosen, by its code; null where it is that of the browser. */
export function chosenLanguage(cookies: string): string | null {
  return readCookie(cookies).get("lang") || null;
}

/** Those of the later settings that are not as they were before. */
export function changedSettings(before: Settings, now: Settings): Partial<Settings> {
  const names = [...CHOICES, ...SWITCHES];
  return Object.fromEntries(
    names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
  );
}

/** The cookie with these settings; other values in it are kept. */
export function settingsCookie(
  cookies: string,
  settings: Settings,
  more: { pace?: number; lang?: string } = {},
): string {
  const value = readCookie(cookies);
  for (const name of CHOICES) {
    value.set(name, settings[name]);
  }
  for (const name of SWITCHES) {
    value.set(name, settings[name] ? "yes" : "no");
  }
  for (const [name, other] of Object.entries(more)) value.set(name, String(other));
  return `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/** Applies the settings to the page. */
export function applySettings(settings: Settings, document: Document): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.print = settings.print;
  root.dataset.motion = settings.motion;
}

/** Stores the settings, and the pace or the language if it has changed. */
export function storeSettings(
  settings: Settings,
  document: Document,
  storage: Storage,
  more: { pace?: number; lang?: string } = {},
): void {
  document.cookie = settingsCookie(document.cookie, settings, more);
  for (const name of Object.values(OLD_KEYS)) storage.removeItem(name);
}

/** Moves settings of earlier versions into the cookie, where the settings page reads them. */
export function migrateSettings(settings: Settings, document: Document, storage: Storage): void {
  const isOld = Object.values(OLD_KEYS).some((name) => storage.getItem(name) !== null);
  if (isOld) storeSettings(settings, document, storage);
}
