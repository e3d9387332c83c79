/** The line that says that the connection is lost, and what is sent when it is back. */

import { html, nothing, type TemplateResult } from "lit-html";
import type { State, TableContext } from "../model/types.ts";
import type { ConnectionStatus } from "../net/connection.ts";
import { t } from "../text/i18n.ts";

/** The state of the connection in words; null while it is open. */
export function connectionText(state: State): string | null {
  switch (state.connection) {
    case "open":
      return null;
    case "connecting":
      return t("Connecting to the table…");
    case "gone":
      return t("There is no such table here any more.");
    case "crowded":
      return t("Too many requests from your network at once. Trying again in a moment…");
    case "busy":
      return t("The server is busy. Trying again in a moment…");
    case "lost":
      return t("The connection is lost. Trying again…");
  }
}

/** What has been asked for and is sent as soon as the connection is back; empty if nothing is. */
export function queuedText(state: State): string {
  if (!state.pending || state.connection === "open" || state.connection === "gone") return "";
  switch (state.lastCommand?.k) {
    case "play":
      return t("Connection lost: your card waits.");
    case "commit":
      return t("Connection lost: your choice waits.");
    default:
      return t("Connection lost: your request waits.");
  }
}

/**
 * The line; nothing while the connection is open.
 *
 * What is queued says by itself that the connection is lost, and both together are too long for a
 * phone.
 */
export function connectionLine(state: State): TemplateResult | typeof nothing {
  const words = connectionText(state);
  if (words === null) return nothing;
  return html`<p class="connection-line">${queuedText(state) || words}</p>`;
}

/** Follows the connection: its loss is announced once, not at every attempt, and so is its return. */
export class ConnectionChanges {
  #table: TableContext;
  /** Whether a lost connection was announced, and not yet that it is back. */
  #isLossTold = false;

  constructor(table: TableContext) {
    this.#table = table;
  }

  /** Shows the connection as it is now. */
  update(connection: ConnectionStatus): void {
    const before = this.#table.state();
    const { hint } = before; // a hint that was asked for is dropped with the connection
    this.#table.change({
      connection,
      queued: before.queued && connection !== "open",
      hint: connection !== "open" && hint?.actions === null ? null : hint,
    });
    const words = connectionText(this.#table.state());
    if (before.connection === "open" && words !== null) {
      this.#isLossTold = true;
      this.#announce(words);
    } else if (words === null && this.#isLossTold) {
      this.#isLossTold = false;
      this.#announce(t("The connection is back."));
    }
  }

  #announce(words: string): void {
    this.#table.change({ announcements: this.#table.announce(words) });
  }
}
