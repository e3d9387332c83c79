"""Tables with open hands, for measuring alone: many rounds side by side, and who decides in them.

Whoever holds a table here may look at every card.  Players are not given it: they are asked with
what their seat sees, one after another or many at once.  Only those deciders of the analysis that
say so (`all_seeing`) read hidden cards.

Some seats of a round are guests, who belong together; in all others sit the hosts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from bottleimp.analysis.arena.lineups import player_seed, question
from bottleimp.game.actions import action_number, action_numbered
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.playouts import numbers_of
from bottleimp.kernel.round_batch import NOT_ASKED, Numbers, Rounds
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.batch_players import BatchPlayer, Floats
from bottleimp.players.player import Player
from bottleimp.rules.edition import Edition

Seats = tuple[int, ...]


@dataclass
class Tables:
    """Rounds of one edition, each at its next real decision; they have just been dealt."""

    rounds: Rounds
    guests: Sequence[Seats]  # round -> the seats of its guests
    seeds: Sequence[Sequence[int]]  # round -> seat -> the seed of whoever sits there
    seen: dict[int, Round] = field(default_factory=dict)  # rounds, as far as one had to look
    since: list[list[tuple[int, int]]] = field(
        default_factory=list
    )  # round -> seat and action after that

    def __post_init__(self) -> None:
        self.openings = self.rounds.rows.copy()
        self.since = [[] for _ in self.openings]

    @classmethod
    def laid(
        cls, deals: Sequence[Deal], guests: Sequence[Seats], seeds: Sequence[Sequence[int]]
    ) -> "Tables":
        """A table for each deal; there is at least one."""
        rounds = Rounds.room(deals[0].edition, len(deals))
        numbers = [numbers_of(deal.opening) for deal in deals]
        rounds.rows[:, : len(numbers[0])] = numbers
        return cls(rounds, guests, seeds)

    @property
    def edition(self) -> Edition:
        """The edition of all rounds."""
        return self.rounds.edition

    def deal(self, row: int) -> Deal:
        """The cards with which a round began."""
        cards_of, hands = self.edition.deck.cards_of, len(self.edition.hands)
        numbers = self.openings[row].tolist()
        left_over = numbers[2 * hands]  # hands, what is set aside for each, the imp's trick
        return Deal(self.edition, tuple(map(cards_of, numbers[:hands])), cards_of(left_over))

    def observation(self, row: int) -> Observation:
        """What the seat to act sees in a round."""
        played = self.seen.get(row) or Round(self.deal(row))
        for seat, action in self.since[row]:
            played = moved_on(played).play(action_numbered(self.edition, action), seat)
        self.seen[row], self.since[row] = moved_on(played), []
        return observe(self.seen[row], int(self.rounds.turns[row]))

    def act(self, actions: Numbers) -> None:
        """Take one action in every round that is asked."""
        turns = self.rounds.turns.tolist()
        self.rounds.act(actions)
        for row, action in enumerate(actions.tolist()):
            if action >= 0:
                self.since[row].append((turns[row], action))

    def is_guest(self, rows: Numbers) -> npt.NDArray[np.bool_]:
        """Whether a guest is to act, for each of the rows."""
        turns = self.rounds.turns[rows].tolist()
        return np.array(
            [turn in self.guests[row] for row, turn in zip(rows.tolist(), turns, strict=True)], bool
        )


def moved_on(played: Round) -> Round:
    """The round at its next real decision, or over; secret choices come in any order."""
    while played.phase is Phase.PLAY and len(played.legal) == 1:
        played = played.play(played.legal[0])
    return played


class Decider(Protocol):
    """Whoever decides in some rounds of the tables."""

    def decide(self, tables: Tables, rows: Numbers) -> Numbers:
        """A legal action for each of these rounds."""
        ...


@dataclass(frozen=True)
class SideBySide:
    """A player that answers for many rounds at once."""

    player: BatchPlayer

    def decide(self, tables: Tables, rows: Numbers) -> Numbers:
        """What the player says."""
        return self.player.choose_many(question(tables.rounds, rows, tables.seeds))


@dataclass(frozen=True)
class OneByOne:
    """A player that is built for a seed and the seats of the guests, and asked round by round."""

    built: Callable[[int, Seats], Player]

    def decide(self, tables: Tables, rows: Numbers) -> Numbers:
        """What the players say."""
        return np.array([self.decided(tables, row) for row in rows.tolist()], np.int64)

    def decided(self, tables: Tables, row: int) -> int:
        """What the player of one round says."""
        seen = tables.observation(row)
        assert seen.seat is not None  # somebody is to act
        player = self.built(tables.seeds[row][seen.seat], tables.guests[row])
        return action_number(tables.edition, player.choose(seen))


def played(tables: Tables, guest: Decider, host: Decider) -> Floats:
    """Play all rounds to their end: the points of every seat, before any doubling."""
    while tables.rounds.ask():
        live = np.flatnonzero(tables.rounds.turns != NOT_ASKED)
        actions = np.full(len(tables.rounds.rows), -1, np.int64)
        is_guest = tables.is_guest(live)
        for decider, rows in ((guest, live[is_guest]), (host, live[~is_guest])):
            if len(rows):
                actions[rows] = decider.decide(tables, rows)
        tables.act(actions)
    points: Floats = tables.rounds.results() / np.array(tables.edition.weights)
    return points


def seeds_of(edition: Edition, seed: int, number: int) -> tuple[int, ...]:
    """The seeds of all seats in a deal of the arena."""
    return tuple(player_seed(seed, number, seat) for seat in range(edition.seats))
