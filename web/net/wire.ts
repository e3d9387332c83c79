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
  Ask,
  CardFace as DeckCard,
  ClientFrame as ClientMessage,
  CurrentTrick as TrickView,
  Event as TableEvent,
  HandView,
  MatchView,
  PassedView as Passed,
  PlayerView,
  PlayView as Play,
  Present,
  ReceivedView as Received,
  Result,
  RoundView,
  SaidView,
  ServerFrame as ServerMessage,
  SheetLine as SheetRow,
  SuitFace as SuitName,
  TableView,
  TimeView,
  TrickView as TakenTrick,
  View,
} from "./wire_types.ts";

type Asked<C> = C extends unknown ? Omit<C, "t" | "id"> : never;

/** What a person can ask the table to do. */
export type Command = Asked<wire.Command>;
