/**
 * The words that a screen reader is to say, in a live region.
 *
 * They are put there without lit-html, whose `repeat` leaves a comment behind for each item that
 * goes (3.3.1 to 3.3.3): over an evening that would be thousands.
 */

import type { State } from "../model/types.ts";

/** Adds the announcements that are new, and takes the old ones away. */
export function updateLiveRegion(root: HTMLElement, announcements: State["announcements"]): void {
  const region = root.querySelector("#announcements");
  if (region === null) return;
  const shown = new Map(
    [...region.querySelectorAll("p")].map((line) => [line.dataset.announcement, line]),
  );
  for (const { id, text } of announcements) {
    if (shown.delete(String(id))) continue;
    const line = document.createElement("p");
    line.dataset.announcement = String(id);
    line.textContent = text;
    region.append(line);
  }
  for (const line of shown.values()) line.remove();
}
