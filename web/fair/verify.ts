/** The page that verifies the rounds of a table and says what that proves. */

import "../storage/stand_in.ts"; // before all that reads a storage
import { html, render } from "lit-html";
import { t, tn, useLanguageOf } from "../text/i18n.ts";
import { commitmentsOf } from "./commitments.ts";
import { observedRounds } from "./observed_rounds.ts";
import type { Rules } from "./replay.ts";
import {
  type Report,
  type Unproven,
  type Verdict,
  verifyMatch,
  type Wrong,
} from "./verification.ts";

/** A finding in a sentence, and whether it is right, wrong or open. */
interface Finding {
  kind: "right" | "wrong" | "open";
  text: string;
}

const MARKS = { right: "\u2713", wrong: "\u2717", open: "?" };

/** What is wrong, in a sentence. */
function problemText(wrong: Wrong): string {
  const words: Record<Wrong, string> = {
    order: t("It is not the next round of this match."),
    dealer: t("A different player should have dealt."),
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
    table: t("The file is of another table, so its deals may have been chosen."),
    missing: t("The file leaves out a round that this browser saw to its end."),
  };
  return words[wrong];
}

function finding(
  isRight: boolean,
  right: string,
  otherwise: string,
  kind: Finding["kind"] = "wrong",
): Finding {
  return isRight ? { kind: "right", text: right } : { kind, text: otherwise };
}

/** The findings about a round, one sentence each. */
function sentences(verdict: Verdict): Finding[] {
  const {
    contributions,
    wrong,
    unproven,
    commitmentAgrees,
    contributionUsed,
    observationAgrees,
  } = verdict;
  const found: Finding[] = wrong.map((each) => ({ kind: "wrong", text: problemText(each) }));
  if (wrong.length === 0) {
    const mixed = contributions === 0
      ? t("The deal follows from the seed alone: no player contributed to it.")
      : tn(
        "The deal follows from the seed and what {n} player contributed.",
        "The deal follows from the seed and what {n} players contributed.",
        contributions,
      );
    found.push(
      { kind: "right", text: t("The seed has the SHA-256 in the file.") },
      { kind: contributions > 0 ? "right" : "open", text: mixed },
      { kind: "right", text: t("Dealer, names, plays and scores follow the rules.") },
    );
  }
  const noPromise = unproven.includes("no-promise")
    ? t("The table does not say that the promise was public before the round.")
    : t("This browser did not see the promise before the round.");
  found.push(
    commitmentAgrees === null ? { kind: "open", text: noPromise } : finding(
      commitmentAgrees,
      t("This browser was shown the same promise before the round."),
      t("This browser was shown another promise before the round."),
    ),
  );
  if (contributionUsed !== null) {
    found.push(finding(
      contributionUsed,
      t("What this browser contributed is mixed in."),
      t("What this browser contributed is not mixed in: it came too late, or was left out."),
      "open",
    ));
  }
  if (observationAgrees !== null) {
    found.push(finding(
      observationAgrees,
      t("Cards, plays and scores are those that this browser saw."),
      t("This browser saw other cards, plays or scores."),
    ));
  }
  return found;
}

/** The overall result: `wrong`, `proven`, or `open` if something could not be proven. */
export function outcome(report: Report): "nothing" | "wrong" | "open" | "proven" {
  const { rounds, wrong, unproven } = report;
  if (rounds.length === 0 && wrong.length === 0) return "nothing";
  const isWrong = (one: Verdict) =>
    one.wrong.length > 0 || one.commitmentAgrees === false || one.observationAgrees === false;
  if (wrong.length > 0 || rounds.some(isWrong)) return "wrong";
  const isProven = (one: Verdict) =>
    one.unproven.length === 0 && one.commitmentAgrees && one.contributionUsed;
  return unproven.length === 0 && rounds.every(isProven) ? "proven" : "open";
}

/** What exactly was proven; the headline unless everything was. */
function summary(report: Report): string {
  switch (outcome(report)) {
    case "nothing":
      return t("No round is finished: there is nothing to check yet.");
    case "wrong":
      return t("Something is wrong with this match: see below.");
    case "open":
      return t("Nothing is wrong, but it is not proven that nobody chose the deals.");
    case "proven":
      return t(
        "Every promise that this browser saw was kept, and what the browser contributed is in every deal.",
      );
  }
}

/** The headline if everything is proven: the answer to the question of the page. */
function conclusion(report: Report): string {
  return report.rounds.every((one) => one.contributions === 1)
    ? t("Yes. Nobody could choose these deals.")
    : t(
      "Yes. Nobody could choose these deals, unless another player also runs the server: they could try several contributions of their own.",
    );
}

/** Why a match in which nothing is wrong is not proven to be fair, one sentence each. */
export function limits(report: Report): string[] {
  if (outcome(report) !== "open") return [];
  const lacks = (what: Unproven) => (one: Verdict) => one.unproven.includes(what);
  const such = (test: (one: Verdict) => boolean) => report.rounds.filter(test);
  const grounds: [Verdict[], string][] = [
    [
      such((one) => one.commitmentAgrees === null),
      t("this browser did not see the promise before the deal"),
    ],
    [
      such((one) => one.contributionUsed !== true && !lacks("no-contribution")(one)),
      t("nothing from this browser is mixed in, so you have to trust the others"),
    ],
    [
      such(lacks("no-contribution")),
      t("no player contributed, so whoever runs the server chose the seed"),
    ],
  ];
  const found = grounds.flatMap(([rounds, ground]) => {
    const details = { rounds: rounds.map((one) => one.round).join(", "), ground };
    return rounds.length === 0
      ? []
      : [tn("Round {rounds}: {ground}.", "Rounds {rounds}: {ground}.", rounds.length, details)];
  });
  if (report.unproven.includes("dealer-named")) {
    found.push(
      t("The first dealer was named when the table was made, not drawn from the seed."),
    );
  }
  return found;
}

function item({ kind, text }: Finding) {
  return html`<li data-found=${kind}>${MARKS[kind]} ${text}</li>`;
}

function page(report: Report) {
  const about: Finding[] = [
    ...report.wrong.map((each): Finding => ({ kind: "wrong", text: problemText(each) })),
    ...limits(report).map((text): Finding => ({ kind: "open", text })),
  ];
  const isProven = outcome(report) === "proven";
  return html`
    <p class="verdict" data-found=${outcome(report)} role="status">${isProven
      ? conclusion(report)
      : summary(report)}</p>
    ${isProven ? html`<p>${summary(report)}</p>` : ""}
    ${about.length === 0 ? "" : html`<ul>${about.map(item)}</ul>`}
    <details ?open=${!isProven}>
      <summary>${t("What was checked, round by round")}</summary>
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
    </details>
  `;
}

async function begin(root: HTMLElement): Promise<void> {
  const { file = "", rules = "" } = root.dataset;
  // From the address that was opened, not from the page, which the server wrote.
  const table = location.pathname.split("/")[2] ?? "";
  await useLanguageOf(root);
  try {
    const answer = await fetch(file);
    const evidence = {
      table,
      commitments: commitmentsOf(localStorage, table),
      observed: observedRounds(localStorage, table),
    };
    const report = verifyMatch(await answer.json(), JSON.parse(rules) as Rules, evidence);
    root.replaceChildren();
    render(page(report), root);
  } catch {
    root.replaceChildren(t("The deals could not be fetched or could not be read."));
  }
}

const root = globalThis.document?.getElementById("verify");
if (root) await begin(root);
