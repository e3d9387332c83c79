/**
 * The types of a view and its parts, written by `python -m scripts.wire_types` from those with which the server
 * checks frames. `wire.ts` gives them the names that the table uses.
 */

/** A card of the deck: number, suit (`low`, `mid`, `high`) and points. */
export interface CardFace {
  c: string;
  s: "low" | "mid" | "high";
  p: number;
}

/**
 * The `n`-th thing that was said: the id of a phrase, or free words; `at` in ms since 1970.
 *
 * `person` is the tag of who said it.
 */
export interface ChatMessageView {
  n: number;
  at: number;
  player: number;
  name: string;
  person: string | null;
  phrase: string | null;
  text: string | null;
}

/** How long people may think: seconds a move, a bank with increment, or days; all in seconds. */
export interface ClockView {
  kind: "none" | "move" | "bank" | "days";
  seconds: number;
  bank: number;
  increment: number;
  days: number;
}

/** The trick on the table; `winning_buys` says whether the winning card is under the price. */
export interface CurrentTrickView {
  leader: number;
  led: "low" | "mid" | "high" | null;
  plays: PlayView[];
  winning: number | null;
  winning_card: string | null;
  winning_buys: boolean;
}

/** The cards of a hand: as they were dealt, or at a step of a replay. */
export interface DealtHand {
  hand: number;
  player: number;
  cards: string[];
}

/** How the shown round was dealt; `seed` is null until it is over. */
export interface FairnessView {
  commitment: string | null;
  contributions: (string | null)[];
  seed: string | null;
  next: NextDealView | null;
}

/** A hand; `cards` is null where you may not see them. */
export interface HandView {
  hand: number;
  player: number;
  open: boolean;
  size: number;
  cards: string[] | null;
}

/** What a careful player remembers: cards under the price not seen yet, and voids. */
export interface InferenceView {
  unseen_below: string[];
  void: VoidView[];
}

/** All hands of the last finished round, for people who watch a table that allows it. */
export interface LastRoundHands {
  round: number;
  deal: DealtHand[];
  passes: RevealedPass[];
  imps_trick: string[];
  left_over: string[];
  tricks: TrickView[];
}

/** When the match ends: `cycles` (everyone deals n times), `rounds` (n), `target` (n points). */
export interface LengthView {
  kind: "cycles" | "rounds" | "target";
  n: number;
  rounds: number | null;
}

/**
 * The match so far; dealer and forehand are those of the round that is shown.
 *
 * All three dealers are null until the first round is dealt, where its seed decides who deals.
 * `ready` are the people who have asked for the next round, which begins at `next_at` at the
 * latest (ms since 1970); null before anybody has, but where people have days for each choice.
 */
export interface MatchView {
  round: number;
  dealer: number | null;
  forehand: number | null;
  first_dealer: number | null;
  totals: number[];
  sheet: ScoreSheetRow[];
  over: boolean;
  winners: number[];
  rematch: string | null;
  ready: number[];
  next_at: number | null;
}

/** The SHA-256 of the seed of a round to come, and which players contributed to its deal. */
export interface NextDealView {
  table: string;
  round: number;
  commitment: string;
  given: number[];
}

/** A card you passed to a player or to `imp`. */
export interface PassedCardView {
  card: string;
  to: number | "imp";
  hand: number | null;
}

/** A card on the table. */
export interface PlayView {
  player: number;
  card: string;
  hand: number;
}

/**
 * A place: `human`, `computer` (with its level), `driven`, or `open` while it is free.
 *
 * `stand_in` is the level of the computer player that plays for a person, else null; `person` the
 * tag of who holds the place, the same at every table and under every name.
 */
export interface PlayerView {
  name: string;
  kind: "human" | "computer" | "driven" | "open";
  level: string | null;
  stand_in: string | null;
  person: string | null;
}

/** A card you picked up, and the hand it came into. */
export interface ReceivedCardView {
  card: string;
  from: number;
  hand: number;
}

/**
 * How long a person may still think: `left` ms at `since`, from when it runs.
 *
 * `since` is in ms since 1970, null while it stands.  Once time is up `is_up` says that a computer
 * player makes the choice.
 */
export interface RemainingTimeView {
  left: number;
  since: number | null;
  is_up: boolean;
}

