/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import {
  changedSettings,
  chosenLanguage,
  DEFAULTS,
  readSettings,
  settingsCookie,
} from "./settings.ts";
import type { Settings } from "./types.ts";

const EMPTY = { getItem: () => null };

Deno.test("settings are read from the cookie that the pages write", () => {
  const cookies = "other=1; bottle_settings=theme=dark&print=large&sort=suit&pace=300";

  equal(readSettings(cookies, EMPTY), { ...DEFAULTS, theme: "dark", print: "large", sort: "suit" });
});

Deno.test("a language that was not chosen is that of the browser", () => {
  equal(chosenLanguage("bottle_settings=theme=dark&lang=de"), "de");
  equal(chosenLanguage("bottle_settings=lang="), null);
  equal(chosenLanguage("other=1"), null);
});

Deno.test("unknown values are ignored", () => {
  equal(readSettings("bottle_settings=theme=pink&sort=price&announcements=no", EMPTY), DEFAULTS);
});

Deno.test("other values in the cookie stay when a setting changes", () => {
  const cookie = settingsCookie("bottle_settings=lang=de&theme=light", {
    ...DEFAULTS,
    theme: "dark",
  });

  equal(
    cookie.split(";")[0],
    "bottle_settings=lang=de&theme=dark&print=normal&sort=number&motion=system" +
      "&tricks=pace&sound=quiet&confirm=touch&announcements=all" +
      "&vibration=yes&notifications=no&forced=no&premove=yes&keys=yes",
  );
});

Deno.test("switches are read from the cookie and from where earlier versions stored them", () => {
  const before = { getItem: (name: string) => name === "bottle_forced" ? "1" : null };

  equal(readSettings("bottle_settings=confirm=yes&keys=no", before), {
    ...DEFAULTS,
    confirm: "always",
    forced: true,
    keys: false,
  });
});

Deno.test("touch screens require a second tap unless the setting says otherwise", () => {
  equal(readSettings("bottle_settings=confirm=no", EMPTY).confirm, "touch");
  equal(readSettings("bottle_settings=confirm=never", EMPTY).confirm, "never");
});

Deno.test("sounds are quiet and phones vibrate unless the settings say otherwise", () => {
  const chosen = readSettings(
    "bottle_settings=sound=off&vibration=no&notifications=yes&tricks=tap",
    EMPTY,
  );

  equal([DEFAULTS.sound, DEFAULTS.vibration, DEFAULTS.notifications], ["quiet", true, false]);
  equal(chosen, {
    ...DEFAULTS,
    sound: "off",
    vibration: false,
    notifications: true,
    tricks: "tap",
  });
});

Deno.test("everything is announced unless the settings ask for less", () => {
  const announced = ["all", "short", "turns"].map((value) =>
    readSettings(`bottle_settings=announcements=${value}`, EMPTY).announcements
  );

  equal([DEFAULTS.announcements, ...announced], ["all", "all", "short", "turns"]);
});

Deno.test("what another page has changed is told from what it has not", () => {
  const now: Settings = { ...DEFAULTS, theme: "dark", keys: false };
  equal(changedSettings(DEFAULTS, now), { theme: "dark", keys: false });
  equal(changedSettings(now, now), {});
});
