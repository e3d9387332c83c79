/** The places of a table: who sits at each, who plays with whom, and what may be changed. */

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import {
  everybody,
  isAway,
  isBeforeStart,
  isBetweenRounds,
  isFree,
  isHost,
  isPerson,
  isWaitedFor,
  mayReplace,
  offeredSeats,
  substituteOf,
} from "../model/seats.ts";
import { isClosed } from "../model/selectors.ts";
import { onlySide } from "../model/sides.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { formatList, formatRemarks, t } from "../text/i18n.ts";
import { levelTitle, ownName } from "../text/names.ts";
import { initials } from "./avatar.ts";

const OPEN = "open";

/** Who sits there, in words. */
function seatText(state: State, view: View, player: number): string {
  const one = view.players[player];
  if (one === undefined || one.kind === "open") return t("nobody sits here yet");
  if (one.kind === "driven") return t("plays by his own rule");
  if (one.kind === "computer") {
    return t("computer player: {level}", { level: levelTitle(state, one.level) });
  }
  const words = [player === view.you ? t("you") : t("person")];
  if (view.table.host === player) words.push(t("host"));
  const level = substituteOf(view, player);
  if (level !== null) words.push(t("a computer player plays meanwhile"));
  else if (isAway(state, view, player)) words.push(t("away"));
  return formatRemarks(words);
}

/** A mark beside the name of a person: present, away or substituted. */
export function presence(
  state: State,
  view: View,
  player: number,
): TemplateResult | typeof nothing {
  if (!isPerson(view, player)) return nothing;
  const kind = substituteOf(view, player) !== null
    ? "replaced"
    : isAway(state, view, player)
    ? "away"
    : "here";
  return html`<i class="presence ${kind}" aria-hidden="true"></i>`;
}

/**
 * The box whose choices the user is passing through with the keys while it is closed. Each of them
 * is a change for the browser; only the last one counts, once Enter is pressed or the box is left.
 */
let passing: HTMLSelectElement | null = null;

/** Whether the key goes to another choice of a closed box, and does not open it. */
function isPassingKey({ key, altKey }: KeyboardEvent): boolean {
  const isMove = ["ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"].includes(key);
  return !altKey && (isMove || (key.length === 1 && key !== " "));
}

/** Whether the key opens the box, where a choice is made at once. */
function isOpeningKey({ key, altKey }: KeyboardEvent): boolean {
  return key === " " || key === "F4" || (altKey && key.startsWith("Arrow"));
}

/** The control for a seat that no person holds: free, or a computer player of some level. */
function seatKindSelect(state: State, view: View, player: number, on: Actions): TemplateResult {
  const one = view.players[player];
  const chosen = one?.kind === "computer" ? one.level : OPEN;
  const take = (value: string) => {
    if (value !== chosen) {
      on.send(value === OPEN ? { k: "open", player } : { k: "fill", player, level: value });
    }
  };
  const about = state.levels.find((level) => level.name === chosen)?.text ?? "";
  // What else happens at the table does not take back what the user has come to.
  const isPassing = passing?.isConnected && passing.dataset.player === String(player);
  const shown = isPassing ? passing?.value : chosen;
  return html`
    <select
      data-player="${player}"
      aria-label="${t("Who sits at place {n}", { n: player + 1 })}"
      aria-disabled="${state.pending ? "true" : "false"}"
      @change="${({ target }: Event) => {
        const select = target as HTMLSelectElement;
        if (select !== passing) take(select.value);
      }}"
      @keydown="${(event: KeyboardEvent) => {
        const select = event.target as HTMLSelectElement;
        if (event.key === "Enter" && select === passing) {
          event.preventDefault();
          passing = null;
          take(select.value);
        } else if (isPassingKey(event)) passing = select;
        else if (isOpeningKey(event)) passing = null;
      }}"
      @pointerdown="${() => passing = null}"
      @blur="${({ target }: Event) => {
        const select = target as HTMLSelectElement;
        if (select === passing) take(select.value);
        passing = null;
      }}"
    >
      ${isBetweenRounds(view)
        ? html`<option value="${OPEN}" .selected="${live(shown === OPEN)}">${
          t("Free place")
        }</option>`
        : nothing}
      ${state.levels.filter((level) => level.offered || level.name === chosen).map((level) =>
        html`
          <option
            value="${level.name}"
            title="${level.text}"
            .selected="${live(shown === level.name)}"
          >
                    ${level.title}
                  </option>
        `
      )}
    </select>
    ${about === "" ? nothing : html`<small class="about-level">${about}</small>`}
  `;
}

/** The other places of the table at which people and computer players sit or may sit. */
function otherPlaces(view: View, player: number): number[] {
  return everybody(view).filter((one) => one !== player && view.players[one]?.kind !== "driven");
}

/** The name of who sits there, or of the place. */
function placeName(view: View, player: number): string {
  return isFree(view, player) ? t("Place {n}", { n: player + 1 }) : ownName(view, player);
}

