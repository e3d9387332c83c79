/** Lays a hand out: side by side where there is room, else overlapping, else in several rows. */

/** Enough of every card can be touched, where the style sheet's `--touch` says nothing else. */
const TOUCH_PX = 44;
const GAP_PX = 8;

interface Fan {
  columns: number;
  /** From the left edge of a card to that of the next. */
  step: number;
}

/** Columns and step for so many cards of a width in the room there is, in as few rows as possible. */
export function fanLayout(cards: number, card: number, room: number, touch = TOUCH_PX): Fan {
  for (let rows = 1; rows <= cards; rows += 1) {
    const columns = Math.ceil(cards / rows);
    if (columns === 1) break;
    const step = (room - card) / (columns - 1);
    if (step >= touch) return { columns, step: Math.min(step, card + GAP_PX) };
  }
  return { columns: 1, step: card };
}

/** Sets the columns of every hand on the page. */
export function layOutFans(root: HTMLElement): void {
  const lists = [...root.querySelectorAll<HTMLElement>(".fan")];
  for (const list of lists) {
    list.parentElement?.style.setProperty("--cards", String(Math.max(1, list.children.length)));
  }
  for (const list of lists) {
    const card = list.querySelector<HTMLElement>(".card");
    if (card === null) continue;
    const room = list.parentElement?.clientWidth ?? 0;
    const touch = Number(getComputedStyle(list).getPropertyValue("--touch")) || TOUCH_PX;
    const { columns, step } = fanLayout(list.children.length, card.offsetWidth, room, touch);
    list.style.setProperty("--columns", String(columns));
    const most = `${Math.floor(step * 10) / 10}px`;
    // Columns may shrink, so that cards that become wider later still end within the table.
    const before = columns > 1 ? `repeat(${columns - 1}, minmax(0, ${most})) ` : "";
    list.style.setProperty("--template", `${before}var(--card-w)`);
    list.style.setProperty("--width", `${(columns - 1) * step + card.offsetWidth}px`);
  }
}
