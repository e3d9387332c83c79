/** The steps of a finished round in words, and what a strong player says to them. */

import { OPEN_HAND_CHOICES } from "../model/selectors.ts";
import type { Phase, ReplayStep, RoundReplay, StepAdvice, View } from "../net/wire.ts";
import { announcementText } from "../table/announcements.ts";
import { formatList, t } from "../text/i18n.ts";
import { cardPhrase, handName, printedCard } from "../text/names.ts";
import { ROUND_OVER } from "../text/play_messages.ts";

/** Where a step is in the round: "Trick 3, card 2". */
export function placeText(replay: RoundReplay, step: number): string {
  const done = replay.steps[step - 1];
  if (done === undefined) return t("The deal");
  if (done.event.k === "score") return t("The score");
  if (done.event.k !== "play") {
    return phaseBefore(replay, step) === "choice" ? t("The open hands") : t("The exchange");
  }
  const isPlay = ({ event }: ReplayStep) => event.k === "play";
  const plays = replay.steps.filter(isPlay).length / replay.view.table.tricks;
  const place = replay.steps.slice(0, step).filter(isPlay).length - 1;
  return t("Trick {n}, card {card}", {
    n: Math.floor(place / plays) + 1,
    card: place % plays + 1,
  });
}

/** The phase of the round before a step: an event names it where it changes. */
function phaseBefore(replay: RoundReplay, step: number): Phase | undefined {
  return replay.steps.slice(0, step - 1).reduce(
    (known, { event }) => event.set["round.phase"] ?? known,
    replay.view.round?.phase,
  );
}

/** What happened in a step, given the views before and after it. */
export function stepText(replay: RoundReplay, step: number, before: View, after: View): string {
  const done = replay.steps[step - 1];
  if (done === undefined) return t("The cards are dealt.");
  if (done.event.k === "score") return t(ROUND_OVER); // the table shows the rest
  const words = announcementText(before, after, done.event, "all");
  return done.event.k === "exchange" ? `${words} ${givenText(before, after)}`.trim() : words;
}

/** What the one who looks gave in a stage of the exchange; empty for an onlooker. */
function givenText(before: View, after: View): string {
  const known = before.round?.passed.length ?? 0;
  const given = after.round?.passed.slice(known) ?? [];
  if (given.length === 0) return "";
  const cards = given.map(({ card, to, hand }) =>
    t("{card} to {target}", {
      card: cardPhrase(after, card),
      target: to === "imp"
        ? t("the Imp's Trick")
        : handName(after, after.round?.hands ?? [], to, hand),
    })
  );
  return t("You gave {cards}.", { cards: formatList(cards) });
}

/** Whether the player made a choice in the step. */
export function isChoiceOf(replay: RoundReplay, step: number, player: number | null): boolean {
  const event = replay.steps[step - 1]?.event;
  if (event === undefined || player === null) return false;
  return event.k === "play" ? event.player === player : event.k === "exchange";
}

/** The choice of the player that is shown, or the next one; null where there is none any more. */
export function nextChoice(
  replay: RoundReplay,
  step: number,
  player: number | null,
): number | null {
  for (let place = Math.max(step, 1); place <= replay.steps.length; place += 1) {
    if (isChoiceOf(replay, place, player)) return place;
  }
  return null;
}

/** The nearest step before or after this one at which a trick or a stage is over. */
export function neighbouringTrick(replay: RoundReplay, step: number, direction: -1 | 1): number {
  const last = replay.steps.length;
  const isEnd = (one: number) => {
    const event = replay.steps[one - 1]?.event;
    return event === undefined || event.k !== "play" || event.trick !== undefined;
  };
  let found = step + direction;
  while (found > 0 && found < last && !isEnd(found)) found += direction;
  return Math.min(Math.max(found, 0), last);
}

/** Whether a strong player would have chosen otherwise: other cards, or other ways for them. */
export function isDifferent({ chosen, actions, targets }: StepAdvice): boolean {
  const ways = (cards: string[]) => cards.map((card, place) => `${card} ${targets[place]}`).sort();
  return ways(chosen).join() !== ways(actions).join();
}

/** Whether the player might have done better: another choice, and own points depended on it. */
export function isDoubtful(advice: StepAdvice): boolean {
  return isDifferent(advice) && !advice.settled;
}

/** What each card that was chosen wins or risks, where the choice is doubtful. */
export function chosenTexts(advice: StepAdvice): string[] {
  if (!isDoubtful(advice)) return [];
  return advice.rows
    .filter(({ action }) => advice.chosen.includes(action) && !OPEN_HAND_CHOICES.includes(action))
    .map(({ action, text }) => t("Your {card}: {row}", { card: printedCard(action), row: text }));
}

/** That no doubtful choice comes after a step; `agrees` if no choice after it was another one. */
export function nothingFoundText(from: number, agrees: boolean): string {
  if (from > 0) return t("No doubtful choice after this point.");
  return agrees
    ? t("No doubtful choice: a strong player would have agreed with you throughout.")
    : t(
      "No doubtful choice: wherever a strong player would have chosen otherwise, none of your own points depended on it any more.",
    );
}

/** What a strong player would have done; nothing where none of the player's points depended on it. */
export function adviceText(view: View, advice: StepAdvice, level: string): string {
  if (advice.settled && isDifferent(advice)) return "";
  if (!isDifferent(advice)) return t("{level} would have done the same.", { level });
  const { actions, targets } = advice;
  const [first = ""] = actions;
  if (first === OPEN_HAND_CHOICES[0]) {
    return t("{level} would have laid the first hand open.", { level });
  }
  if (first === OPEN_HAND_CHOICES[1]) {
    return t("{level} would have laid the second hand open.", { level });
  }
  if (targets.length === 0) {
    return t("{level} would have played {card}.", { level, card: cardPhrase(view, first) });
  }
  const cards = actions.map((card, place) =>
    t("the {number} to {target}", { number: printedCard(card), target: targets[place] ?? "" })
  );
  return t("{level} would have given {cards}.", { level, cards: formatList(cards) });
}
