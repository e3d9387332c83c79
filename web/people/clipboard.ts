/** Copies what a field holds, over plain http too, where browsers have no clipboard for pages. */

/** Whether the content was copied; if not, it is marked, to be copied by hand. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // There is no such clipboard, or the browser forbids it: the old way works without.
  }
  const focused = document.activeElement;
  field.focus();
  field.setSelectionRange(0, field.value.length);
  const isCopied = document.execCommand("copy");
  if (isCopied && focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Lets the button beside a field of a page copy it; the words stand in the page. */
export function addCopyButton(button: HTMLButtonElement): void {
  const field = document.getElementById(button.dataset.copies ?? "");
  const told = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  if (!(field instanceof HTMLInputElement) || told === null) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    told.textContent = ""; // said again if it is copied again
    const isCopied = await copyField(field);
    told.textContent = (isCopied ? button.dataset.copied : button.dataset.marked) ?? "";
  });
}
