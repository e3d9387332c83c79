"""Tables with open hands, for measuring alone: many rounds side by side, and who decides in them.

Whoever holds a table here may look at every card.  Players are not given it: they are asked with
what their seat sees, one after another or many at once.  Only those deciders of the analysis that
say so (`perfect_information_bound`) read hidden cards.

The responder holds some seats of a round; the population holds all others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from bottleimp.analysis.arena.lineups import arena_deal, decision_batch, player_seed
from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch, round_columns
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.player import Player
from bottleimp.rules.edition import Edition

SeatTuple = tuple[int, ...]


@dataclass
class OpenHandRounds:
    """Rounds of one edition, each at its next real decision; they have just been dealt."""

    rounds: RoundBatch
    responders: Sequence[SeatTuple]  # round -> the seats of the responder
    seeds: Sequence[Sequence[int]]  # round -> seat -> the seed of whoever sits there
    replayed_rounds: dict[int, Round] = field(
        default_factory=dict
    )  # rounds, as far as one had to look
    unreplayed_actions: list[list[tuple[int, int]]] = field(
        default_factory=list
    )  # round -> seat and action after that

    def __post_init__(self) -> None:
        self.initial_rows = self.rounds.rows.copy()
        self.unreplayed_actions = [[] for _ in self.initial_rows]

    @classmethod
    def from_deals(
        cls, deals: Sequence[Deal], responders: Sequence[SeatTuple], seeds: Sequence[Sequence[int]]
    ) -> "OpenHandRounds":
        """A table for each deal; there is at least one."""
        positions = [deal.initial_position for deal in deals]
        return cls(RoundBatch.at_positions(deals[0].edition, positions), responders, seeds)

    @classmethod
    def from_arena(
        cls, edition: Edition, seed: int, numbers: Sequence[int], responders: Sequence[SeatTuple]
    ) -> "OpenHandRounds":
        """A table for each of these deals of the arena and each place of the responder.

        Those of a deal follow one another.
        """
        rows = [(number, seats) for number in numbers for seats in responders]
        return cls.from_deals(
            [arena_deal(edition, seed, number) for number, _ in rows],
            [seats for _, seats in rows],
            [seat_seeds(edition, seed, number) for number, _ in rows],
        )

    @property
    def edition(self) -> Edition:
        """The edition of all rounds."""
        return self.rounds.edition

    def deal(self, row: int) -> Deal:
        """The cards with which a round began."""
        cards_of, columns = self.edition.deck.cards_of, round_columns(self.edition)
        numbers = self.initial_rows[row].tolist()
        left_over = numbers[columns["passed"]][-1]  # what lies in the imp's trick
        return Deal(
            self.edition, tuple(map(cards_of, numbers[columns["hands"]])), cards_of(left_over)
        )

    def observation(self, row: int) -> Observation:
        """What the seat to act sees in a round; raises ValueError where it is over."""
        if self.rounds.turns[row] == ROUND_OVER:
            raise ValueError(f"Round {row} is over.")
        played = self.replayed_rounds.get(row) or Round(self.deal(row))
        for seat, action in self.unreplayed_actions[row]:
            played = skip_forced_plays(played).play(action_from_number(self.edition, action), seat)
        self.replayed_rounds[row], self.unreplayed_actions[row] = skip_forced_plays(played), []
        return observe(self.replayed_rounds[row], int(self.rounds.turns[row]))

    def step(self, actions: IntArray) -> None:
        """Take one action in every round that is asked."""
        turns = self.rounds.turns.tolist()
        self.rounds.step(actions)
        for row, action in enumerate(actions.tolist()):
            if action >= 0:
                self.unreplayed_actions[row].append((turns[row], action))

    def is_responder(self, rows: IntArray) -> npt.NDArray[np.bool_]:
        """Whether the responder is to act, for each of the rows."""
        turns = self.rounds.turns[rows].tolist()
        return np.array(
            [turn in self.responders[row] for row, turn in zip(rows.tolist(), turns, strict=True)],
            bool,
        )


def skip_forced_plays(played: Round) -> Round:
    """The round at its next real decision, or over; secret choices come in any order."""
    while played.phase is Phase.PLAY and len(played.legal_actions) == 1:
        played = played.play(played.legal_actions[0])
    return played


class Decider(Protocol):
    """Whoever decides in some rounds of the tables."""

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """A legal action for each of these rounds."""
        ...


@dataclass(frozen=True)
class PlayerDecider:
    """A player decides, with what its seats see."""

    player: Player

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """What the player says."""
        return self.player.choose_actions(
            decision_batch(tables.rounds, rows, tables.seeds, tables.observation)
        )


def play_out(tables: OpenHandRounds, responder: Decider, population: Decider) -> FloatArray:
    """Play all rounds to their end: the points of every seat, before any doubling."""
    while tables.rounds.next_decisions():
        live = np.flatnonzero(tables.rounds.turns != ROUND_OVER)
        actions = np.full(len(tables.rounds.rows), -1, np.int64)
        is_responder = tables.is_responder(live)
        for decider, rows in ((responder, live[is_responder]), (population, live[~is_responder])):
            if len(rows):
                actions[rows] = decider.decide(tables, rows)
        tables.step(actions)
    return tables.rounds.points()


def seat_seeds(edition: Edition, seed: int, number: int) -> tuple[int, ...]:
    """The seeds of all seats in a deal of the arena."""
    return tuple(player_seed(seed, number, seat) for seat in range(edition.seats))
