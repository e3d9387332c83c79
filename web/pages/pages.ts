/** The scripts of the pages around the table; each page works without them. */

import "../storage/stand_in.ts"; // before all that reads a storage
import { addCopyButton } from "../people/clipboard.ts";
import { registerServiceWorker, reloadOnceConnected } from "../offline/registration.ts";
import { closeOnReturn } from "./back_to_table.ts";
import { updateOptionsWithEdition } from "./new_table_form.ts";
import { openRecords } from "./open_record.ts";
import { saveOnChange } from "./settings_page.ts";

registerServiceWorker();
if (document.querySelector(".offline-page") !== null) reloadOnceConnected();

// Whoever has opened the app looks for the table that waits, if one still does.
const clearBadge = () => {
  if (!document.hidden) navigator.clearAppBadge?.().catch(() => {});
};
document.addEventListener("visibilitychange", clearBadge);
clearBadge();

const form = document.querySelector("form.new-table");
if (form instanceof HTMLFormElement) updateOptionsWithEdition(form);

const settings = document.querySelector("form.settings-page");
if (settings instanceof HTMLFormElement) saveOnChange(settings);

const records = document.querySelector("form.open-record");
if (records instanceof HTMLFormElement) openRecords(records);

for (const button of document.querySelectorAll("button[data-copies]")) {
  if (button instanceof HTMLButtonElement) addCopyButton(button);
}

for (const link of document.querySelectorAll("a[data-returns]")) {
  if (link instanceof HTMLAnchorElement) closeOnReturn(link);
}

// A question that opens at the lower edge of the screen is scrolled into view, but not under a second
// click in the same place.
const AFTER_A_SECOND_CLICK_MS = 500;
for (const question of document.querySelectorAll("details.discard")) {
  question.addEventListener("toggle", () => {
    if (!question.hasAttribute("open")) return;
    const form = question.querySelector("form");
    setTimeout(() => form?.scrollIntoView({ block: "nearest" }), AFTER_A_SECOND_CLICK_MS);
  });
}
