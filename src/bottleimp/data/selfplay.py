"""Rounds by named players as arrays: what a shard of a data set holds, as pure numbers.

Everything follows from the settings and the numbers of the rounds.  Rounds are dealt from streams
of SplitMix64 under a key of their own, so neither the arena's deals nor those of training are
among them.  Players sit clockwise and the dealer moves on by one from round to round.
"""

import hashlib
import operator
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from bottleimp.analysis.arena.lineups import decision_batch
from bottleimp.compiler import require_compiler
from bottleimp.envs.recorded_rounds import ReplayedRounds
from bottleimp.errors import BottleImpError, IllegalAction, RefusalReason
from bottleimp.game.match import Match
from bottleimp.game.record import short_repr
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.encoding.position_rows import position_template
from bottleimp.kernel.encoding.schema import HISTORY, action_count, record_length
from bottleimp.kernel.rng import seed_word
from bottleimp.kernel.round_batch import RoundBatch, dealt_numbers
from bottleimp.kernel.round_facts import RoundFacts, round_facts
from bottleimp.kernel.vector_steps import (
    HISTORY_ACTION,
    NO_ACTION,
    DealPlan,
    VectorArrays,
    fill_resets,
    fill_vector_steps,
    first_illegal_row,
)
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.players.catalogue import (
    build_player,
    has_sequential_player,
    player_kind,
    require_mode,
    require_player,
)
from bottleimp.players.checksums import player_checksums
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

SEED_BYTES = 8
BATCH_ROUNDS = 4096  # in lock-step; part of what fixes the rounds, as networks round by batch
SHARD_ROUNDS = 20_000
SEQUENTIAL_SHARD_ROUNDS = 25  # of players that may think for seconds about a card

MAX_SEED = 2**63 - 1  # what a column of the data set holds


@dataclass(frozen=True)
class SelfplaySettings:
    """What fixes every round of a data set.

    `players` sit clockwise and are repeated as often as it takes.  Raises BottleImpError for too
    many of them and for a seed out of range, TypeError for a seed that is no whole number and for
    players that are one text.
    """

    edition: str
    players: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        require_names(self.players, "players")
        edition = edition_from_text(self.edition)
        if not 1 <= len(self.players) <= edition.players:
            raise BottleImpError(
                f"{edition.text} has {edition.players} players; name from 1 to"
                f" {edition.players}, not {len(self.players)}."
            )
        told = (
            "The seed of a data set is a whole number from 0 to 2**63 - 1, not"
            f" {short_repr(self.seed)}."
        )
        try:
            seed = operator.index(self.seed)
        except TypeError:
            raise TypeError(told) from None
        if not 0 <= seed <= MAX_SEED:
            raise BottleImpError(told)
        named = [self.players[place % len(self.players)] for place in range(edition.players)]
        object.__setattr__(self, "seed", seed)
        object.__setattr__(self, "edition", edition.text)
        object.__setattr__(self, "players", tuple(named))

    def require_players(self) -> None:
        """Raise UnknownName, BudgetError or BottleImpError for players that cannot play this."""
        for name in self.players:
            require_mode(name, edition_from_text(self.edition).mode)
            require_player(name)

    @property
    def shard_rounds(self) -> int:
        """How many rounds each file holds, but for the last."""
        is_slow = has_sequential_player(self.players)
        return SEQUENTIAL_SHARD_ROUNDS if is_slow else SHARD_ROUNDS

    @property
    def weights(self) -> dict[str, str]:
        """The networks and modules that the players play by, with the SHA-256 of their files."""
        return player_checksums(self.players, edition_from_text(self.edition).mode)

    def lineup(self, number: int) -> tuple[int, ...]:
        """The place among `players` of whoever sits in each seat; -1 for a driven seat."""
        edition = edition_from_text(self.edition)
        table = Match(edition, number % edition.players)
        return tuple(
            -1 if seat in edition.driven else table.player_at(seat) for seat in range(edition.seats)
        )

    def seat_players(self, number: int) -> tuple[str, ...]:
        """The player in each seat of a round, as commands take it."""
        return tuple(DRIVEN_NAME if p < 0 else self.players[p] for p in self.lineup(number))

    def seat_names(self, number: int) -> tuple[str, ...]:
        """A name for each seat of a round: numbered where several are alike."""
        counts, used = Counter(self.players), Counter[str]()
        titles = []
        for name in self.players:
            used[name] += 1
            titles.append(f"{name} {used[name]}" if counts[name] > 1 else name)
        return tuple(DRIVEN_NAME if place < 0 else titles[place] for place in self.lineup(number))


