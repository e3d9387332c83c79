/**
 * Replays a finished round from its deal; used only by the page that verifies matches.
 *
 * The table itself knows no rules. A verification that asked the server what is legal would prove
 * nothing. So this is a second implementation, written from docs/reference/rules.md. Tests compare
 * it with the first one on thousands of modified files.
 */

/** The rules of an edition, as `replay_rules.py` writes them. */
export interface Rules {
  edition: string;
  players: number;
  /** Number, suit and points of every card, in ascending order. */
  deck: [label: string, suit: number, points: number][];
  start_price: string;
  hands: [seat: number, size: number, opens: "never" | "at play" | "by choice"][];
  /** The cards passed, each from a hand to a hand; the target -1 is the Imp's Trick. */
  passes: [seat: number, source: number, target: number, thenPickUp: boolean][];
  /** Where each card of a trick must come from. */
  plays: ("any hand" | "an open hand" | "a hidden hand")[];
  /** Which player acts for a seat, counted from the leader's; -1 if Lopaka's rule does. */
  controllers: number[];
  sides: number[];
  loss_groups: number[];
  weights: number[];
  bottles: number;
  /** The points that end the match, or null if only the number of rounds does. */
  target: number | null;
  rounds: number;
}

const CHOICES = ["open-1", "open-2"];
const IMPS_TRICK = -1;
const DRIVEN = -1;

/** An illegal play, or something that is not a play. */
class Illegal extends Error {}

function require(condition: boolean): asserts condition {
  if (!condition) throw new Illegal();
}

interface Bottle {
  price: number;
  owner: number | null;
}

/** A round that is being replayed; cards and prices are numbers here. */
class Replay {
  readonly #rules: Rules;
  readonly #suit = new Map<number, number>();
  readonly #points = new Map<number, number>();
  readonly #hands: Set<number>[];
  readonly #open: boolean[];
  readonly #imps: Set<number>;
  readonly #won: number[];
  readonly #bottles: Bottle[];
  #turn = 0;

  constructor(rules: Rules, deal: string[][], leftOver: string[]) {
    this.#rules = rules;
    for (const [label, suit, points] of rules.deck) {
      this.#suit.set(Number(label), suit);
      this.#points.set(Number(label), points);
    }
    this.#hands = deal.map((cards) => new Set(cards.map(Number)));
    this.#open = rules.hands.map(() => false);
    this.#imps = new Set(leftOver.map(Number));
    this.#won = rules.sides.map(() => 0);
    const price = Number(rules.start_price);
    this.#bottles = Array.from({ length: rules.bottles }, () => ({ price, owner: null }));
  }

  /** The scores by seat; throws if an action is illegal or the round is not finished. */
  scores(actions: string[]): number[] {
    const left = [...actions];
    const next = () => {
      const action = left.shift();
      require(action !== undefined);
      return action;
    };
    this.#exchange(next);
    this.#choose(next);
    while (this.#hands.some((hand) => hand.size > 0)) this.#trick(next);
    require(left.length === 0);
    return this.#result();
  }

  #card(label: string): number {
    require(this.#rules.deck.some(([known]) => known === label));
    return Number(label);
  }

  #exchange(next: () => string): void {
    let passed: [card: number, target: number][] = [];
    for (const [, source, target, thenPickUp] of this.#rules.passes) {
      const card = this.#card(next());
      require(this.#hands[source]!.delete(card));
      if (target === IMPS_TRICK) this.#imps.add(card);
      else passed.push([card, target]);
      if (!thenPickUp) continue;
      for (const [each, into] of passed) this.#hands[into]!.add(each);
      passed = [];
    }
    this.#rules.hands.forEach(([, , opens], hand) => this.#open[hand] = opens === "at play");
  }

  #choose(next: () => string): void {
    const choosers = new Set(
      this.#rules.hands.filter(([, , opens]) => opens === "by choice").map(([seat]) => seat),
    );
    for (const seat of [...choosers].sort((one, other) => one - other)) {
      const choice = CHOICES.indexOf(next());
      require(choice >= 0);
      const own = this.#rules.hands.flatMap(([holder], hand) => holder === seat ? [hand] : []);
      this.#open[own[choice]!] = true;
    }
  }

  /** The bottle for sale: the one with the highest price; ties go to the first. */
  get #forSale(): Bottle {
    return this.#bottles.reduce((best, each) => each.price > best.price ? each : best);
  }

  #trick(next: () => string): void {
    const bottle = this.#forSale;
    const { price } = bottle;
    const trick: { card: number; seat: number }[] = [];
    let led: number | null = null;
    for (const source of this.#rules.plays) {
      const card = this.#card(next());
      const legal = this.#legal(source, led, trick.map((play) => play.card), price);
      require(legal.includes(card));
      const from = this.#hands.find((hand, number) =>
        this.#rules.hands[number]![0] === this.#turn && hand.has(card)
      );
      from!.delete(card);
      trick.push({ card, seat: this.#turn });
      led ??= this.#suit.get(card)!;
      this.#turn = (this.#turn + 1) % this.#rules.sides.length;
    }
    const best = winning(trick.map((play) => play.card), price);
    const taker = trick.find((play) => play.card === best)!.seat;
    this.#won[taker]! += trick.reduce((sum, { card }) => sum + this.#points.get(card)!, 0);
    if (best < price) Object.assign(bottle, { price: best, owner: taker });
    this.#turn = taker;
  }

  /** The legal cards of the seat whose turn it is. */
  #legal(source: string, led: number | null, trick: number[], price: number): number[] {
    const cards: number[] = [];
    this.#hands.forEach((hand, number) => {
      if (this.#rules.hands[number]![0] !== this.#turn) return;
      if (source === "an open hand" && !this.#open[number]) return;
      if (source === "a hidden hand" && this.#open[number]) return;
      const following = [...hand].filter((card) => this.#suit.get(card) === led);
      cards.push(...(following.length > 0 ? following : hand));
    });
    if (this.#rules.controllers[this.#turn] !== DRIVEN || cards.length === 0) return cards;
    const wins = cards.filter((card) => winning([...trick, card], price) === card);
    return [wins.length > 0 ? Math.max(...wins) : Math.min(...cards)];
  }

  #result(): number[] {
    const { loss_groups: groups, sides, weights } = this.#rules;
    const lost = [...this.#imps].reduce((sum, card) => sum + this.#points.get(card)!, 0);
    const byGroup = groups.map((_, group) => {
      const owned = this.#bottles.filter(({ owner }) => owner !== null && groups[owner] === group);
      if (owned.length > 0) return -owned.length * lost;
      return groups.reduce((sum, other, seat) => other === group ? sum + this.#won[seat]! : sum, 0);
    });
    return sides.map((side, seat) => {
      const together = new Set(groups.filter((_, other) => sides[other] === side));
      return weights[seat]! * [...together].reduce((sum, group) => sum + byGroup[group]!, 0);
    });
  }
}

/** The highest card below the price; if there is none, the highest card. */
function winning(trick: number[], price: number): number {
  const under = trick.filter((card) => card < price);
  return Math.max(...(under.length > 0 ? under : trick));
}

/** The scores by seat; null if an action is illegal or the round is not finished. */
export function scoresOf(
  rules: Rules,
  deal: string[][],
  leftOver: string[],
  actions: string[],
): number[] | null {
  try {
    return new Replay(rules, deal, leftOver).scores(actions);
  } catch (problem) {
    if (problem instanceof Illegal) return null;
    throw problem;
  }
}
