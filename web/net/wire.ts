/**
 * The messages between the browser and the server, under the names that the browser uses.
 *
 * Players are numbered by their seats, which are fixed for the whole match.
 * Cards are the printed numbers as text: "7", "18.5".
 */

import type * as wire from "./wire_types.ts";

export type Card = string;
export type SuitKey = wire.CardFace["s"];
export type Phase = wire.RoundView["phase"];

export type {
  CardFace as DeckCard,
  ChatMessageView,
  ClientFrame as ClientMessage,
  CurrentTrickView as TrickView,
  DealtHand,
  Event as TableEvent,
  HandView,
  HintRow,
  MatchView,
  PassedCardView as Passed,
  PlayerView,
  PlayView as Play,
  PresenceUpdate,
  ReceivedCardView as Received,
  RemainingTimeView,
  RequiredChoice,
  RoundResultView,
  RoundView,
  ScoreSheetRow as SheetRow,
  ServerFrame as ServerMessage,
  SuitFace as SuitName,
  TableView,
  TrickView as TakenTrick,
  View,
} from "./wire_types.ts";

export type { LessonActions, LessonReply } from "./lesson_types.ts";
export type {
  RecordFile,
  RecordVariation,
  ReplayStep,
  RoundReplay,
  StepAdvice,
} from "./replay_types.ts";

type Asked<C> = C extends unknown ? Omit<C, "t" | "id"> : never;

/** What a person can ask the table to do. */
export type Command = Asked<wire.Command>;
