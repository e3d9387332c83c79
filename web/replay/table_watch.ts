/** What happens at the table while somebody looks at a finished round of it. */

import { applyEvent } from "../model/reducer.ts";
import { isChoosing, isToPlay } from "../model/selectors.ts";
import type { Listener } from "../net/connection.ts";
import type { View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";

/** How many rounds are finished at the table, and what the reader should know of it. */
export interface TableNews {
  rounds: number;
  words: string;
}

/** The news of a table of which so many rounds were finished when the replay was opened. */
export function tableNews(view: View, finished: number): TableNews {
  const { match: { sheet }, round } = view;
  const hasBegun = round !== null && round.phase !== "over" && round.number > finished;
  const words = isToPlay(view) || isChoosing(view)
    ? t("The table is waiting for you.")
    : hasBegun
    ? t("Round {n} has begun at the table.", { n: round.number })
    : "";
  return { rounds: sheet.length, words };
}

/** Listens to a table, at which its reader is thereby present, and sends it nothing. */
export function watchTable(
  connect: (listener: Listener) => { start(): void },
  finished: number,
  tell: (news: TableNews) => void,
): void {
  let shown: View | null = null;
  const show = (view: View) => {
    shown = view;
    tell(tableNews(view, finished));
  };
  const nothing = () => {};
  connect({
    welcome: show,
    event: (event) => shown !== null && show(applyEvent(shown, event)),
    status: nothing,
    answer: nothing,
    outage: nothing,
    thinking: nothing,
    present: nothing,
    time: nothing,
  }).start();
}
