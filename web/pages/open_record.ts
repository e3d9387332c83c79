/** The page that opens a file of records: it is checked by the server, and kept in this tab. */

import { OPEN_PAGE, postFile, STORED_FILE } from "../replay/replay_source.ts";
import { PageStorage } from "../storage/stand_in.ts";

/** Opens the file of the form, and says in it why a file cannot be opened. */
export function openRecords(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>("input[type=file]");
  const said = form.querySelector<HTMLElement>("[role=alert]");
  if (field === null || said === null) return;
  let isBusy = false;
  field.addEventListener("change", () => said.textContent = "");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const file = field.files?.[0];
    if (file === undefined || isBusy) return;
    isBusy = true;
    said.textContent = "";
    said.textContent = await keepFile(file, form.dataset);
    isBusy = false;
    if (said.textContent === "") location.assign(`${OPEN_PAGE}/rounds/1`);
  });
}

/** Keeps the file in this tab; why it cannot be opened, else empty. */
async function keepFile(file: File, words: DOMStringMap): Promise<string> {
  const { most, large = "", unreadable = "", failed = "", unkept = "" } = words;
  if (file.size > Number(most)) return large;
  let content: string;
  try {
    content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return unreadable;
  }
  try {
    const answer = await postFile("/api/replays", content);
    if (!answer.ok) return (await answer.json()).text ?? failed;
  } catch {
    return failed;
  }
  if (sessionStorage instanceof PageStorage) return unkept;
  try {
    sessionStorage.setItem(STORED_FILE, content);
  } catch {
    return unkept;
  }
  return "";
}
