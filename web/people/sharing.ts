/** Inviting others: a link, a code to read out, a QR code. */

import { html, nothing, type TemplateResult } from "lit-html";
import { isHost } from "../model/seats.ts";
import type { Actions, State } from "../model/types.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { copyField } from "./clipboard.ts";

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** How long the result of copying the link is shown, in ms. */
const COPIED_MS = 6000;

let shownUntil: ReturnType<typeof setTimeout> | undefined;

/** The address under which others find the table. */
export function invitationLink(origin: string, code: string): string {
  return `${origin}/j/${code}`;
}

/** Whether other devices cannot reach this host name. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_HOSTS.includes(hostname);
}

/** The words, with the option as code: no line breaks in it. */
function withOption(words: string): (string | TemplateResult)[] {
  return words.split(/(--lan)/).map((part) => part === "--lan" ? html`<code>${part}</code>` : part);
}

/** Whether the picture to scan leaves room for the rest; on a phone it is folded. */
function hasRoom(): boolean {
  return matchMedia("(min-width: 48rem)").matches;
}

/** Copies the link and shows the result. */
async function copy(event: Event, on: Actions): Promise<void> {
  const button = event.currentTarget;
  const field = button instanceof HTMLElement ? button.parentElement?.querySelector("input") : null;
  if (!field) return;
  const isCopied = await copyField(field);
  on.showCopied(
    isCopied
      ? t("The link is copied.")
      : t("The link is selected. Copy it with the keyboard or the menu of your device."),
  );
  clearTimeout(shownUntil);
  shownUntil = setTimeout(() => on.showCopied(null), COPIED_MS);
}

/** The panel with the link, the code and the QR code. */
export function invitationPanel(
  state: State,
  view: View,
  on: Actions,
  id = "invitation",
): TemplateResult | typeof nothing {
  const code = view.table.code;
  if (code === null) return nothing;
  const link = invitationLink(state.address, code);
  return html`
    <section class="share" aria-labelledby="${id}-title">
      <h3 id="${id}-title">${t("Invite friends")}</h3>
      <p class="spoken-code">
        <span>${t("Code")}</span>
        <b aria-label="${[...code].join(" ")}" role="img">${code}</b>
      </p>
      <div class="link">
        <label class="visually-hidden" for="${id}">${t("Link to this table")}</label>
        <input id="${id}" type="text" readonly .value="${link}" />
        <button type="button" data-act="copy" @click="${(event: Event) => copy(event, on)}">
            ${t("Copy the link")}
          </button>
        <p class="copied">${state.copied === null ? nothing : html`<b>${state.copied}</b>`}</p>
      </div>
      ${isLoopback(new URL(state.address).hostname)
        ? html`
          <p class="note">
                  ${isHost(view)
                    ? withOption(t(
                      "Phones and other computers cannot reach this table: its address works on this computer only. Stop the program with Ctrl+C and start it again with --lan.",
                    ))
                    : t("This address works on this computer only.")}
                </p>
        `
        : html`
          <details class="scan" ?open="${hasRoom()}">
            <summary>${t("Picture to scan")}</summary>
            <img src="/tables/${view.table.id}/invitation.svg" width="200" height="200" alt="${t(
              "QR code of the link",
            )}" />
          </details>
        `}
    </section>
  `;
}
