/** What a replay shows: a round of a table, or of a file that this browser keeps. */

import type { RecordFile, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";

/** Where the file is kept until the tab is closed. */
export const STORED_FILE = "bottle_record_file";
/** The page that opens a file. */
export const OPEN_PAGE = "/replay";
/** In the address of that page: the tab does not keep the file that was to be shown. */
export const GONE = "#gone";

/** A place from which the round can be seen; the onlooker's has no player. */
export interface ReplayPlace {
  player: number | "";
  name: string;
  is_chosen: boolean;
}

export interface ReplaySource {
  /** The id of the table; null for a file, which has none to go back to or to play on from. */
  table: string | null;
  /** Where one goes back to. */
  back: { address: string; words: string };
  /** Where the server tells a round as the player saw it, or an onlooker, and advises on it. */
  roundAddress(round: number, player: number | null): string;
  adviceAddress(round: number, step: number, player: number | null): string;
  /** The answer of the server at one of these addresses. */
  request(address: string): Promise<Response>;
}

const HEADERS = { Accept: "application/json" };

export function tableSource(table: string): ReplaySource {
  const rounds = `/api/tables/${table}/rounds`;
  return {
    table,
    back: { address: `/tables/${table}`, words: t("Back to the table") },
    roundAddress: (round, player) =>
      `${rounds}/${round}${player === null ? "" : `?player=${player}`}`,
    adviceAddress: (round, step, player) => `${rounds}/${round}/advice/${step}?player=${player}`,
    request: (address) => fetch(address, { headers: HEADERS }),
  };
}

/** The source of a file with this text; the server is sent it with every request. */
export function fileSource(content: string): ReplaySource {
  return {
    table: null,
    back: { address: OPEN_PAGE, words: t("Open another record") },
    roundAddress: (round, player) =>
      `/api/replays?round=${round}${player === null ? "" : `&player=${player}`}`,
    adviceAddress: (round, step, player) =>
      `/api/replays/advice/${step}?round=${round}&player=${player}`,
    request: (address) => postFile(address, content),
  };
}

/** The places of a round of a file: nobody's is the reader's own, so the first is chosen. */
export function placesInFile({ players }: View): ReplayPlace[] {
  const named = players.flatMap(({ name, kind }, player) =>
    kind === "driven" ? [] : [{ player, name, is_chosen: player === 0 }]
  );
  return [...named, { player: "", name: "", is_chosen: false }];
}

/** Sends the text of a file. */
export function postFile(address: string, content: string): Promise<Response> {
  const headers = { ...HEADERS, "Content-Type": "application/json" };
  const file: RecordFile = { content };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(file) });
}
