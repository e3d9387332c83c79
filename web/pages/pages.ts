/** What the pages around the table do where there is script; each of them works without. */

import { addCopying } from "../people/clipboard.ts";
import { followEdition } from "./new_table_form.ts";
import { saveAtOnce } from "./settings_page.ts";

const form = document.querySelector("form.new-table");
if (form instanceof HTMLFormElement) followEdition(form);

const settings = document.querySelector("form.settings-page");
if (settings instanceof HTMLFormElement) saveAtOnce(settings);

for (const button of document.querySelectorAll("button[data-copies]")) {
  if (button instanceof HTMLButtonElement) addCopying(button);
}
