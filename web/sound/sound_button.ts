/** The speaker: one tap turns the sounds off or on. */

import { html, svg, type TemplateResult } from "lit-html";
import type { Actions, State } from "../model/types.ts";
import { t } from "../text/i18n.ts";
import { shortcut } from "../text/shortcuts.ts";

const SPEAKER = svg`<path class="speaker" d="M3 9v6h4l5 4V5L7 9Z" />`;
const WAVES = svg`<path class="wave" d="M15 9.500q2 2.500 0 5M17.500 7q4 5 0 10" />`;
const CROSS = svg`<path class="wave" d="m15.500 9.500 5 5m0-5-5 5" />`;

/** A button that is pressed while there is sound. */
export function soundButton(state: State, on: Actions): TemplateResult {
  const isOn = state.settings.sound !== "off";
  return html`
    <button
      type="button"
      class="sound-button"
      aria-label="${t("Sounds")}"
      title="${isOn ? t("Sounds are on") : t("Sounds are off")}"
      aria-keyshortcuts="${shortcut(state, "sound")}"
      aria-pressed="${isOn ? "true" : "false"}"
      @click="${() => on.toggleSound()}"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">${SPEAKER}${isOn ? WAVES : CROSS}</svg>
    </button>
  `;
}