/** A choice you still owe: `to` is a player, `imp` or `open`. */
export interface RequiredChoice {
  to: number | "imp" | "open";
  to_hand: number | null;
  from_hand: number | null;
  text: string;
}

/** A pass of the exchange, public once the round is over. */
export interface RevealedPass {
  player: number;
  card: string;
  to: number | "imp";
  hand: number | null;
}

/** The score of a round and all that is public with it. */
export interface RoundResultView {
  scores: number[];
  imps_trick: string[];
  imps_points: number;
  owners: number[];
  deal: DealtHand[];
  left_over: string[];
  passes: RevealedPass[];
  taken: number[];
  lines: string[];
}

/** The round as you see it; `side_numbers` has, by player, the number of a side of the match. */
export interface RoundView {
  number: number;
  phase: "exchange" | "choice" | "play" | "over";
  step: number;
  order: number[];
  sides: number[][] | null;
  side_numbers: (number | null)[];
  weights: number[];
  turn: number | null;
  stage: number;
  waiting: number[];
  asks: RequiredChoice[];
  hands: HandView[];
  committed: string[] | null;
  passed: PassedCardView[];
  received: ReceivedCardView[];
  trick: CurrentTrickView | null;
  tricks: TrickView[];
  prices: string[];
  owners: (number | null)[];
  for_sale: number;
  taken: number[];
  played: string[];
  legal: string[];
  claim: "last" | "rest" | null;
  undo: boolean;
  why_not: Record<string, string>;
  turn_text: string;
  undercut: UndercutView | null;
  memory: InferenceView;
  result: RoundResultView | null;
}

/** One round on the score sheet; owners are players, one for each bottle. */
export interface ScoreSheetRow {
  round: number;
  dealer: number;
  scores: number[];
  owners: number[];
}

/** A suit: key, name and letter for people. */
export interface SuitFace {
  s: "low" | "mid" | "high";
  name: string;
  letter: string;
}

/**
 * What hardly changes while a match is played: edition, settings, status, pace and host.
 *
 * `code` is null where the table has none; `host` is a player; `grace` is in seconds; `has_sides`
 * says that some play as partners, and `sides` who may, null where nobody does;
 * `partners_share_losses` that the partners of an owner score no tricks and lose the imp's trick
 * too; `begins_when_full` that the match begins by itself when the last place is taken.  Without
 * `aids` nobody is shown earlier tricks, the points taken and the cards played before the round
 * is over.
 */
export interface TableView {
  id: string;
  edition: string;
  key: string;
  title: string;
  status: "gathering" | "playing" | "closed";
  pace: number;
  options: string[];
  deck: CardFace[];
  start_price: string;
  suits: SuitFace[];
  rules: string;
  bottles: number;
  seats: number;
  has_sides: boolean;
  sides: number[][] | null;
  partners_share_losses: boolean;
  tricks: number;
  length: LengthView;
  aids: boolean;
  code: string | null;
  host: number | null;
  is_listed: boolean;
  begins_when_full: boolean;
  watch: "anyone" | "nobody" | "hands-late";
  talk: "presets" | "free" | "off";
  partners_talk: boolean;
  clock: ClockView;
  grace: number;
  level: string;
  hints: "alone" | "always" | "never";
}

/**
 * A finished trick; `bottle` is the one it sold, and the prices are those of that for sale.
 *
 * `owner_before` is the player who owned that bottle until then.
 */
export interface TrickView {
  leader: number;
  plays: PlayView[];
  taker: number;
  winning_card: string;
  bottle: number | null;
  owner_before: number | null;
  price_before: string;
  price_after: string | null;
  points: number;
}

/** Whether the bottle for sale can still be bought, and by whom, as far as you can know. */
export interface UndercutView {
  can: boolean;
  by: number[];
}

/**
 * All that one viewer is shown; `you` is null for someone who only watches.
 *
 * `late` is null but for watchers who may see the hands of the round before.  `times` is by
 * player, empty at a table without a clock; `talk` is what was said last.
 */
export interface View {
  table: TableView;
  you: number | null;
  players: PlayerView[];
  match: MatchView;
  round: RoundView | null;
  fair: FairnessView;
  late: LastRoundHands | null;
  times: (RemainingTimeView | null)[];
  talk: ChatMessageView[];
}

/** Suits that a hand is known not to hold. */
export interface VoidView {
  player: number;
  hand: number;
  suits: ("low" | "mid" | "high")[];
}
