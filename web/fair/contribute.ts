/** Contributes to the first deal of a table that is about to be made: fills forms as they are sent. */

import { commitmentsOf, newContribution, storeCommitment } from "./commitments.ts";

/** A form for a table: what is offered, and what is contributed to its first deal. */
interface Fields {
  offer: HTMLInputElement;
  seed: HTMLInputElement;
}

function fieldsOf(form: HTMLFormElement): Fields | null {
  const seed = form.elements.namedItem("seed");
  const offer = form.elements.namedItem("offer");
  return seed instanceof HTMLInputElement && offer instanceof HTMLInputElement
    ? { offer, seed }
    : null;
}

/** The name of the table in an offer. */
function tableOf(offer: string): string {
  return offer.split(".")[0] ?? "";
}

/** Contributes, and keeps what was promised before that. */
function fill({ offer, seed }: Fields): void {
  seed.value = newContribution();
  const commitment = seed.dataset.commitment ?? "";
  storeCommitment(localStorage, tableOf(offer.value), { round: 1, commitment, value: seed.value });
}

/** Puts another offer into the form; none where the server gives none. */
async function renewOffer({ offer, seed }: Fields): Promise<void> {
  try {
    const answer = await (await fetch("/api/offer")).json() as {
      offer: string;
      commitment: string;
    };
    [offer.value, seed.dataset.commitment] = [answer.offer, answer.commitment];
  } catch {
    [offer.value, seed.value] = ["", ""];
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (button instanceof HTMLButtonElement && button.formMethod === "get") return; // makes no table
  const fields = form instanceof HTMLFormElement ? fieldsOf(form) : null;
  if (fields === null || fields.offer.value === "") return;
  // An offer holds once. Whoever comes back to the page gets another, to contribute again.
  if (commitmentsOf(localStorage, tableOf(fields.offer.value)).length === 0) return fill(fields);
  event.preventDefault();
  void renewOffer(fields).then(() => (form as HTMLFormElement).requestSubmit(event.submitter));
});
