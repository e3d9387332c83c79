/** Which pages can be read without a connection, and what belongs to them. */

/** The page in place of one that cannot be had. */
export const OFFLINE_PATH = "/offline";
/** The list of all rules. */
export const RULES_PATH = "/rules";

const STATIC_ADDRESS = /(?:href|src)="(\/static\/[^"?#]+)"/g;
const CACHE_NAME = /^bottle-imp-/;

/** Whether a page is the same for every visitor with the same settings, and good to read alone. */
export function isKept(path: string): boolean {
  return path === OFFLINE_PATH || path === RULES_PATH || path.startsWith(`${RULES_PATH}/`);
}

/** The addresses of style sheets, scripts and pictures in the text of a page, each once. */
export function staticAddresses(page: string): string[] {
  return [...new Set([...page.matchAll(STATIC_ADDRESS)].map((match) => match[1] ?? ""))];
}

/** The language that a page says it is in. */
export function languageOf(page: string): string {
  return /<html lang="([^"]*)"/.exec(page)?.[1] ?? "";
}

/** The caches of other versions; caches that are not ours are left alone. */
export function outdatedCaches(names: string[], present: string): string[] {
  return names.filter((name) => CACHE_NAME.test(name) && name !== present);
}

/** The path of the table that a notification is about; the front page if it names none. */
export function notifiedPath(data: unknown): string {
  return typeof data === "string" && data.startsWith("/") && !data.startsWith("//") ? data : "/";
}
