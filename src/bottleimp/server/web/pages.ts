/** What the pages around the table do where there is script; each of them works without. */

import { followEdition } from "./options.ts";

const form = document.querySelector("form.new-table");
if (form instanceof HTMLFormElement) followEdition(form);
