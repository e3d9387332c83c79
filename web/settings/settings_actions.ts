/** What a change of a setting does; each takes effect at once. */

import { currentKeys, DEFAULT_KEYS, tellKeysChanged, useKeys, withKey } from "../storage/keys.ts";
import {
  applySettings,
  changedSettings,
  chosenLanguage,
  readSettings,
  storeSettings,
} from "../model/settings.ts";
import type { Actions, Settings, TableContext } from "../model/types.ts";
import type { Command } from "../net/wire.ts";
import { markSettingsOpen } from "../storage/settings_open.ts";
import { allowNotifications } from "../sound/permission.ts";
import { setPush } from "../sound/push.ts";
import { toggledLoudness } from "../sound/sounds.ts";
import { t } from "../text/i18n.ts";
import { keyName, keyProblemText, keyTitle } from "../text/shortcuts.ts";

/** What changes of settings need from the table. */
interface SettingsContext extends TableContext {
  send(command: Command): void;
  /** Lets the user hear the sounds. */
  sample(): void;
}

export function settingsActions(
  table: SettingsContext,
): Pick<
  Actions,
  "set" | "pace" | "language" | "toggleSound" | "awaitKey" | "chooseKey" | "resetKeys"
> {
  let stored = readSettings(document.cookie, localStorage);
  const spoken = chosenLanguage(document.cookie);
  /** The settings of the table, with those that have been changed on another page meanwhile. */
  const currentSettings = (): Settings => {
    const now = readSettings(document.cookie, localStorage);
    return { ...table.state().settings, ...changedSettings(stored, now) };
  };
  const store = (settings: Settings, more: { pace?: number; lang?: string } = {}) => {
    storeSettings(settings, document, localStorage, more);
    stored = readSettings(document.cookie, localStorage);
  };
  /** Takes over what was changed on another page. */
  const follow = () => {
    if (chosenLanguage(document.cookie) !== spoken) return location.reload();
    const settings = currentSettings();
    const keysWere = table.state().settings.keys;
    stored = readSettings(document.cookie, localStorage);
    if (Object.keys(changedSettings(table.state().settings, settings)).length === 0) return;
    applySettings(settings, document);
    table.change({ settings, premove: settings.premove ? table.state().premove : null });
    if (settings.keys !== keysWere) tellKeysChanged();
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) follow();
  });
  const set = <K extends keyof Settings>(name: K, value: Settings[K]) => {
    const settings = { ...currentSettings(), [name]: value };
    applySettings(settings, document);
    store(settings);
    const premove = settings.premove ? table.state().premove : null;
    table.change({ settings, premove, notice: null });
    if (name === "sound") table.sample();
    if (name === "keys") tellKeysChanged();
    if (name === "notifications" && value === true) void askToNotify();
    if (name === "notifications" && value === false) setPush(false);
  };
  /** The switch goes back off where the browser does not allow notifications. */
  const askToNotify = async () => {
    if (await allowNotifications()) return setPush(true);
    set("notifications", false);
    const notice = t("This browser does not allow notifications from this page.");
    table.change({ notice, announcements: table.announce(notice) });
  };
  const awaitKey: Actions["awaitKey"] = (newKeyFor) => {
    const keyNotice = newKeyFor === null
      ? table.state().keyNotice
      : t("Press the new key. Esc leaves it as it is.");
    table.change({ newKeyFor, keyNotice });
  };
  return {
    set,
    awaitKey,
    chooseKey: (key) => {
      const { keys, newKeyFor } = table.state();
      if (newKeyFor === null) return false;
      const problem = keyProblemText(keys, newKeyFor, key);
      if (problem !== "") {
        table.change({ keyNotice: problem });
        return false;
      }
      useKeys(withKey(keys, newKeyFor, key));
      const keyNotice = t("{key} is the key now: {action}.", {
        key: keyName(key),
        action: keyTitle(newKeyFor),
      });
      table.change({ keys: currentKeys(), keyNotice });
      return true;
    },
    resetKeys: () => {
      useKeys(DEFAULT_KEYS);
      table.change({ keys: DEFAULT_KEYS, keyNotice: t("All keys are as they were at first.") });
    },
    pace: (ms) => {
      store(currentSettings(), { pace: ms });
      table.send({ k: "pace", ms });
    },
    language: (lang) => {
      store(currentSettings(), { lang });
      markSettingsOpen(sessionStorage); // where the user was
      location.reload();
    },
    toggleSound: () => {
      const sound = toggledLoudness(table.state().settings.sound, localStorage);
      set("sound", sound);
      const words = sound === "off" ? t("Sounds are off") : t("Sounds are on");
      table.change({ announcements: table.announce(words) });
    },
  };
}
