/** Hints: what a strong player would do, if the user asks on their turn. */

import { html, nothing, type TemplateResult } from "lit-html";
import { isPerson } from "../model/seats.ts";
import { isChoosing, isToPlay, OPEN_HAND_CHOICES } from "../model/selectors.ts";
import type { Actions, Hint, State } from "../model/types.ts";
import type { Card, Command, ServerMessage, View } from "../net/wire.ts";
import { formatList, t } from "../text/i18n.ts";
import { hasHintRows, HINT_ROWS, hintRows, whatHintRowsSay } from "./hint_rows.ts";
import { adviserTitle, cardPhrase, printedCard, slotSign, STRONGEST_LEVEL } from "../text/names.ts";
import { shortcut } from "../text/shortcuts.ts";

/** Whether the players may have hints at this table now. */
export function areHintsAllowed(view: View): boolean {
  if (view.table.hints !== "alone") return view.table.hints === "always";
  return view.players.filter((_, player) => isPerson(view, player)).length === 1;
}

/** The table's hint policy in words. */
export function hintPolicyText(hints: View["table"]["hints"]): string {
  switch (hints) {
    case "always":
      return t("Hints for everybody");
    case "never":
      return t("No hints");
    default:
      return t("Hints if only one person plays");
  }
}

/** Whether the user can ask for a hint now. */
export function canAskForHint(view: View): boolean {
  return areHintsAllowed(view) && (isChoosing(view) || isToPlay(view));
}

function decisionKey(view: View): string {
  const round = view.round;
  return round === null ? "" : `${round.number} ${round.phase} ${round.stage} ${round.step}`;
}

/** The command that asks for a hint on the current decision; null if there is none. */
export function hintRequest(view: View): Command | null {
  const round = view.round;
  if (round === null || !canAskForHint(view)) return null;
  return isToPlay(view)
    ? { k: "hint", round: round.number, step: round.step }
    : { k: "hint", round: round.number, stage: round.stage };
}

/** The change that a hint brings: what is shown, and what a screen reader announces. */
export interface HintUpdate {
  hint: Hint | null;
  notice: string | null;
  /** The card whose reason stands in the place of the hint: none, when a hint comes. */
  highlighted?: null;
  words: string;
}

/** Asks for a hint on the current decision; null if there is no decision or no connection. */
export function requestHint(
  state: State,
  connection: { ask(command: Command): string | null },
): HintUpdate | null {
  const { view } = state;
  const command = view === null || state.hint !== null ? null : hintRequest(view);
  const id = command === null ? null : connection.ask(command);
  if (view === null || id === null) return null;
  return hintUpdate(state, {
    id,
    decision: decisionKey(view),
    actions: null,
    level: "",
    reason: "",
    rows: [],
    notes: [],
  });
}

function hintUpdate(state: State, hint: Hint): HintUpdate {
  const words = state.view === null ? "" : hintText({ ...state, hint }, state.view);
  return { hint, notice: null, words };
}

/** The hint if it is about the current decision; else null. */
export function currentHint(hint: Hint | null, view: View): Hint | null {
  return hint !== null && canAskForHint(view) && hint.decision === decisionKey(view) ? hint : null;
}

/** The hint after a change of the cards that are chosen: none once all cards of an exchange are. */
export function hintAfterChoice(hint: Hint | null, slots: State["slots"]): Hint | null {
  return slots.length > 0 && slots.every((card) => card !== null) ? null : hint;
}

/** The change that the server's answer brings: the hint, or the reason why there is none. */
export function receiveHint(
  state: State,
  answer: Extract<ServerMessage, { t: "ok" | "no" | "hint" }>,
): HintUpdate | null {
  if (answer.t === "no") return { hint: null, notice: answer.text, words: answer.text };
  if (answer.t === "ok" || state.hint === null) return null;
  const { actions, level, reason, rows, notes } = answer;
  const update = hintUpdate(state, { ...state.hint, actions, level, reason, rows, notes });
  // A pointer may rest on a card that cannot be played: the reason why gives way.
  const isLegal = state.view?.round?.legal.includes(state.highlighted ?? "") ?? false;
  return isLegal ? update : { ...update, highlighted: null };
}

