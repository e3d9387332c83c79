/** Contributes entropy to the first deal of a new table: fills in forms when they are submitted. */

import "../storage/stand_in.ts"; // before all that reads a storage
import { commitmentsOf, newContribution, storeCommitment } from "./commitments.ts";

/** The fields of a form for a new table: the offer, and the contribution to the first deal. */
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

/** The table id in an offer. */
function tableOf(offer: string): string {
  return offer.split(".")[0] ?? "";
}

/** Contributes, and stores the commitment that was shown before. */
function fill({ offer, seed }: Fields): void {
  seed.value = newContribution();
  const commitment = seed.dataset.commitment ?? "";
  storeCommitment(localStorage, tableOf(offer.value), { round: 1, commitment, value: seed.value });
}

/** Puts a new offer into the form; none if the server gives none. */
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

/** The form that is being sent: a second click on a slow line makes no second table. */
let sent: HTMLFormElement | null = null;
/** After so many ms it can be sent again: no page says that the user has stopped the browser. */
const SENDING_MS = 10_000;
addEventListener("pageshow", () => {
  sent = null; // the user has come back
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (button instanceof HTMLButtonElement && button.formMethod === "get") return; // makes no table
  const fields = form instanceof HTMLFormElement ? fieldsOf(form) : null;
  if (fields === null) return;
  if (sent === form) return event.preventDefault();
  sent = form as HTMLFormElement;
  setTimeout(() => {
    if (sent === form) sent = null;
  }, SENDING_MS);
  if (fields.offer.value === "") return;
  // An offer is valid once. A user who comes back to the page gets a new one.
  if (commitmentsOf(localStorage, tableOf(fields.offer.value)).length === 0) return fill(fields);
  event.preventDefault();
  void renewOffer(fields).then(() => {
    sent = null;
    (form as HTMLFormElement).requestSubmit(button);
  });
});
