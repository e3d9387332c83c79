/** The settings page: each setting takes effect at once, as at the table. */

import { allowNotifications } from "../sound/permission.ts";
import { setPush } from "../sound/push.ts";

/** Submits the form on every change, and says that it has been saved. */
export function saveOnChange(form: HTMLFormElement): void {
  const result = form.querySelector<HTMLElement>(".saved");
  // One request after another, so that the last choice wins.
  let before: Promise<unknown> = Promise.resolve();
  form.querySelector<HTMLElement>(".bottom")?.setAttribute("hidden", "");
  form.addEventListener("change", (event) => {
    const field = event.target;
    const isAsked = field instanceof HTMLInputElement && field.name === "notifications" &&
      field.checked;
    const allowed = isAsked ? allowNotifications() : Promise.resolve(true);
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const body = new URLSearchParams(fields);
    before = before.then(async () => {
      if (!await allowed && isAsked) { // the switch goes back off, as at the table
        field.checked = false;
        if (result !== null) result.textContent = result.dataset.denied ?? "";
        return;
      }
      if (field instanceof HTMLInputElement && field.name === "notifications") setPush(isAsked);
      const isSaved = await fetch(form.action, { method: "POST", body, redirect: "manual" })
        .then((answer) => answer.type === "opaqueredirect", () => false);
      if (result !== null) result.textContent = result.dataset[isSaved ? "saved" : "failed"] ?? "";
      if (!isSaved) form.querySelector(".bottom")?.removeAttribute("hidden");
      else if (field instanceof HTMLInputElement && field.name === "lang") location.reload();
    });
    for (const name of ["theme", "print", "motion"]) {
      document.documentElement.dataset[name] = body.get(name) ?? "";
    }
  });
}
