"""Choices of self-play with what can be made of every action: labels that never run out.

Of each round some choices are taken once few cards are left, and the game is solved after every
legal action, all hands open as they truly lie.  Of some rounds an earlier choice is taken too:
after every legal action the learner plays all seats until few cards are left, and the rest is
solved.  Hidden cards are averaged over by learning, which sees such choices in ever new rounds.

Results can be solved as well: what a round comes to for the choices before few cards are left.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.decisions import legal_mask
from bottleimp.players.search.listed_search import NO_LIMIT, count_cards
from bottleimp.solving.open_rounds import maximin_gains
from bottleimp.solving.transposition_table import TranspositionTable
from training.targets import Float32Array, SettledResults

LEAST_CARDS = 3  # in hands; with fewer there is hardly a choice
NEVER = -1

BoolArray = npt.NDArray[np.bool_]
# The actions that somebody takes, from features and sets of legal actions, a row for each choice.
ChooseActions = Callable[[Features, IntArray], IntArray]


def solve_choices(
    rounds: RoundBatch, rows: IntArray, table: TranspositionTable,
    choose: ChooseActions | None = None, leaf_cards: int = 0,
) -> Float32Array:  # fmt: skip
    """The gain in points of every action in these rounds (row, action); NaN where not legal.

    With `choose` all seats play on by that until so many cards are in hands; without, the rounds
    must be in play.  Their observations must be written.
    """
    legal = legal_mask(rounds.legal[rows], action_count(rounds.edition))
    which, actions = np.nonzero(legal)
    after = rounds.select(rows[which])
    after.step(actions.astype(np.int64))
    deals = which  # those of one choice have the same hands, as long as nothing else is played
    if choose is not None:
        play_down(after, leaf_cards, choose)
        deals = np.arange(len(which))
    seats = rounds.turns[rows][which]
    values = np.full(legal.shape, np.nan, np.float32)
    for seat in np.unique(seats).tolist():
        at = np.flatnonzero(seats == seat)
        gains = maximin_gains(after.select(at), deals[at], seat, NO_LIMIT, table)
        values[which[at], actions[at]] = gains
    return values


def play_down(rounds: RoundBatch, leaf_cards: int, choose: ChooseActions) -> None:
    """All seats play until so many cards are in hands."""
    while rounds.next_decisions():
        due = np.flatnonzero((rounds.turns >= 0) & (count_cards(rounds) > leaf_cards))
        if not len(due):
            return
        actions = np.full(len(rounds.rows), -1, np.int64)
        actions[due] = choose(rounds.features[due], rounds.legal[due])
        rounds.step(actions)


@dataclass
class ChoiceSolver:
    """Watches rounds being played, and says of some choices what their actions are worth."""

    most_cards: int  # in hands, from which on choices are solved at once
    choices: int  # of each round that are solved at once
    early_share: float = 0.0  # of the rounds of which an earlier choice is played on as well
    leaf_cards: int = 18  # in hands, from which on those are solved
    early_choices: int = 16  # of a round, among which the earlier choice is drawn
    settled_cards: int = 0  # in hands, from which on the result of every round is solved; 0: none
    table: TranspositionTable = field(default_factory=TranspositionTable)
    due: IntArray = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    early: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    is_settled: BoolArray = field(default_factory=lambda: np.zeros(0, bool))
    features: list[Features] = field(default_factory=list)
    values: list[Float32Array] = field(default_factory=list)
    settled: list[SettledResults] = field(default_factory=list)
    step: int = 0

    def begin(self, count: int, random: np.random.Generator) -> None:
        """Draw which choices of so many rounds are taken.

        Late ones by how many cards are in hands, earlier ones by their number in the round.
        """
        self.due = random.integers(LEAST_CARDS, self.most_cards + 1, (self.choices, count))
        numbers = random.integers(0, self.early_choices, count)
        self.early = np.where(random.random(count) < self.early_share, numbers, NEVER)
        self.features, self.values = [], []
        self.is_settled, self.settled, self.step = np.zeros(count, bool), [], 0

    def watch(self, rounds: RoundBatch, choose: ChooseActions) -> None:
        """Look at rounds at their next decisions; `choose` is how the learner plays."""
        left = count_cards(rounds)
        asked = rounds.turns >= 0
        is_due = np.asarray(((left <= self.due) & asked).any(axis=0), bool)
        self.due[(left <= self.due) & is_due] = NEVER
        self.keep(rounds, is_due, None)
        is_early = np.asarray(asked & (self.early == 0) & (left > self.most_cards), bool)
        self.keep(rounds, is_early, choose)
        self.early[asked & (self.early >= 0)] -= 1
        self.settle(rounds, asked & ~self.is_settled & (left <= self.settled_cards))
        self.step += 1

    def settle(self, rounds: RoundBatch, is_taken: BoolArray) -> None:
        """Solve these rounds from now on, for every seat that decides."""
        rows = np.flatnonzero(is_taken)
        if not len(rows):
            return
        edition = rounds.edition
        now = rounds.select(rows)
        gains = np.zeros((len(rows), edition.seats), np.float32)
        for seat in range(edition.seats):
            if seat not in edition.driven:
                gains[:, seat] = maximin_gains(now, rows, seat, NO_LIMIT, self.table)
        self.settled.append(SettledResults(self.step, rows, gains))
        self.is_settled[rows] = True

    def keep(self, rounds: RoundBatch, is_taken: BoolArray, choose: ChooseActions | None) -> None:
        """Keep the choices in these rounds with what their actions are worth."""
        rows = np.flatnonzero(is_taken)
        if len(rows):
            self.features.append(rounds.features[rows].copy())
            self.values.append(solve_choices(rounds, rows, self.table, choose, self.leaf_cards))

    def labels(self) -> tuple[Features, Float32Array]:
        """Features of the choices that were taken, and the gain in points of each action.

        Raises ValueError where there was none.
        """
        if not self.features:
            raise ValueError(f"No choice was left with {self.most_cards} cards or fewer in hands.")
        return np.concatenate(self.features), np.concatenate(self.values)
