/** What a replay shows: a round of a table, or of a file that this browser keeps. */

import { postJson } from "../net/post_json.ts";
import type { LessonActions, RecordFile, RecordVariation, View } from "../net/wire.ts";
import { PageStorage } from "../storage/stand_in.ts";
import { storeValue } from "../storage/store.ts";
import { t } from "../text/i18n.ts";

/** Where files are kept until the tab is closed, each for the page that leads to it. */
const STORED_FILE = "bottle_record_file";
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
  /** The id of the table; null for a file. */
  table: string | null;
  /** Where one goes back to. */
  back: { address: string; words: string };
  /** Where the server tells a round as the player saw it, or an onlooker, and advises on it. */
  roundAddress(round: number, player: number | null): string;
  adviceAddress(round: number, step: number, player: number | null): string;
  /** Where it plays the round on from a step, and advises on that. */
  variationAddresses(round: number, step: number, player: number): { play: string; advice: string };
  /** What is sent to these addresses when so much has been done. */
  bodyOf(done: LessonActions): LessonActions | RecordVariation;
  /** The page of a round; below it are those of its variations. */
  roundPage(round: number): string;
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
    variationAddresses: (round, step, player) => {
      const path = `${rounds}/${round}/variations/${step}`;
      return { play: `${path}?player=${player}`, advice: `${path}/advice?player=${player}` };
    },
    bodyOf: (done) => done,
    roundPage: (round) => `/tables/${table}/rounds/${round}`,
    request: (address) => fetch(address, { headers: HEADERS }),
  };
}

/** Keeps a file in this tab, for the page that leads to its replay; whether it could. */
export function keepFile(page: string, content: string): boolean {
  return !(sessionStorage instanceof PageStorage) &&
    storeValue(sessionStorage, `${STORED_FILE} ${page}`, content);
}

/**
 * The source of a file with this text, to which a page leads; the server is sent it with every
 * request.
 */
export function fileSource(content: string, page: string): ReplaySource {
  return {
    table: null,
    back: {
      address: page,
      words: page === OPEN_PAGE ? t("Open another record") : t("Back to the deal of the day"),
    },
    roundAddress: (round, player) =>
      `/api/replays?round=${round}${player === null ? "" : `&player=${player}`}`,
    adviceAddress: (round, step, player) =>
      `/api/replays/advice/${step}?round=${round}&player=${player}`,
    variationAddresses: (round, step, player) => {
      const [path, query] = [`/api/replays/variations/${step}`, `?round=${round}&player=${player}`];
      return { play: `${path}${query}`, advice: `${path}/advice${query}` };
    },
    bodyOf: (done) => ({ ...done, content }),
    roundPage: (round) => `${page}/rounds/${round}`,
    request: (address) => postFile(address, content),
  };
}

/**
 * What a page shows of the table that its panel names, or of the file of another page; null, with
 * that page on its way, where this tab does not keep the file.
 */
export function sourceOf({ dataset }: HTMLElement): ReplaySource | null {
  const { table, page = OPEN_PAGE } = dataset;
  if (table !== undefined) return tableSource(table);
  const content = sessionStorage.getItem(`${STORED_FILE} ${page}`);
  if (content !== null) return fileSource(content, page);
  location.replace(`${page}${GONE}`);
  return null;
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
  const file: RecordFile = { content };
  return postJson(address, file);
}
