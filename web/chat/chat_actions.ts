/** What the chat does: opening its panel, saying and reporting something, and not hearing people. */

import { type MuteList, storeMuteList } from "../model/mute_list.ts";
import type { Actions, State } from "../model/types.ts";

/** What the chat needs from the table. */
interface ChatContext {
  state(): State;
  change(part: Partial<State>): void;
  say(words: { phrase: string } | { text: string }): void;
  /** Reports a message, by its number, to the host of the server. */
  report(message: number): void;
  /** Shows or hides the panel with `show` and moves the focus along. */
  focusPanel(isOpen: boolean, show: () => void): void;
}

export function chatActions(
  table: ChatContext,
): Pick<Actions, "openChat" | "sendMessage" | "report" | "setChatDraft" | "setMuteList"> {
  return {
    openChat: (chatOpen) => {
      const lastReadMessage = table.state().view?.talk.at(-1)?.n ?? 0;
      table.focusPanel(chatOpen, () => {
        table.change({ chatOpen, lastReadMessage, chatRefusal: null });
      });
    },
    sendMessage: (words) => table.say(words),
    report: (message) => table.report(message),
    setChatDraft: (chatDraft) => table.change({ chatDraft }),
    setMuteList: (muteList: MuteList) => {
      storeMuteList(localStorage, table.state().view?.table.id ?? "", muteList);
      table.change({ muteList });
    },
  };
}
