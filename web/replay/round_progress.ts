/** How far a round is that is played on beside a panel. */

export interface RoundProgress {
  hasActed: boolean;
  isOver: boolean;
  /** Whether a strong player chooses for the person. */
  isAdvised: boolean;
  /** How it came out, once it is over; before, what was refused. */
  said: string;
}

export const UNPLAYED: RoundProgress = {
  hasActed: false,
  isOver: false,
  isAdvised: false,
  said: "",
};
