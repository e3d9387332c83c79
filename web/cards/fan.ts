/** The layout of a hand: side by side if there is room, else overlapping, else in several rows. */

/** The visible width of every card, unless the style sheet sets `--touch-size`. */
const TOUCH_PX = 44;
const GAP_PX = 8;

interface Fan {
  columns: number;
  /** The distance between the left edges of two neighbouring cards, in pixels. */
  step: number;
}

/** Columns and step for `cards` cards of width `card` in the width `room`, in the fewest rows. */
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
    const touch = Number(getComputedStyle(list).getPropertyValue("--touch-size")) || TOUCH_PX;
    const { columns, step } = fanLayout(list.children.length, card.offsetWidth, room, touch);
    list.style.setProperty("--columns", String(columns));
    const most = `${Math.floor(step * 10) / 10}px`;
    // Columns may shrink: cards that become wider later still fit the table.
    const before = columns > 1 ? `repeat(${columns - 1}, minmax(0, ${most})) ` : "";
    list.style.setProperty("--template", `${before}var(--card-width)`);
    list.style.setProperty("--width", `${(columns - 1) * step + card.offsetWidth}px`);
  }
}
