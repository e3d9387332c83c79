/** The page on which a finished round is played on in another way: its table, and a panel. */

import { html, nothing, render, type TemplateResult } from "lit-html";
import { lessonEnvironment } from "../learn/browser_environment.ts";
import { t, useLanguageOf } from "../text/i18n.ts";
import { PlayedOnRound, tryAgainButton } from "./played_on_round.ts";
import type { RoundProgress } from "./round_progress.ts";
import { type ReplaySource, sourceOf } from "./replay_source.ts";

/** What is chosen anew: a step of the round, counted from 1, by a player. */
interface ChosenAnew {
  source: ReplaySource;
  round: number;
  step: number;
  player: number;
}

/** What the panel says. */
function variationText({ isOver, isAdvised, hasActed, said }: RoundProgress): string {
  if (isOver || said !== "") return said;
  if (isAdvised) return t("A strong player chooses for you, until you do.");
  return hasActed
    ? t("Computer players answer for the others.")
    : t("Choose again from here. Computer players answer for the others; nothing counts.");
}

function panelOf(
  { source, round, step, player }: ChosenAnew,
  progress: RoundProgress,
  on: Pick<PlayedOnRound, "tryAgain" | "followAdvice">,
): TemplateResult {
  return html`
    <header>
      <a href="${source.roundPage(round)}?player=${player}#${step}">${t(
        "Back to the replay",
      )}</a>
      <h1>${t("Round {n}, played on", { n: round })}</h1>
    </header>
    <div class="lesson-words" role="status">
      <p>${variationText(progress)}</p>
    </div>
    <p class="buttons">${progress.isOver ? nothing : html`
      <button
        type="button"
        data-act="follow-advice"
        title="${t("The other cards are chosen as a strong player would in your place")}"
        @click="${() => on.followAdvice(!progress.isAdvised)}"
      >
        ${progress.isAdvised ? t("Stop") : t("Let a strong player go on")}
      </button>
    `} ${progress.hasActed ? tryAgainButton(on, progress.isOver) : nothing}</p>
  `;
}

async function begin(panel: HTMLElement, table: HTMLElement): Promise<void> {
  await useLanguageOf(table);
  const source = sourceOf(panel);
  if (source === null) return;
  const [round, step, player] = [panel.dataset.round, panel.dataset.step, panel.dataset.player]
    .map(Number) as [number, number, number];
  const { play, advice } = source.variationAddresses(round, step, player);
  const played: PlayedOnRound = new PlayedOnRound(
    table,
    lessonEnvironment(() => play, advice, source.bodyOf),
    (progress) => render(panelOf({ source, round, step, player }, progress, played), panel),
  );
  panel.replaceChildren();
  played.start();
}

const panel = document.getElementById("variation");
const table = document.getElementById("table");
if (panel && table) await begin(panel, table);
