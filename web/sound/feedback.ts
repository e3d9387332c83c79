/** What an event sounds and feels like, and how a turn is told while the page is hidden. */

import type { Settings } from "../model/types.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { Attention } from "./attention.ts";
import { cuesOf, isAwaited } from "./cues.ts";
import { setPush } from "./push.ts";
import { Sounds } from "./sounds.ts";

export class Feedback {
  #settings: () => Settings;
  #sounds: Sounds;
  #attention = new Attention();
  /** Whether the server has been told, since this page was loaded, where to tell of turns. */
  #isPushKept = false;

  constructor(settings: () => Settings) {
    this.#settings = settings;
    this.#sounds = new Sounds(() => settings().sound);
  }

  /** Prepares the sounds at every gesture, and takes badge and notification back when seen. */
  start(): void {
    for (const gesture of ["pointerup", "keydown"] as const) {
      document.addEventListener(gesture, () => this.#sounds.unlock(), { capture: true });
    }
    const see = () => {
      if (!document.hidden) this.#attention.clearSeenTable();
    };
    document.addEventListener("visibilitychange", see);
    see();
  }

  /** Tells of an event, or of a whole new view (null), given the views before and after it. */
  tell(before: View, view: View, event: TableEvent | null): void {
    const cues = cuesOf(before, view, event);
    const settings = this.#settings();
    if (settings.notifications && view.you !== null && !this.#isPushKept) {
      this.#isPushKept = true; // a browser may have been given another address meanwhile
      setPush(true);
    }
    this.#sounds.play(cues);
    this.#attention.vibrate(cues, settings);
    if (cues.length > 0 || isAwaited(before) !== isAwaited(view)) {
      this.#attention.notify(view, cues, settings);
    }
  }

  /** Lets the user hear how loud the sounds are now. */
  sample(): void {
    this.#sounds.unlock();
    this.#sounds.play(["turn"]);
  }
}
