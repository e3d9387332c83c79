/** Contributes to the first deal of a table that is about to be made: fills forms as they are sent. */

import { fresh, keepPromise } from "./promises.ts";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const seed = form.elements.namedItem("seed");
  const offer = form.elements.namedItem("offer");
  if (!(seed instanceof HTMLInputElement) || !(offer instanceof HTMLInputElement)) return;
  seed.value = fresh();
  const [table = ""] = offer.value.split(".");
  const commitment = seed.dataset.commitment ?? "";
  keepPromise(localStorage, table, { round: 1, commitment, value: seed.value });
});