/** The hint and its reason in words; empty if there is none. */
export function hintText(state: State, view: View): string {
  const hint = state.hint;
  if (hint === null) return "";
  if (hint.actions === null) return t("A strong player is thinking about it.");
  return `${adviceText(state, view, hint.actions, hint.level)} ${hint.reason}`.trim();
}

/** What a player of that level would do, in words. */
function adviceText(state: State, view: View, actions: string[], asked: string): string {
  const level = adviserTitle(state, asked);
  const first = actions[0] ?? "";
  if (first === OPEN_HAND_CHOICES[0]) {
    return t("Hint ({level}): lay the first hand open.", { level });
  }
  if (first === OPEN_HAND_CHOICES[1]) {
    return t("Hint ({level}): lay the second hand open.", { level });
  }
  if (isToPlay(view)) {
    return t("Hint ({level}): play {card}.", { level, card: cardPhrase(view, first) });
  }
  const places = new Map<string, string[]>();
  for (const [index, card] of actions.entries()) {
    const target = view.round?.asks[index]?.text ?? "";
    const number = t("the {number}", { number: printedCard(card) });
    places.set(target, [...(places.get(target) ?? []), number]);
  }
  const cards = [...places].map(([target, numbers]) =>
    t("{cards} to {target}", { cards: formatList(numbers), target })
  );
  return t("Hint ({level}): give {cards}.", { level, cards: formatList(cards) });
}

/** A placeholder as long as a long reason for an exchange hint. */
const LONG_REASON = "nnnn ".repeat(20);

/** A text as long as a long hint on the current decision; the layout reserves room for it. */
export function longestHintText(state: State, view: View): string {
  const long = view.table.deck.findLast((card) => card.c.endsWith(".5")) ?? view.table.deck.at(-1);
  const actions =
    view.round?.asks.map((ask) => ask.to === "open" ? OPEN_HAND_CHOICES[1] : long?.c) ?? [];
  const known = actions.filter((action) => action !== undefined);
  return `${adviceText(state, view, known, STRONGEST_LEVEL)} ${LONG_REASON}`;
}

/** The mark on a card that the hint names: a star, or its slot in the exchange; else null. */
export function hintSign(state: State, view: View, card: Card): string | null {
  const place = state.hint?.actions?.indexOf(card) ?? -1;
  if (place < 0) return null;
  return isChoosing(view) ? slotSign(place) : "\u2605";
}

/** What a screen reader says after the card's name. */
export function hintRemark(state: State, view: View, card: Card): string {
  return hintSign(state, view, card) === null ? "" : `, ${t("hinted")}`;
}

/**
 * The button that asks for a hint; once the hint is there, it opens what explains it. It is as
 * wide as the longer of its two labels, so that it stays where it is.
 */
export function hintButton(
  state: State,
  view: View,
  on: Actions,
): TemplateResult | typeof nothing {
  if (!canAskForHint(view)) return nothing;
  const explains = hasHintRows(state);
  const busy = state.pending || state.hint !== null || state.connection !== "open";
  return html`
    <button
      type="button"
      class="hint-button"
      data-act="${explains ? "why" : "hint"}"
      title="${explains ? whatHintRowsSay() : t("What would a strong player do?")}"
      aria-keyshortcuts="${explains ? nothing : shortcut(state, "hint")}"
      popovertarget="${explains ? HINT_ROWS : nothing}"
      aria-disabled="${busy && !explains ? "true" : "false"}"
      @click="${() => busy || on.hint()}"
    >
      <span class="hint-labels">
        <span class="${explains ? "invisible" : ""}">${t("Hint")}</span>
        <span class="${explains ? "" : "invisible"}">${t("Why?")}</span>
      </span>
    </button>
    ${explains ? hintRows(state, view) : nothing}
  `;
}