def require_names(values: object, parameter: str) -> None:
    """Raises TypeError for one text where a list of names belongs."""
    if isinstance(values, str):
        raise TypeError(f"`{parameter}` is a list of names, not the text {short_repr(values)}.")


def deal_seed(seed: int) -> int:
    """The seed of the streams that deal the rounds of a data set."""
    return int.from_bytes(hash_of(f"bottleimp selfplay deals {seed}"))


def player_seed(seed: int, number: int, seat: int) -> int:
    """The seed of whoever sits in this seat of a round."""
    return int.from_bytes(hash_of(f"bottleimp selfplay player {seed} {number} {seat}"))


def hash_of(text: str) -> bytes:
    """The first eight bytes of the text's SHA-256."""
    return hashlib.sha256(text.encode()).digest()[:SEED_BYTES]


def play_facts(settings: SelfplaySettings, first: int, count: int) -> list[RoundFacts]:
    """What happens in the rounds from `first` on, some thousands at a time.

    Raises MissingCompiler without numba, and what players raise.
    """
    require_compiler("Rounds in lock-step")
    return [
        play_lockstep(settings, start, min(BATCH_ROUNDS, first + count - start))
        for start in range(first, first + count, BATCH_ROUNDS)
    ]


def play_lockstep(settings: SelfplaySettings, first: int, count: int) -> RoundFacts:
    """What happens in these rounds, played side by side."""
    edition = edition_from_text(settings.edition)
    rules = freeze_layout(edition.layout), position_template(edition)
    rounds = RoundBatch.allocate(edition, count)
    arrays = record_arrays(edition, rounds)
    plan = DealPlan(*dealt_numbers(edition), seed_word(deal_seed(settings.seed)), first, 0)
    fill_resets(*rules, plan, 0, arrays, np.ones(count, np.uint8))
    names = sorted(set(settings.players))
    players = [build_player(name) for name in names]
    lineups = [
        [names.index(settings.players[p]) if p >= 0 else -1 for p in settings.lineup(number)]
        for number in range(edition.players)
    ]
    who = np.array(lineups)[np.arange(first, first + count) % edition.players]
    seeds = [
        [player_seed(settings.seed, number, seat) for seat in range(edition.seats)]
        for number in range(first, first + count)
    ]

    replayed, dealt = ReplayedRounds(edition), arrays.dealt.tolist()

    def observe_row(row: int) -> Observation:
        made = arrays.history[row, : arrays.made[row], HISTORY_ACTION].tolist()
        return replayed.observation(row, dealt[row], made, int(arrays.turns[row]))

    while len(live := np.flatnonzero(arrays.turns >= 0)):
        actions = np.full(count, NO_ACTION, np.int64)
        asked = who[live, arrays.turns[live]]
        for place, (name, player) in enumerate(zip(names, players, strict=True)):
            rows = live[asked == place]
            if not len(rows):
                continue
            observe = observe_row if player_kind(name).is_sequential else None
            decisions = decision_batch(rounds, rows, seeds, observe)
            actions[rows] = player.choose_actions(decisions)
        require_legal(arrays, actions, settings.seat_players(first))
        fill_vector_steps(*rules, plan, 0, 0, arrays, actions)
    return round_facts(edition, arrays.dealt, arrays.history)


def require_legal(arrays: VectorArrays, actions: IntArray, players: Collection[str]) -> None:
    """Raises IllegalAction if a player of another package did what the rules forbid."""
    row = first_illegal_row(arrays.turns, arrays.legal, actions, arrays.mask.shape[1])
    if row >= 0:
        raise IllegalAction(
            f"One of {', '.join(sorted(set(players)))} chose action {actions[row]},"
            " which the rules forbid.",
            RefusalReason.NOT_HELD,
        )


def record_arrays(edition: Edition, rounds: RoundBatch) -> VectorArrays:
    """The arrays of the rounds, with those that keep their deals and their records."""
    count, length = len(rounds.rows), record_length(edition)
    return VectorArrays(
        rows=rounds.rows,
        dealt=np.zeros((count, len(edition.hands) + 1), np.int64),
        history=np.zeros((count, length, len(HISTORY)), np.int8),
        made=np.zeros(count, np.int64),
        deals=np.zeros(count, np.int64),
        features=rounds.features,
        mask=np.zeros((count, action_count(edition)), np.int8),
        legal=rounds.legal,
        turns=rounds.turns,
        points=np.zeros((count, edition.seats), np.int64),
        rewards=np.zeros((count, edition.seats), np.float32),
        finished=np.zeros(count, np.uint8),
    )
