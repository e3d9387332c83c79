/** What the chat does: opening its panel, saying and reporting something, and not hearing people. */

import type { Actions, TableContext } from "../model/types.ts";
import type { Command } from "../net/wire.ts";
import { type MuteList, storeMuteList } from "../storage/mute_list.ts";
import { t } from "../text/i18n.ts";

/** What the chat needs from the table. */
interface ChatContext extends TableContext {
  /** Sends a command, and returns the number that its answer has. */
  send(command: Command): string;
  /** Shows or hides the panel with `show` and moves the focus along. */
  focusPanel(isOpen: boolean, show: () => void): void;
}

type ChatActionName = "openChat" | "sendMessage" | "report" | "setChatDraft" | "setMuteList";

/** Sends messages and reports, and takes the answers to them. */
export class Chat {
  #table: ChatContext;
  #messageId = "";
  #report: { id: string; message: number } | null = null;

  constructor(table: ChatContext) {
    this.#table = table;
  }

  actions(): Pick<Actions, ChatActionName> {
    const table = this.#table;
    return {
      openChat: (chatOpen) => {
        const lastReadMessage = table.state().view?.talk.at(-1)?.n ?? 0;
        table.focusPanel(chatOpen, () => {
          table.change({ chatOpen, lastReadMessage, chatRefusal: null });
        });
      },
      sendMessage: (words) => {
        this.#messageId = table.send({ k: "say", ...words });
      },
      report: (message) => {
        this.#report = { id: table.send({ k: "report", message }), message };
      },
      setChatDraft: (chatDraft) => table.change({ chatDraft }),
      setMuteList: (muteList: MuteList) => {
        storeMuteList(localStorage, table.state().view?.table.id ?? "", muteList);
        table.change({ muteList });
      },
    };
  }

  /** Takes the server's answer to a command; `refusal` is null if it was accepted. */
  receiveAnswer(id: string, refusal: string | null): void {
    if (id === this.#messageId) this.#messageAnswered(refusal);
    if (id === this.#report?.id) this.#reportAnswered(this.#report.message, refusal);
  }

  #messageAnswered(chatRefusal: string | null): void {
    this.#table.change(chatRefusal === null ? { chatRefusal, chatDraft: "" } : { chatRefusal });
  }

  #reportAnswered(message: number, chatRefusal: string | null): void {
    const { reported: before } = this.#table.state();
    const words = chatRefusal ?? t("Reported. The host of the server can read what was said.");
    const reported = chatRefusal === null ? new Set([...before, message]) : before;
    this.#table.change({ chatRefusal, reported, announcements: this.#table.announce(words) });
  }
}
