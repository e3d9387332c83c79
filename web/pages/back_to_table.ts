/** The way back from a page that the table has opened in a new tab. */

import { isTableOpen } from "../net/open_tables.ts";

/** Makes the link close this tab where the table is still open in another one. */
export function closeOnReturn(link: HTMLAnchorElement): void {
  link.addEventListener("click", async (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    if (ctrlKey || metaKey || shiftKey || altKey) return; // the browser opens it elsewhere
    event.preventDefault();
    const table = new URL(link.href).pathname.split("/").at(-1) ?? "";
    // A browser closes only tabs without a history of their own; in any other the link is followed.
    if (await isTableOpen(table)) globalThis.close();
    setTimeout(() => location.assign(link.href), 100);
  });
}
