/** How an event is shown beyond drawing: motion, sound, the reveal of the Imp's Trick, a burst. */

import { ImpsTrickReveal, revealStep } from "../model/imps_trick_reveal.ts";
import type { Settings } from "../model/types.ts";
import { animateChange, endMovesOnResize } from "../motion/cards.ts";
import { ARRANGED, causeOf } from "../motion/cause.ts";
import { celebrate } from "../motion/celebration.ts";
import { measure, type Positions } from "../motion/positions.ts";
import { motionFor } from "../motion/speed.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { Feedback } from "../sound/feedback.ts";

/** Whether this path leads into the round of a view. */
const isOfRound = (path: string) => path === "round" || path.startsWith("round.");

/** The pace in ms at which cards move between hand and slots, whatever the table's. */
const ARRANGE_PACE = 300;

/** What the presentation needs from the table. */
interface PresentationContext {
  root: HTMLElement;
  layer: HTMLElement;
  settings(): Settings;
  /** Shows so many cards of the Imp's Trick; null ends the reveal. */
  reveal(revealed: number | null): void;
}

export class Presentation {
  #table: PresentationContext;
  #feedback: Feedback;
  #reveal: ImpsTrickReveal;

  constructor(table: PresentationContext) {
    this.#table = table;
    this.#feedback = new Feedback(() => table.settings());
    this.#reveal = new ImpsTrickReveal((revealed) => table.reveal(revealed));
  }

  start(): void {
    this.#feedback.start();
    endMovesOnResize(this.#table.root, this.#table.layer);
  }

  /** Where everything is now, before a change is drawn. */
  measure(): Positions {
    return measure(this.#table.root, this.#table.layer);
  }

  /** Whether the Imp's Trick is opened card by card after the event. */
  reveals(view: View, event: TableEvent): boolean {
    const cards = view.round?.result?.imps_trick.length ?? 0;
    return event.k === "score" && cards > 0 && revealStep(view.table.pace) > 0 && !document.hidden;
  }

  /**
   * Shows the event that has led from one view to the other, which is drawn already. A whole new
   * view (null) is only told: there is nothing to animate.
   */
  show(before: Positions, old: View, view: View, event: TableEvent | null): void {
    const { root, layer } = this.#table;
    const { pace } = view.table;
    this.#feedback.tell(old, view, event);
    if (event === null) return;
    if (event.k === "end") celebrate(layer, root.querySelector(".score.final h2"));
    // What moves goes on where nothing of the round has changed but what others choose in secret.
    const isOthers = event.k === "commit" && event.player !== view.you;
    if (isOthers || !Object.keys(event.set).some(isOfRound)) return;
    // A card that is dealt has nothing to do with where it lay in the round before.
    const isDealt = old.round?.number !== view.round?.number;
    const from = isDealt ? { ...before, cards: new Map() } : before;
    animateChange(root, layer, from, motionFor(pace), causeOf(old, view, event));
    if (this.reveals(view, event)) {
      this.#reveal.start(view.round?.result?.imps_trick.length ?? 0, pace);
    }
  }

  /** Shows that the user has moved cards. */
  showArranged(before: Positions): void {
    const { root, layer } = this.#table;
    animateChange(root, layer, before, motionFor(ARRANGE_PACE), ARRANGED);
  }

  /** Ends the reveal of the Imp's Trick. */
  skipReveal(): void {
    this.#reveal.stop();
  }

  /** Lets the user hear how loud the sounds are now. */
  sample(): void {
    this.#feedback.sample();
  }
}
