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
  /** What the server has not answered yet, by the ids of the commands. */
  #messages = new Map<string, Message>();
  #reports = new Map<string, number>();

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
        if ([...this.#messages.values()].some((sent) => isSame(sent, words))) return;
        this.#messages.set(table.send({ k: "say", ...words }), words);
      },
      report: (message) => {
        this.#reports.set(table.send({ k: "report", message }), message);
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
    const words = this.#messages.get(id);
    if (words !== undefined && this.#messages.delete(id)) this.#messageAnswered(words, refusal);
    const message = this.#reports.get(id);
    if (message !== undefined && this.#reports.delete(id)) this.#reportAnswered(message, refusal);
  }

  #messageAnswered(words: Message, chatRefusal: string | null): void {
    // What has been typed since stays.
    const isSaid = "text" in words && words.text === this.#table.state().chatDraft.trim();
    this.#table.change(
      chatRefusal === null && isSaid ? { chatRefusal, chatDraft: "" } : { chatRefusal },
    );
  }

  #reportAnswered(message: number, chatRefusal: string | null): void {
    const { reported: before } = this.#table.state();
    if (chatRefusal !== null) return this.#table.change({ chatRefusal }); // an alert of its own
    const words = t("Reported. The host of the server can read what was said.");
    const reported = new Set([...before, message]);
    this.#table.change({ chatRefusal, reported, announcements: this.#table.announce(words) });
  }
}
