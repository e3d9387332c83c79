"""Positions in which one action is clearly best, and how they were found.

    python -m tests.support.players.clear_positions

writes `clear_positions.json` anew: in every mode, one choice of the exchange, of the hand to open
and of either half of the play, of those with the widest gap between the best action and the
next.  Rounds are played at random cards that are good enough for a middling level, so that odd
positions come about; the network's values find choices with a wide gap, and `imp` with a large
budget must see a wide gap for the same action, twice with different worlds.
A gap counts in points as printed.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.game.actions import Action, action_from_label, action_from_number, action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player
from bottleimp.players.network import PRINTED_POINTS_PER_UNIT, network_for, points_per_unit
from bottleimp.players.search.belief_search import BeliefSearchPlayer
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

FILE = Path(__file__).parents[2] / "players" / "clear_positions.json"
SEED = 2030
MIDDLING = "counting"
# Of each mode; points between the best and the next: in the exchange such gaps are narrower.
KINDS = {
    "play early": (Phase.PLAY, 15.0),
    "play late": (Phase.PLAY, 25.0),
    "choice": (Phase.CHOICE, 8.0),
    "exchange": (Phase.EXCHANGE, 8.0),
}
WORLDS = 1536  # of each of two verdicts
TRIED = 4  # candidates of each mode and kind that `imp` looks at


@dataclass(frozen=True)
class Position:
    """A moment of a round, whose choice it is, and what is clearly best."""

    edition: str
    hands: list[str]  # cards dealt to each hand
    left_over: str
    actions: str  # passes as the edition lists them, then everything in order
    seat: int
    kind: str
    best: str
    gap: float  # points, by `imp`: the smaller one of its two verdicts
    network_gap: float

    def seen(self) -> Observation:
        """What the seat sees."""
        playing = edition_from_text(self.edition)

        def cards(text: str) -> tuple[Card, ...]:
            return tuple(playing.deck.card(label) for label in text.split())

        dealt = Deal(playing, tuple(cards(hand) for hand in self.hands), cards(self.left_over))
        made = [action_from_label(playing, label) for label in self.actions.split()]
        return observe(Round(dealt).replay(made), self.seat)

    def best_action(self) -> Action:
        """What is clearly best."""
        return action_from_label(edition_from_text(self.edition), self.best)


def kept() -> list[Position]:
    """The positions of the file."""
    return [Position(**one) for one in json.loads(FILE.read_text("utf-8"))]


@dataclass(frozen=True)
class Candidate:
    """A choice before it is looked at closely."""

    played: Round
    seen: Observation
    best: int
    gap: float


def gap_of(values: np.ndarray, place: int) -> float:
    """How far the action at the place is ahead of all others."""
    return float(values[place] - np.delete(values, place).max())


def candidates(playing: Edition, kind: str, rounds: int) -> Iterator[Candidate]:
    """All real choices of a kind in some rounds, as the network values them.

    In the exchange only those before anybody has chosen: others' secret choices are no part of
    a position.
    """
    phase, _ = KINDS[kind]
    network = network_for(playing)
    for number in range(rounds):
        player = create_player(MIDDLING, number)
        played = Round(arena_deal(playing, SEED, number))
        while (seat := played.turn) is not None:
            if kind_of(played) == kind and not any(played.pending):
                for one in range(playing.seats):
                    if one not in playing.driven and len(played.legal_actions_for(one)) > 1:
                        seen = observe(played, one)
                        numbers = [action_number(playing, action) for action in seen.legal_actions]
                        values = (
                            network.values(features_of(seen)[None, :])[0, numbers]
                            * PRINTED_POINTS_PER_UNIT
                        )
                        place = int(values.argmax())
                        yield Candidate(played, seen, numbers[place], gap_of(values, place))
            action = played.legal_actions[0]
            if seat not in playing.driven:
                action = player.choose(observe(played, seat))
            played = played.play(action)
            if phase is not Phase.PLAY and played.phase is Phase.PLAY:
                break


def kind_of(played: Round) -> str:
    """Early is the first half of the tricks."""
    if played.phase is not Phase.PLAY:
        return str(played.phase.value)
    return "play late" if 2 * len(played.tricks) >= played.edition.tricks else "play early"


def looked_at(one: Candidate) -> float | None:
    """The smaller gap of two verdicts of `imp`, or None if another action is best in one."""
    gaps = []
    for seed in (1, 2):
        verdict = BeliefSearchPlayer(Budget(WORLDS)).evaluate_actions(one.seen, seed)
        if verdict.best_action != one.best:
            return None
        place = verdict.actions.index(verdict.best_action)
        gaps.append(
            gap_of(verdict.values, place)
            * PRINTED_POINTS_PER_UNIT
            / points_per_unit(one.seen.edition)
        )
    return min(gaps)


def clear(playing: Edition, kind: str, rounds: int) -> Position | None:
    """The choice of this kind with the widest gap of those that `imp` sees as well."""
    _, least = KINDS[kind]
    wide = [one for one in candidates(playing, kind, rounds) if one.gap >= least]
    for one in sorted(wide, key=lambda one: -one.gap)[:TRIED]:
        gap = looked_at(one)
        if gap is not None and gap >= least:
            return written(one, kind, gap)
    return None


def written(one: Candidate, kind: str, gap: float) -> Position:
    """The position as it stands in the file."""
    playing, deal = one.seen.edition, one.played.deal
    assert one.seen.seat is not None
    return Position(
        edition=playing.text,
        hands=[" ".join(card.label for card in hand) for hand in deal.hands],
        left_over=" ".join(card.label for card in deal.left_over),
        actions=" ".join(action_from_number(playing, n).label for n in one.played.actions),
        seat=one.seen.seat,
        kind=kind,
        best=action_from_number(playing, one.best).label,
        gap=round(gap, 1),
        network_gap=round(one.gap, 1),
    )


def main() -> None:
    """Find positions and write them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--modes", nargs="+", default=list(edition_of_each_mode()), metavar="KEY")
    parser.add_argument("--rounds", type=int, default=60, help="of each mode")
    parser.add_argument("--file", type=Path, default=FILE)
    options = parser.parse_args()
    found: list[Position] = []
    for key in options.modes:
        for kind in KINDS:
            one = clear(edition_from_text(key), kind, options.rounds)
            if one is not None:
                found.append(one)
                sys.stderr.write(f"{key}, {kind}: {one.best} by {one.gap}\n")
    text = json.dumps([asdict(one) for one in found], indent=1)
    options.file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
