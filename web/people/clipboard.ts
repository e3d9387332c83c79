/** Copies the content of a field, over plain http too, where pages have no clipboard API. */

/** Returns whether the content was copied; if not, selects it so that the user can copy it. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // There is no clipboard API, or the browser forbids it: the old command works without.
  }
  const focused = document.activeElement;
  field.focus();
  field.setSelectionRange(0, field.value.length);
  const isCopied = document.execCommand("copy");
  if (isCopied && focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Lets the button copy the field beside it; the page holds the texts for the result. */
export function addCopyButton(button: HTMLButtonElement): void {
  const field = document.getElementById(button.dataset.copies ?? "");
  const result = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  if (!(field instanceof HTMLInputElement) || result === null) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    result.textContent = ""; // announced again if it is copied again
    const isCopied = await copyField(field);
    result.textContent = (isCopied ? button.dataset.copied : button.dataset.marked) ?? "";
  });
}
