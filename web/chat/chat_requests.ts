/** What the chat does: opening its panel, saying and reporting something, and not hearing people. */

import type { Actions, TableContext } from "../model/types.ts";
import type { Command } from "../net/wire.ts";
import { keepsMuteList, loadMuteList, type MuteList, storeMuteList } from "../storage/mute_list.ts";
import { t } from "../text/i18n.ts";

/** What the chat needs from the table. */
interface ChatContext extends TableContext {
  /** Sends a command, and returns the number that its answer has. */
  send(command: Command): string;
  /** Shows or hides the panel with `show` and moves the focus along. */
  focusPanel(isOpen: boolean, show: () => void): void;
}

type ChatActionName = "openChat" | "sendMessage" | "report" | "setChatDraft" | "setMuteList";

type Message = Parameters<Actions["sendMessage"]>[0];

function isSame(one: Message, other: Message): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sends messages and reports, and takes the answers to them. */
export class Chat {
  #table: ChatContext;
  /** The message that the server has not answered yet. */
  #message: { id: string; words: Message } | null = null;
  #report: { id: string; message: number } | null = null;

  constructor(table: ChatContext) {
    this.#table = table;
    // Another tab of this browser has changed whom the user hears.
    addEventListener("storage", ({ key }) => {
      const id = table.state().view?.table.id ?? "";
      if (keepsMuteList(key, id)) table.change({ muteList: loadMuteList(localStorage, id) });
    });
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
        // Said again before the answer comes, it would be heard twice.
        if (this.#message !== null && isSame(this.#message.words, words)) return;
        this.#message = { id: table.send({ k: "say", ...words }), words };
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
    if (id === this.#message?.id) this.#messageAnswered(this.#message.words, refusal);
    if (id === this.#report?.id) this.#reportAnswered(this.#report.message, refusal);
  }

  #messageAnswered(words: Message, chatRefusal: string | null): void {
    this.#message = null;
    // What has been typed since stays.
    const isSaid = "text" in words && words.text === this.#table.state().chatDraft.trim();
    this.#table.change(
      chatRefusal === null && isSaid ? { chatRefusal, chatDraft: "" } : { chatRefusal },
    );
  }

  #reportAnswered(message: number, chatRefusal: string | null): void {
    const { reported: before } = this.#table.state();
    const words = chatRefusal ?? t("Reported. The host of the server can read what was said.");
    const reported = chatRefusal === null ? new Set([...before, message]) : before;
    this.#table.change({ chatRefusal, reported, announcements: this.#table.announce(words) });
  }
}
