/** The page that opens a file of records: it is checked by the server, and kept in this tab. */

import { GONE, keepFile, OPEN_PAGE, postFile } from "../replay/replay_source.ts";

/** Opens the file of the form, and says in it why a file cannot be opened. */
export function openRecords(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>("input[type=file]");
  const said = form.querySelector<HTMLElement>("[role=alert]");
  const progress = form.querySelector<HTMLElement>("[role=status]");
  const button = form.querySelector("button");
  if (field === null || said === null || progress === null || button === null) return;
  const { gone = "", reading = "" } = form.dataset;
  form.hidden = false;
  if (location.hash === GONE) said.textContent = gone;
  let isBusy = false;
  const setBusy = (busy: boolean) => {
    isBusy = busy;
    button.setAttribute("aria-disabled", String(busy));
    progress.textContent = busy ? reading : "";
  };
  const refuse = (words: string) => {
    said.textContent = words;
    if (words === "") field.removeAttribute("aria-invalid");
    else field.setAttribute("aria-invalid", "true");
  };
  field.addEventListener("change", () => refuse(""));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const file = field.files?.[0];
    if (file === undefined || isBusy) return;
    refuse("");
    setBusy(true);
    refuse(await checkFile(file, form.dataset));
    setBusy(false);
    if (said.textContent === "") location.assign(`${OPEN_PAGE}/rounds/1`);
  });
}

/** Has the server check the file, and keeps it in this tab; why it cannot be opened, else empty. */
async function checkFile(file: File, words: DOMStringMap): Promise<string> {
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
  return keepFile(OPEN_PAGE, content) ? "" : unkept;
}
