/** The page that checks the rounds of a table and says what that proves. */

import { html, render } from "lit-html";
import { type Report, type Unproven, type Verdict, verified, type Wrong } from "./fair.ts";
import { fetched, speak, t, tn } from "./i18n.ts";
import { promisesOf } from "./promises.ts";
import type { Rules } from "./replay.ts";
import { seenAt } from "./seen.ts";

interface Finding {
  isRight: boolean;
  text: string;
}

/** What is wrong, in a sentence. */
export function wrongWords(wrong: Wrong): string {
  const words: Record<Wrong, string> = {
    order: t("It is not the next round of this match."),
    dealer: t("Another player had to deal."),
    seed: t("The seed is not the one that was promised."),
    record: t("The record of the round cannot be read."),
    edition: t("The record is of another edition."),
    deal: t("The deal does not follow from the seed."),
    actions: t(
      "The rules do not allow what was played, or the round is not played to its end.",
    ),
    scores: t("The scores do not follow from what was played."),
    names: t("The names in the record are not those of the players in their seats."),
    cards: t("The deck or the sizes of the hands are not those of the edition."),
    players: t("The list of players does not fit the edition."),
    totals: t("The totals are not the sums of the scores."),
    over: t("The file is wrong about whether the match is over."),
  };
  return words[wrong];
}

/** What was found of a round, one sentence each. */
export function sentences(verdict: Verdict): Finding[] {
  const { contributions, wrong, unproven, asShown, asGiven, asSeen } = verdict;
  const found: Finding[] = wrong.map((each) => ({ isRight: false, text: wrongWords(each) }));
  if (wrong.length === 0) {
    const mixed = contributions === 0
      ? t("The deal follows from the seed alone: no player contributed to it.")
      : tn(
        "The deal follows from the seed and what {n} player contributed.",
        "The deal follows from the seed and what {n} players contributed.",
        contributions,
      );
    found.push(
      { isRight: true, text: t("The seed has the SHA-256 in the file.") },
      { isRight: contributions > 0, text: mixed },
      { isRight: true, text: t("Dealer, names, plays and scores keep the rules.") },
    );
  }
  if (asShown !== null) {
    found.push({
      isRight: asShown,
      text: asShown
        ? t("This browser was shown the same promise before the round.")
        : t("This browser was shown another promise before the round."),
    });
  } else {
    found.push({
      isRight: false,
      text: unproven.includes("no-promise")
        ? t("The promise was not shown to anybody before the round, as far as the table says.")
        : t("This browser did not see the promise before the round."),
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
  if (asSeen !== null) {
    found.push({
      isRight: asSeen,
      text: asSeen
        ? t("Cards, plays and scores are those that this browser saw.")
        : t("This browser saw other cards, plays or scores."),
    });
  }
  return found;
}

/** What all of it comes to: `wrong`, `proven`, or `open` where something could not be shown. */
export function outcome(report: Report): "nothing" | "wrong" | "open" | "proven" {
  const { rounds, wrong, unproven } = report;
  if (rounds.length === 0 && wrong.length === 0) return "nothing";
  const isWrong = (one: Verdict) =>
    one.wrong.length > 0 || one.asShown === false || one.asSeen === false;
  if (wrong.length > 0 || rounds.some(isWrong)) return "wrong";
  const isProven = (one: Verdict) => one.unproven.length === 0 && one.asShown && one.asGiven;
  return unproven.length === 0 && rounds.every(isProven) ? "proven" : "open";
}

/** The headline: exactly what was proven. */
export function summary(report: Report): string {
  switch (outcome(report)) {
    case "nothing":
      return t("No round is finished: there is nothing to check yet.");
    case "wrong":
      return t("Something is wrong with this match: see below.");
    case "open":
      return t("Nothing is wrong, but it is not proven that nobody chose the deals.");
    case "proven":
      return t(
        "Nobody could choose these deals: every promise was kept, and your part is in each.",
      );
  }
}

/** Why a match in which nothing is wrong is not proven to be fair, one sentence each. */
export function limits(report: Report): string[] {
  if (outcome(report) !== "open") return [];
  const { rounds } = report;
  const such = (test: (one: Verdict) => boolean) =>
    rounds.filter(test).map((one) => one.round).join(", ");
  const lacks = (what: Unproven) => (one: Verdict) => one.unproven.includes(what);
  const unseen = such((one) => one.asShown === null);
  const left = such((one) => one.asGiven !== true && !lacks("no-contribution")(one));
  const alone = such(lacks("no-contribution"));
  const found: string[] = [];
  if (unseen) {
    found.push(
      t("Rounds {rounds}: this browser did not see the promise before the deal.", {
        rounds: unseen,
      }),
    );
  }
  if (left) {
    found.push(
      t(
        "Rounds {rounds}: nothing of this browser's is mixed in, so you have to trust the others.",
        {
          rounds: left,
        },
      ),
    );
  }
  if (alone) {
    found.push(
      t("Rounds {rounds}: no player contributed, so whoever runs the server chose the seed.", {
        rounds: alone,
      }),
    );
  }
  if (report.unproven.includes("dealer-named")) {
    found.push(
      t("The first dealer was named when the table was made, not drawn from the seed."),
    );
  }
  return found;
}

function item({ isRight, text }: Finding) {
  return html`<li data-right=${isRight}>${isRight ? "\u2713" : "\u2717"} ${text}</li>`;
}

function page(report: Report) {
  const about = [
    ...report.wrong.map(wrongWords),
    ...limits(report),
  ];
  return html`
    <p class="lead" role="status">${summary(report)}</p>
    ${about.length === 0
      ? ""
      : html`<ul>${about.map((text) => item({ isRight: false, text }))}</ul>`}
    ${report.rounds.map((verdict) =>
      html`
        <section>
          <h2>${t("Round {n}", { n: verdict.round })}</h2>
          <ul>
            ${sentences(verdict).map(item)}
          </ul>
        </section>
      `
    )}
  `;
}

async function begin(root: HTMLElement): Promise<void> {
  const { file = "", table = "", rules = "", catalogue, language = "en" } = root.dataset;
  if (catalogue && language !== "en") speak(await fetched(catalogue, language));
  try {
    const answer = await fetch(file);
    const kept = { promises: promisesOf(localStorage, table), seen: seenAt(localStorage, table) };
    const report = await verified(await answer.json(), JSON.parse(rules) as Rules, kept);
    root.replaceChildren();
    render(page(report), root);
  } catch {
    root.replaceChildren(t("The deals could not be fetched or not be understood."));
  }
}

const root = globalThis.document?.getElementById("verify");
if (root) await begin(root);
