/**
 * What travels between the table and the server, as types.
 *
 * Everything is told in terms of players (places round the table, fixed for the whole match).
 * Cards are the printed numbers as text: "7", "18.5".
 */

export type Card = string;
export type SuitKey = "low" | "mid" | "high";
export type Phase = "exchange" | "choice" | "play" | "over";

export interface DeckCard {
  c: Card;
  s: SuitKey;
  p: number;
}

export interface SuitName {
  s: SuitKey;
  name: string;
  letter: string;
}

export interface TableView {
  id: string;
  edition: string;
  key: string;
  title: string;
  status: "playing" | "closed";
  pace: number;
  options: string[];
  deck: DeckCard[];
  start_price: Card;
  suits: SuitName[];
  rules: string;
  bottles: number;
  seats: number;
  tricks: number;
  length: { kind: "cycles" | "target"; n: number; rounds: number | null };
}

export interface PlayerView {
  name: string;
  kind: "human" | "computer" | "driven";
  level: string | null;
}

export interface SheetRow {
  round: number;
  dealer: number;
  scores: number[];
  owners: (number | null)[];
}

export interface MatchView {
  round: number;
  dealer: number;
  forehand: number;
  totals: number[];
  sheet: SheetRow[];
  over: boolean;
  winners: number[];
  rematch: string | null;
}

/** A choice that is still to be made: a card for somebody, or which hand to lay open. */
export interface Ask {
  to: "imp" | "open" | number;
  to_hand: number | null;
  from_hand: number | null;
  text: string;
}

export interface HandView {
  hand: number;
  player: number;
  open: boolean;
  size: number;
  cards: Card[] | null;
}

export interface Play {
  player: number;
  card: Card;
  hand: number;
}

export interface Passed {
  card: Card;
  to: "imp" | number;
  hand: number | null;
}

export interface Received {
  card: Card;
  from: number;
  hand: number;
}

export interface TrickView {
  leader: number;
  led: SuitKey | null;
  plays: Play[];
  winning: number | null;
  winning_buys: boolean;
  winning_card: Card | null;
}

export interface TakenTrick {
  leader: number;
  plays: Play[];
  taker: number;
  bottle: number | null;
  price_before: Card;
  price_after: Card | null;
  winning_card: Card;
  points: number;
}

export interface Result {
  scores: number[];
  imps_trick: Card[];
  imps_points: number;
  owners: (number | null)[];
  deal: { hand: number; player: number; cards: Card[] }[];
  left_over: Card[];
  passes: { player: number; card: Card; to: "imp" | number; hand: number | null }[];
  taken: number[];
  lines: string[];
}

export interface RoundView {
  number: number;
  phase: Phase;
  step: number;
  order: number[];
  sides: number[][] | null;
  weights: number[];
  turn: number | null;
  stage: number;
  waiting: number[];
  asks: Ask[];
  hands: HandView[];
  committed: string[] | null;
  passed: Passed[];
  received: Received[];
  trick: TrickView | null;
  tricks: TakenTrick[];
  prices: Card[];
  owners: (number | null)[];
  for_sale: number;
  taken: number[];
  played: Card[];
  legal: string[];
  why_not: Record<Card, string>;
  undercut: { can: boolean; by: number[] } | null;
  result: Result | null;
}

export interface View {
  table: TableView;
  you: number | null;
  players: PlayerView[];
  match: MatchView;
  round: RoundView | null;
}

/** One event: what happened, and the parts of the view that are different since. */
export interface TableEvent {
  t: "ev";
  seq: number;
  k: string;
  set?: Record<string, unknown>;
  round?: number;
  stage?: number;
  player?: number;
  card?: Card;
  hand?: number;
  trick?: { taker: number; bottle: number | null; price: Card | null };
  ms?: number;
  table?: string;
}

export type ServerMessage =
  | { t: "welcome"; seq: number; view: View }
  | TableEvent
  | { t: "ok"; id: string; seq: number; table?: string }
  | { t: "no"; id: string | null; code: string; text: string }
  | { t: "pong"; ts: number }
  | { t: "thinking"; player: number };

/** What a person can ask the table to do. */
export type Command =
  | { k: "commit"; round: number; stage: number; actions: string[] }
  | { k: "play"; round: number; step: number; card: Card }
  | { k: "next"; round: number }
  | { k: "rematch" }
  | { k: "leave" }
  | { k: "pace"; ms: number };

export type ClientMessage =
  | { t: "hello"; after: number | null }
  | ({ t: "do"; id: string } & Command)
  | { t: "ping"; ts: number };
