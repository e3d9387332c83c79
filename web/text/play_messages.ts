/**
 * The sentences about play that the terminal says too, written by
 * `python -m scripts.play_messages` from `bottleimp.knowledge.play_messages`.
 */

export const YOU_PLAY = "You play {card}.";
export const NAME_PLAYS = "{name} plays {card}.";
export const YOU_BUY = "You buy the bottle for {after}.";
export const NAME_BUYS = "{name} buys the bottle for {after}.";
export const YOU_KEEP = "You keep the bottle; its price is {after} now.";
export const NAME_KEEPS = "{name} keeps the bottle; its price is {after} now.";
export const WAITING_FOR_NAMES = "Waiting for {names}.";
export const WAITING_FOR_YOU = "Waiting for you.";
export const WAITING_FOR_YOU_AND_NAMES = "Waiting for you, and for {names}.";
export const ROUND_OVER = "The round is over.";
