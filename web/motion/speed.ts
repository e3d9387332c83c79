/** Whether and how fast things move. */

/** How long a single move takes, in ms; with `isStill` things are marked instead of moved. */
export interface Motion {
  ms: number;
  isStill: boolean;
}

export const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";
/** No move takes longer than this, whatever the pace. */
const LONGEST_MS = 420;

/** Whether the user has asked for less motion, at the table or in the system. */
export function isMotionReduced(): boolean {
  return document.documentElement.dataset.motion === "reduced" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The motion for a pace: a little faster, so that one play ends before the next begins. */
export function motionFor(pace: number): Motion {
  const ms = document.hidden || pace === 0 ? 0 : Math.min(LONGEST_MS, pace * 0.6 + 60);
  return { ms, isStill: isMotionReduced() };
}
