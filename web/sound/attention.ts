/**
 * What tells the user of a turn apart from sound: vibration, a badge, and a notification.
 *
 * Badge and notification are for a page that is hidden. They go as soon as it is seen again or the
 * turn is over. Whatever a browser lacks is left out.
 */

import type { Settings } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { promptText } from "../text/prompt.ts";
import { type Cue, isAwaited } from "./cues.ts";

/** Patterns in ms: vibrate, pause, vibrate. */
const PATTERNS: Partial<Record<Cue, number[]>> = { turn: [40], stuck: [90, 60, 90, 60, 180] };

/** The pattern to vibrate in; null if the phone stays still. */
export function vibrationPattern(
  cues: Cue[],
  settings: Pick<Settings, "vibration">,
): number[] | null {
  if (!settings.vibration) return null;
  const cue = cues.find((one) => PATTERNS[one] !== undefined);
  return cue === undefined ? null : PATTERNS[cue] ?? null;
}

/** The service worker of this site, if it may notify: on some phones only it may. */
async function notifier(): Promise<ServiceWorkerRegistration | null> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.getRegistration().catch(() => undefined);
  return registration?.active ? registration : null;
}

export class Attention {
  #notification: Notification | null = null;
  /**
   * The tag of the notification that is shown, or soon will be.
   *
   * The page may have shown one before a reload, and a service worker's outlives the page.
   */
  #wanted: string | null = document.getElementById("table")?.dataset.table ?? null;

  /** Vibrates where there is something to feel. */
  vibrate(cues: Cue[], settings: Settings): void {
    const pattern = vibrationPattern(cues, settings);
    if (pattern !== null && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  }

  /** Sets the badge, and notifies of a turn that has just come. */
  notify(view: View, cues: Cue[], settings: Settings): void {
    if (!document.hidden || !isAwaited(view)) return this.clear();
    navigator.setAppBadge?.(1).catch(() => {});
    if (cues.includes("turn") && settings.notifications) this.#show(view);
  }

  /** Takes back, too, what the service worker has shown of this table: the page is seen. */
  clearSeenTable(): void {
    this.#wanted = document.getElementById("table")?.dataset.table ?? this.#wanted;
    this.clear();
  }

  /** Takes badge and notification back. */
  clear(): void {
    navigator.clearAppBadge?.().catch(() => {});
    this.#notification?.close();
    this.#notification = null;
    const tag = this.#wanted;
    this.#wanted = null;
    if (tag !== null) this.#closeByWorker(tag);
  }

  #show(view: View): void {
    if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
    const body = view.round?.turn_text || promptText(view) || t("It is your turn.");
    this.#wanted = view.table.id;
    this.#showByWorker(view.table.title, body, view.table.id).catch(() => {});
  }

  async #showByWorker(title: string, body: string, tag: string): Promise<void> {
    const registration = await notifier();
    if (this.#wanted !== tag) return; // the page has been seen meanwhile
    if (registration === null) return this.#showByPage(title, body, tag);
    await registration.showNotification(title, { body, tag, data: location.pathname });
    if (this.#wanted !== tag) await this.#closeByWorker(tag);
  }

  async #closeByWorker(tag: string): Promise<void> {
    const registration = await notifier();
    const shown = await registration?.getNotifications({ tag }).catch(() => []) ?? [];
    if (this.#wanted === null) { for (const notification of shown) notification.close(); }
  }

  #showByPage(title: string, body: string, tag: string): void {
    try {
      this.#notification = new Notification(title, { body, tag });
      this.#notification.onclick = () => {
        focus();
        this.clear();
      };
    } catch {
      // Some phones only let a service worker notify; the title and the sound remain.
    }
  }
}
