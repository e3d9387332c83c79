/** The page that repeats the deals of a table and says whether they were fair. */

import { html, render } from "lit-html";
import { type MatchFile, type Verdict, verified } from "./fair.ts";
import { fetched, speak, t, tn } from "./i18n.ts";
import { promisesOf } from "./promises.ts";

/** What was found of a round, one sentence each. */
export function sentences(verdict: Verdict): { isRight: boolean; text: string }[] {
  const { contributions, isPromised, follows, asShown, asGiven } = verdict;
  const mixed = tn(
    "The deal follows from the seed and what {n} player contributed.",
    "The deal follows from the seed and what {n} players contributed.",
    contributions,
  );
  const found = [
    {
      isRight: isPromised,
      text: isPromised
        ? t("The seed is the one that was promised.")
        : t("The seed is not the one that was promised."),
    },
    { isRight: follows, text: follows ? mixed : t("The deal does not follow from the seed.") },
  ];
  if (asShown !== null) {
    found.push({
      isRight: asShown,
      text: asShown
        ? t("This browser was shown the same promise before the round.")
        : t("This browser was shown another promise before the round."),
    });
  }
  if (asGiven !== null) {
    found.push({
      isRight: asGiven,
      text: asGiven
        ? t("What this browser contributed is mixed in.")
        : t("What this browser contributed is not mixed in: it came too late, or was left out."),
    });
  }
  return found;
}

function summary(verdicts: Verdict[]): string {
  if (verdicts.length === 0) return t("No round is finished: there is nothing to check yet.");
  const isRight = verdicts.every((one) => one.isPromised && one.follows && one.asShown !== false);
  return isRight
    ? t("Every deal is the one that was promised.")
    : t("Not every deal is the one that was promised.");
}

function page(verdicts: Verdict[]) {
  return html`
    <p class="lead" role="status">${summary(verdicts)}</p>
    ${verdicts.map((verdict) =>
      html`
        <section>
          <h2>${t("Round {n}", { n: verdict.round })}</h2>
          <ul>
            ${sentences(verdict).map(({ isRight, text }) =>
              html`<li data-right=${isRight}>${isRight ? "\u2713" : "\u2717"} ${text}</li>`
            )}
          </ul>
        </section>
      `
    )}
  `;
}

async function begin(root: HTMLElement): Promise<void> {
  const { file = "", table = "", catalogue, language = "en" } = root.dataset;
  if (catalogue && language !== "en") speak(await fetched(catalogue, language));
  try {
    const answer = await fetch(file);
    const match = await answer.json() as MatchFile;
    const verdicts = await verified(match, promisesOf(localStorage, table));
    root.replaceChildren();
    render(page(verdicts), root);
  } catch {
    root.replaceChildren(t("The deals could not be fetched or not be understood."));
  }
}

const root = globalThis.document?.getElementById("verify");
if (root) await begin(root);
