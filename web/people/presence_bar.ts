/** A line or two above the table while people are away, replaced, or watching. */

import { html, nothing, type TemplateResult } from "lit-html";
import {
  everybody,
  isAway,
  isGathering,
  isHost,
  mayWait,
  otherPeople,
  placesToTake,
  standIn,
} from "../model/seats.ts";
import { isClosed } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";
import { nameField } from "./waiting_room.ts";

/** The reader's own place is played by a computer player: one button takes it back. */
function ownReturn(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (view.you === null || standIn(view, view.you) === null) return nothing;
  return html`
    <p class="remark own-return">
      <span>${t("A computer player plays for you.")}</span>
      <button
        type="button"
        class="primary"
        data-act="return"
        aria-disabled="${state.pending ? "true" : "false"}"
        @click="${() => on.order({ k: "return" })}"
      >
            ${t("I am back: take over")}
          </button>
    </p>
  `;
}

function absent(view: View, player: number, on: Actions): TemplateResult {
  const name = ownName(view, player);
  if (standIn(view, player) !== null) {
    return html`<p class="remark">${t("A computer player plays for {name}.", { name })}</p>`;
  }
  return html`<p class="remark">
    <span>${t("{name} is away.", { name })}</span>
    ${
    isHost(view)
      ? html`
        <button
          type="button"
          data-act="replace"
          @click="${() => on.order({ k: "replace", player })}"
        >
                  ${t("Let a computer play for {name}", { name })}
                </button>
      `
      : nothing
  }
  </p>`;
}

function watching(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (view.you !== null) return nothing;
  const seats = placesToTake(view);
  if (seats.length === 0) {
    if (!mayWait(view)) return html`<p class="remark">${t("You are watching.")}</p>`;
    const words = state.waits
      ? t("After this round you take the place of a computer player.")
      : t("You are watching. After this round you can take the place of a computer player.");
    return html`<div class="remark sit">
      <span>${words}</span>
      ${nameField(state, view, on, true)}
      <button type="button" data-act="wait" @click="${() => on.wait(!state.waits)}">
        ${state.waits ? t("Rather watch") : t("Sit down after this round")}
      </button>
    </div>`;
  }
  return html`<div class="remark sit">
    <span>${t("You are watching. Between two rounds you can sit down.")}</span>
    ${nameField(state, view, on)}
    ${
    seats.map((player) =>
      html`<button type="button" data-act="sit" @click="${() => on.sit(player)}">
          ${t("Take the place of {name}", { name: ownName(view, player) })}
        </button>`
    )
  }
  </div>`;
}

/** What there is to say about who is here; nothing where all is as it should be. */
export function attendance(state: State, view: View, on: Actions): TemplateResult | typeof nothing {
  if (view.match.over || isClosed(view) || isGathering(view)) return nothing;
  const away = otherPeople(view).filter((player) =>
    isAway(state, view, player) || standIn(view, player) !== null
  );
  const replaced = view.you !== null && standIn(view, view.you) !== null;
  if (away.length === 0 && !replaced && view.you !== null) return nothing;
  return html`<section class="attendance" aria-label="${t("Who is here")}">
    ${ownReturn(state, view, on)} ${away.map((player) => absent(view, player, on))}
    ${watching(state, view, on)}
  </section>`;
}

/** Who has not asked for the next round yet, where several people sit at the table. */
export function stillWanted(state: State, view: View): number[] {
  const ready = view.match.ready;
  if (ready.length === 0) return [];
  return everybody(view).filter((player) =>
    view.players[player]?.kind === "human" && standIn(view, player) === null &&
    !isAway(state, view, player) && !ready.includes(player)
  );
}
