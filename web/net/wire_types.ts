/**
 * The types of frames, written by `python -m scripts.wire_types` from those with which the server
 * checks frames. `wire.ts` gives them the names that the table uses.
 */

import type { MatchView, RoundView, TableView, View } from "./view_types.ts";
export type * from "./view_types.ts";

/** What a client sends over the socket. */
export type ClientFrame =
  | Hello
  | Ping
  | CommitChoices
  | PlayCard
  | ClaimRest
  | UndoAction
  | RequestHint
  | ContributeEntropy
  | RequestNextRound
  | RequestRematch
  | SetPace
  | ChangeSettings
  | SendChatMessage
  | ReportMessage
  | JoinTable
  | LeaveTable
  | ReturnToPlace
  | SeatComputerPlayer
  | OpenPlace
  | RemovePlayer
  | TransferHost
  | SwapPlaces
  | StartMatch
  | ReplacePlayer;

/** What a player wants; the same over the socket and by POST. */
export type Command =
  | CommitChoices
  | PlayCard
  | ClaimRest
  | UndoAction
  | RequestHint
  | ContributeEntropy
  | RequestNextRound
  | RequestRematch
  | SetPace
  | ChangeSettings
  | SendChatMessage
  | ReportMessage
  | JoinTable
  | LeaveTable
  | ReturnToPlace
  | SeatComputerPlayer
  | OpenPlace
  | RemovePlayer
  | TransferHost
  | SwapPlaces
  | StartMatch
  | ReplacePlayer;

/** What the server sends. */
export type ServerFrame =
  | Welcome
  | Event
  | CommandAccepted
  | HintReply
  | CommandRefused
  | Pong
  | PlayerThinking
  | PresenceUpdate;

/** New values of parts of the view, by their paths. */
export type Changes =
  & Partial<View>
  & { [F in keyof TableView as `table.${F}`]?: TableView[F] }
  & { [F in keyof MatchView as `match.${F}`]?: MatchView[F] }
  & { [F in keyof RoundView as `round.${F}`]?: RoundView[F] };

/**
 * The host: how people may talk, and between rounds when hints are given; null as before.
 *
 * `partners_talk` says whether they may also while a round with sides is played; between rounds.
 */
export interface ChangeSettings {
  k: "allow";
  t: "do";
  id: string;
  talk?: "free" | "off" | "presets" | null;
  hints?: "alone" | "always" | "never" | null;
  partners_talk?: boolean | null;
}

/** All tricks to come, where they are certain; `step` as in `play`. */
export interface ClaimRest {
  k: "claim";
  t: "do";
  id: string;
  round: number;
  step: number;
}

/** A command was accepted; `seq` is the first event it caused. */
export interface CommandAccepted {
  t: "ok";
  id: string;
  seq: number;
  table?: string;
}

/** A command was refused and changed nothing. */
export interface CommandRefused {
  t: "no";
  id: string | null;
  code: string;
  text: string;
}

/** All choices of the running stage, in the order in which they are asked. */
export interface CommitChoices {
  k: "commit";
  t: "do";
  id: string;
  round: number;
  stage: number;
  actions: string[];
}

/** Your part in the deal of the round to come: anything random. */
export interface ContributeEntropy {
  k: "seed";
  t: "do";
  id: string;
  round: number;
  value: string;
}

/**
 * An event as one viewer may know it; `set` holds the paths of the view that changed.
 *
 * Which facts stand beside `k` depends on it; see the reference.
 */
export interface Event {
  t: "ev";
  seq: number;
  k: string;
  round?: number;
  stage?: number;
  player?: number;
  other?: number;
  card?: string;
  claim?: string;
  hand?: number;
  trick?: TrickOutcome;
  commitment?: string;
  seed?: string;
  ms?: number;
  table?: string;
  name?: string;
  level?: string;
  phrase?: string;
  text?: string;
  talk?: string;
  hints?: string;
  partners_talk?: boolean;
  set: Changes;
}

/** The first frame: the last event the client has applied, and the `log` of that `welcome`. */
export interface Hello {
  t: "hello";
  after?: number;
  log?: string;
}

/**
 * The answer to `hint`, for you alone: a card, or all that is owed in the exchange.
 *
 * `level` is the computer player that was asked; `stage` or `step` is that of the question.
 * `reason` says why in one sentence, from what you may know, in your language; `rows` say what
 * each card you may choose wins or risks, and `notes` what goes for all of them.  All three are
 * empty while a table without aids plays cards.
 */
export interface HintReply {
  t: "hint";
  id: string;
  round: number;
  stage: number | null;
  step: number | null;
  actions: string[];
  level: string;
  reason: string;
  rows: HintRow[];
  notes: string[];
}

