/** The table's options for chat and hints, and the host's form to change them. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { hintPolicyText } from "../assist/hint.ts";
import { isBetweenRounds, isHost } from "../model/seats.ts";
import { isClosed } from "../model/selectors.ts";
import type { Actions, State } from "../model/types.ts";
import type { TableEvent, TableView, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";

const CHAT_POLICIES: TableView["talk"][] = ["presets", "free", "off"];
const HINT_POLICIES: TableView["hints"][] = ["alone", "always", "never"];

/** The chat policy in words. */
export function chatPolicyText(talk: TableView["talk"]): string {
  return talk === "off"
    ? t("No talk")
    : talk === "free"
    ? t("Free talk")
    : t("Talk in set phrases");
}

/** What the host has changed about chat and hints, in words. */
export function policyChangeText(
  event: Pick<TableEvent, "talk" | "hints" | "partners_talk">,
): string {
  const said = [];
  if (event.talk === "off") said.push(t("The host ends the talk at this table."));
  if (event.talk === "free") said.push(t("The host allows free talk."));
  if (event.talk === "presets") said.push(t("The host allows talk in set phrases alone."));
  if (event.hints === "always") said.push(t("The host allows hints for everybody."));
  if (event.hints === "never") said.push(t("The host allows no hints."));
  if (event.hints === "alone") {
    said.push(t("The host allows hints only while one person plays alone."));
  }
  if (event.partners_talk === true) {
    said.push(t("The host allows talk while partners play a round, too."));
  }
  if (event.partners_talk === false) {
    said.push(t("The host allows no talk while partners play a round."));
  }
  return said.join(" ");
}

function choice<V extends string>(
  state: State,
  label: string,
  options: { value: V; words: string }[],
  chosen: V,
  take: (value: V) => void,
): TemplateResult {
  return html`
    <label class="table-option"
    ><span class="label-text">${label}</span>
        <select
          aria-disabled="${state.pending ? "true" : "false"}"
          @change="${(event: Event) => take((event.target as HTMLSelectElement).value as V)}"
        >
            ${options.map(({ value, words }) =>
              html`<option value="${value}" .selected="${live(value === chosen)}">${words}</option>`
            )}
        </select></label>
  `;
}

/** Whether the chat stays open while partners play a round, in words. */
export function partnerChatText(partnersTalk: boolean): string {
  return partnersTalk
    ? t("Talk while partners play a round, too")
    : t("No talk while partners play a round");
}

/** The form for what the host may change now: chat at any time, hints only between rounds. */
export function tableOptionsForm(
  state: State,
  view: View,
  on: Actions,
): TemplateResult | typeof nothing {
  if (!isHost(view) || view.match.over || isClosed(view)) return nothing;
  const { talk, hints, partners_talk: partnersTalk } = view.table;
  return html`
    <div class="table-options-form" role="group" aria-label="${t("What you allow at this table")}">
      ${choice(
        state,
        t("Talk"),
        CHAT_POLICIES.map((value) => ({ value, words: chatPolicyText(value) })),
        talk,
        (value) => on.send({ k: "allow", talk: value }),
      )} ${isBetweenRounds(view) && talk !== "off" && view.table.has_sides
        ? choice(
          state,
          t("Among partners"),
          [true, false].map((allowed) => ({
            value: String(allowed),
            words: partnerChatText(allowed),
          })),
          String(partnersTalk),
          (value) => on.send({ k: "allow", partners_talk: value === "true" }),
        )
        : nothing} ${isBetweenRounds(view)
        ? choice(
          state,
          t("Hints"),
          HINT_POLICIES.map((value) => ({ value, words: hintPolicyText(value) })),
          hints,
          (value) => on.send({ k: "allow", hints: value }),
        )
        : html`<p class="note">${
          t("{hints}. This can be changed between two rounds.", { hints: hintPolicyText(hints) })
        }</p>`}
    </div>
  `;
}
