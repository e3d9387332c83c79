/** The layout of a hand: side by side if there is room, else overlapping, else in several rows. */

/** The visible width of every card, unless the style sheet sets `--touch-size`. */
const TOUCH_PX = 44;
const GAP_PX = 8;
/** The share of a card that is seen beside the next one, if its points stand at the right. */
const LEAST_SEEN = 0.92;

interface Fan {
  rows: number;
  columns: number;
  /** The distance between the left edges of two neighbouring cards, in pixels. */
  step: number;
}

/** How many rows `cards` cards of width `card` need in the width `room`. */
function rowsFor(cards: number, card: number, room: number, touch: number): number {
  for (let rows = 1; rows < cards; rows += 1) {
    if (room - card >= touch * (Math.ceil(cards / rows) - 1)) return rows;
  }
  return Math.max(1, cards);
}

/**
 * Columns and step for `cards` cards, in as few rows as the `most` cards of this hand need: the rows
 * stay while cards are played, so that nothing moves above.  The last cards lie in one of them, as
 * soon as they lie side by side there.
 */
export function fanLayout(
  cards: number,
  card: number,
  room: number,
  touch = TOUCH_PX,
  most = cards,
): Fan {
  const rows = rowsFor(most, card, room, touch);
  const isRow = cards * (card + GAP_PX) - GAP_PX <= room; // side by side
  const columns = Math.max(1, Math.ceil(cards / (isRow ? 1 : rows)));
  const step = columns === 1 ? card : Math.min((room - card) / (columns - 1), card + GAP_PX);
  return { rows, columns, step };
}

/** Whether a hand on the page has other cards than when it was laid out. */
export function areFansStale(root: HTMLElement): boolean {
  return [...root.querySelectorAll<HTMLElement>(".fan")]
    .some((list) => list.dataset.laidOut !== String(list.children.length));
}

interface FanSizes {
  /** The widths of a card and of what the hand has to lie in, in pixels. */
  card: number;
  room: number;
  touch: number;
}

const measured = new WeakMap<HTMLElement, FanSizes>();

function measure(list: HTMLElement): FanSizes {
  return {
    card: list.querySelector<HTMLElement>(".card")?.offsetWidth ?? 0,
    room: list.parentElement?.clientWidth ?? 0,
    touch: Number(getComputedStyle(list).getPropertyValue("--touch-size")) || TOUCH_PX,
  };
}

/**
 * Sets the columns of every hand on the page: first all is measured, then all is set.
 *
 * Where nothing has been resized, a single hand has the sizes of before. Of two hands, the one with
 * more cards gets more room.
 */
export function layOutFans(root: HTMLElement, isResized: boolean): void {
  const lists = [...root.querySelectorAll<HTMLElement>(".fan")];
  for (const list of lists) {
    const most = Math.max(list.children.length, Number(list.dataset.most ?? 0));
    list.dataset.most = String(most);
    list.parentElement?.style.setProperty("--cards", String(Math.max(1, most)));
  }
  const isSame = !isResized && lists.length === 1;
  const sizes = lists.map((list) => (isSame ? measured.get(list) : undefined) ?? measure(list));
  for (const [index, list] of lists.entries()) {
    const { card, room, touch } = sizes[index] ?? measure(list);
    if (card === 0) continue;
    measured.set(list, { card, room, touch });
    const count = list.children.length;
    list.dataset.laidOut = String(count);
    const { rows, columns, step } = fanLayout(count, card, room, touch, Number(list.dataset.most));
    list.style.setProperty("--rows", String(rows));
    list.style.setProperty("--columns", String(columns));
    list.style.setProperty("--step", `${step}px`);
    // In rows, the upper right part of a card is seen, unless the next one covers too much of it.
    list.classList.toggle("stacked", rows > 1 && step >= LEAST_SEEN * card);
    list.style.setProperty("--covered", `${Math.max(0, card - step)}px`);
    const width = `${Math.floor(step * 10) / 10}px`;
    // Columns may shrink: cards that become wider later still fit the table.
    const before = columns > 1 ? `repeat(${columns - 1}, minmax(0, ${width})) ` : "";
    list.style.setProperty("--template", `${before}var(--card-width)`);
    list.style.setProperty("--width", `${(columns - 1) * step + card}px`);
  }
}