/**
 * What one choice wins or risks, from what you may know; `text` says it in your language.
 *
 * `takes` says whether the card takes the trick on the table, null before play; `buys` is the
 * price for which it would buy the bottle.  `points` are those of the trick so far, with the card,
 * if it takes it, else of the card.  `under` and `higher` count cards that may still follow and
 * beat the card in this trick, those of your other hand among them: below the price and above it.
 * `lower` counts the cards of others that could take the bottle from you if you bought it with
 * this card.  In the exchange `higher` counts the cards of others above the card.  For the choice
 * of the open hand `under` counts its own cards below the price.
 */
export interface HintRow {
  action: string;
  takes: "no" | "so-far" | "surely" | null;
  buys: string | null;
  points: number;
  under: number;
  higher: number;
  lower: number;
  text: string;
}

/**
 * Take a place: a free one, or between rounds that of a computer player.
 *
 * Before the match, whoever has a place takes another name with this.
 */
export interface JoinTable {
  k: "join";
  t: "do";
  id: string;
  name?: string;
  player?: number | null;
}

/** Give your place up; the last person closes the table. */
export interface LeaveTable {
  k: "leave";
  t: "do";
  id: string;
}

/** The host: make the place of a computer player free. */
export interface OpenPlace {
  k: "open";
  t: "do";
  id: string;
  player: number;
}

/** Asks for `pong` with the same `ts`. */
export interface Ping {
  t: "ping";
  ts?: number;
}

/** A card; `step` is how many cards have been played in the round. */
export interface PlayCard {
  k: "play";
  t: "do";
  id: string;
  round: number;
  step: number;
  card: string;
}

/**
 * A computer player is being asked; passes without a number.
 *
 * While code for the player is compiled, `prepares` is true and a simpler player plays for it.
 */
export interface PlayerThinking {
  t: "thinking";
  player: number;
  prepares?: boolean;
}

/** The answer to `ping`; `now` is the server's time in ms since 1970, by which clocks go. */
export interface Pong {
  t: "pong";
  ts: number;
  now?: number;
}

/** Which people are connected, and how many others watch; passes without a number. */
export interface PresenceUpdate {
  t: "present";
  players: number[];
  watchers: number;
}

/** The host: send a person away. */
export interface RemovePlayer {
  k: "remove";
  t: "do";
  id: string;
  player: number;
}

/** The host: let a computer player play for a person who is away. */
export interface ReplacePlayer {
  k: "replace";
  t: "do";
  id: string;
  player: number;
}

/** Tells the host of the server of what somebody said; `message` is its `n`. */
export interface ReportMessage {
  k: "report";
  t: "do";
  id: string;
  message: number;
}

/** What a strong player would do in your place; `stage` in the exchange, `step` in play. */
export interface RequestHint {
  k: "hint";
  t: "do";
  id: string;
  round: number;
  stage?: number | null;
  step?: number | null;
}

/** On to the round after this one. */
export interface RequestNextRound {
  k: "next";
  t: "do";
  id: string;
  round: number;
}

/** A new table like this; if it `gathers` and others had places, its host begins the match. */
export interface RequestRematch {
  k: "rematch";
  t: "do";
  id: string;
  gathers?: boolean;
}

/** Take your place back from the computer player that plays for you. */
export interface ReturnToPlace {
  k: "return";
  t: "do";
  id: string;
}

/** The host: a computer player in a free place, or another level for one. */
export interface SeatComputerPlayer {
  k: "fill";
  t: "do";
  id: string;
  player: number;
  level: string;
}

/** Something to the others: the id of a set phrase, or where it is allowed free words. */
export interface SendChatMessage {
  k: "say";
  t: "do";
  id: string;
  phrase?: string | null;
  text?: string | null;
}

/** Milliseconds between automatic plays. */
export interface SetPace {
  k: "pace";
  t: "do";
  id: string;
  ms: number;
}

/** The host: wait for nobody else. */
export interface StartMatch {
  k: "begin";
  t: "do";
  id: string;
}

/** Before the match: your place and one without a person change; the host: any two. */
export interface SwapPlaces {
  k: "swap";
  t: "do";
  id: string;
  player: number;
  other: number;
}

/** The host: make another person the host. */
export interface TransferHost {
  k: "hand";
  t: "do";
  id: string;
  player: number;
}

/** What the last card of a trick brought about; the prices are null where it sold no bottle. */
export interface TrickOutcome {
  taker: number;
  bottle: number | null;
  owner_before: number | null;
  price_before: string | null;
  price: string | null;
}

/** Take back your last card or your choices; `stage` in the exchange, `step` in play. */
export interface UndoAction {
  k: "undo";
  t: "do";
  id: string;
  round: number;
  stage?: number | null;
  step?: number | null;
}

/** The whole view after event `seq` of the `log`; `removed`: the host sent the viewer away. */
export interface Welcome {
  t: "welcome";
  seq: number;
  view: View;
  log?: string;
  removed?: boolean;
}