/** The buttons with which the host has somebody change places with somebody else. */
function swapButtons(state: State, view: View, player: number, on: Actions): TemplateResult[] {
  const name = ownName(view, player);
  return otherPlaces(view, player).map((other) => {
    const place = placeName(view, other);
    return html`
      <button
        type="button"
        data-act="swap"
        aria-label="${t("{name} changes places with {other}", { name, other: place })}"
        aria-disabled="${state.pending ? "true" : "false"}"
        @click="${() => on.send({ k: "swap", player, other })}"
      >
            ${t("Change places with {other}", { other: place })}
          </button>
    `;
  });
}

/**
 * The button with which the user goes to a place that no person holds, before the match. Only where
 * some play as partners does it matter much who sits where.
 */
function moveButton(
  state: State,
  view: View,
  player: number,
  on: Actions,
): TemplateResult | typeof nothing {
  const { you } = view;
  const kind = view.players[player]?.kind;
  const isOffered = you !== null && isBeforeStart(view) && view.table.has_sides;
  if (!isOffered || (kind !== "open" && kind !== "computer")) return nothing;
  return html`
    <button
      type="button"
      data-act="move"
      aria-label="${t("{button}: {place}", {
        button: t("Move here"),
        place: placeName(view, player),
      })}"
      aria-disabled="${state.pending ? "true" : "false"}"
      @click="${() => on.send({ k: "swap", player: you, other: player })}"
    >
          ${t("Move here")}
        </button>
  `;
}

/** The letter of the side, if this place is never on another one. */
function sideBadge(view: View, player: number): TemplateResult | typeof nothing {
  const side = onlySide(view.table.sides, player);
  if (side === null) return nothing;
  return html`<span class="badge team team-${side.number}" aria-hidden="true">${side.letter}</span>`;
}

/** The only partner that a place ever has, in words; empty if there are several or none. */
export function partnerText(view: View, player: number): string {
  const partners = onlySide(view.table.sides, player)?.partners ?? [];
  if (partners.length === 0) return "";
  return t("partner: {names}", {
    names: formatList(partners.map((one) => placeName(view, one))),
  });
}

function hostActions(
  state: State,
  view: View,
  player: number,
  on: Actions,
): TemplateResult | typeof nothing {
  const kind = view.players[player]?.kind;
  if (!isHost(view) || player === view.you || kind === "driven") return nothing;
  if (kind !== "human") {
    // The level of a computer player can be changed at any time, the seat only between rounds.
    const isOver = view.match.over || isClosed(view);
    return isBetweenRounds(view) || (kind === "computer" && !isOver)
      ? seatKindSelect(state, view, player, on)
      : nothing;
  }
  const name = ownName(view, player);
  // The server knows how long the others have waited, and refuses if it is too early.
  const replace = mayReplace(view) && !isBeforeStart(view) && substituteOf(view, player) === null &&
    (isAway(state, view, player) || isWaitedFor(view, player));
  return html`
    ${replace
      ? html`<button type="button" @click="${() => on.send({ k: "replace", player })}">
          ${t("Let a computer play for {name}", { name })}
        </button>`
      : nothing}
    <details class="host-actions">
      <summary>${t("More")}<span class="visually-hidden"> ${t("about {name}", {
        name,
      })}</span></summary>
      ${isBeforeStart(view) ? swapButtons(state, view, player, on) : nothing}
      <button type="button" @click="${() => on.send({ k: "hand", player })}">
          ${t("Make {name} the host", { name })}
        </button>
      <button type="button" class="danger" @click="${() => on.send({ k: "remove", player })}">
          ${t("Remove {name}", { name })}
        </button>
      <p class="note">${t("Anyone you remove cannot come back to this table.")}</p>
    </details>
  `;
}

function seat(state: State, view: View, player: number, on: Actions): TemplateResult {
  const free = isFree(view, player);
  const name = placeName(view, player);
  const partner = partnerText(view, player);
  const takes = offeredSeats(state, view).includes(player);
  const shown = free ? t("Sit here") : t("Take this place");
  return html`
    <li
      class="seat kind-${view.players[player]?.kind ?? OPEN} ${player === view.you ? "you" : ""}"
      tabindex="${player === view.you ? "-1" : nothing}"
    >
      <span class="avatar tone-${player % 6}" aria-hidden="true">${free ? "" : initials(
        everybody(view).map((one) => isFree(view, one) ? "" : ownName(view, one)),
      )[player]}</span>
      <span class="who">
        <b class="name">${presence(state, view, player)}${name}</b>
        <span class="kind">${seatText(state, view, player)}</span>
        ${partner === "" ? nothing : html`
          <span class="kind">${sideBadge(view, player)} ${partner}</span>
        `}
      </span>
      <span class="actions">
        ${takes
          ? html`
            <button
              type="button"
              class="primary"
              data-act="sit"
              aria-label="${t("{button}: {place}", { button: shown, place: name })}"
              aria-disabled="${state.pending ? "true" : "false"}"
              @click="${() => on.takeSeat(player)}"
            >
                        ${shown}
                      </button>
          `
          : html`${moveButton(state, view, player, on)}${hostActions(state, view, player, on)}`}
      </span>
    </li>
  `;
}

/** All seats, clockwise. */
export function places(state: State, view: View, on: Actions): TemplateResult {
  return html`<ol class="plain-list seats" aria-label="${t("Places at the table")}">
    ${repeat(everybody(view), (player) => player, (player) => seat(state, view, player, on))}
  </ol>`;
}
