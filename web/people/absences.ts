/** Tells a screen reader who has gone away and who is back; a page that is loaded anew is neither. */

import { isAway, isBeforeStart, otherPeople, substituteOf } from "../model/seats.ts";
import type { State, TableContext } from "../model/types.ts";
import { t } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";

/** After so many ms somebody whose connection has ended counts as away. */
const AWAY_AFTER_MS = 5000;

/** Those who are away, by number; nobody before the match, whose places are shown then. */
function absentPeople(state: State): number[] {
  const { view } = state;
  if (view === null || isBeforeStart(view)) return [];
  return otherPeople(view).filter((player) => isAway(state, view, player));
}

/** What is said when some were away before, and these are now; empty if nothing is. */
export function absenceText(state: State, before: ReadonlySet<number>): string {
  const { view } = state;
  const now = absentPeople(state);
  if (view === null) return "";
  const gone = now.filter((player) => !before.has(player) && substituteOf(view, player) === null);
  const back = otherPeople(view).filter((player) => before.has(player) && !now.includes(player));
  return [
    ...gone.map((player) => t("{name} is away.", { name: ownName(view, player) })),
    ...back.map((player) => t("{name} is here again.", { name: ownName(view, player) })),
  ].join(" ");
}

export class Absences {
  #table: TableContext;
  #told: ReadonlySet<number> = new Set();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The players present, as the server said last. */
  #present = "";

  constructor(table: TableContext) {
    this.#table = table;
  }

  /** Somebody has come or gone; those who only watch delay nothing. */
  update(): void {
    const present = String(this.#table.state().present?.players);
    if (present === this.#present && this.#timer !== undefined) return;
    this.#present = present;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const state = this.#table.state();
      const words = absenceText(state, this.#told);
      this.#told = new Set(absentPeople(state));
      if (words !== "") this.#table.change({ announcements: this.#table.announce(words) });
    }, AWAY_AFTER_MS);
  }
}
