"""Rounds with any player in any seat: one after another, or side by side where all players can.

Both ways come to the same results.  Side by side, the compiled rules move all rounds on and each
player is asked once for all rounds in which it is to act; without numba this is left out.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

import numpy as np

from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.compiler import is_compiler_available
from bottleimp.game.actions import Action, action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.round_batch import RoundBatch, round_columns
from bottleimp.knowledge.observation import Observation
from bottleimp.players.catalogue import build_player, has_sequential_player, player_kind
from bottleimp.players.decisions import DecisionArrays, DecisionBatch
from bottleimp.players.player import Player, SeatAgent, SeatPlayer
from bottleimp.rules.edition import Edition

SEED_BITS = 64
MIN_BATCH_ROUNDS = 32  # rounds; fewer are not worth the compiled rules

Lineup = tuple[str, ...]  # seat -> name of its player; driven seats are not asked
ActionCache = dict[tuple[str, int], dict[Observation, Action]]  # name and seed -> what it chose


@dataclass(frozen=True)
class ScheduledRound:
    """A round to play: a deal by its number, and who sits where."""

    deal_number: int
    lineup: Lineup


@dataclass(frozen=True)
class RoundOutcome:
    """What a finished round came to."""

    points: tuple[int, ...]  # seat -> score, before those who play alone are doubled
    owners: tuple[int, ...]  # the seats that own a bottle, ascending


@dataclass(frozen=True)
class BatchDecisions:
    """What was decided in many rounds at one moment of side-by-side play."""

    rounds: IntArray  # the numbers of the rounds
    seats: IntArray  # the seats that acted
    asked: DecisionBatch
    actions: IntArray


DecisionCallback = Callable[[BatchDecisions], None]


@lru_cache(maxsize=64)
def playing_sides(edition: Edition) -> tuple[tuple[int, ...], ...]:
    """The seats of every side that decides something."""
    seats = [seat for seat in range(edition.seats) if seat not in edition.driven]
    sides = sorted({edition.sides[seat] for seat in seats})
    return tuple(tuple(s for s in seats if edition.sides[s] == side) for side in sides)


@lru_cache(maxsize=64)
def opposed_pair_weights(edition: Edition) -> tuple[int, ...]:
    """For every such side, how many pairs there are of a seat of its own and one of another side.

    Rotations weigh by these numbers, in the least whole numbers, so that every pair of opposed
    seats counts the same.  Players that are alike then come to nothing on every deal, whatever
    places sides of different size have in the game; with plain means they would not.
    """
    sizes = [len(side) for side in playing_sides(edition)]
    pairs = [size * (sum(sizes) - size) for size in sizes]
    return tuple(number // gcd(*pairs) for number in pairs)


@lru_cache(maxsize=256)
def opponents(edition: Edition, side: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with whose mean the side is compared: those of other sides that decide."""
    return tuple(seat for seat, factor in enumerate(edition.relative_score_row(side)) if factor < 0)


def arena_deal(edition: Edition, seed: int, number: int) -> Deal:
    """The arena's deal with this number; the same for every pair of players.

    It comes from HMAC-SHA256 under a key of the arena's own, so no training deals it: self-play
    draws its cards from SplitMix64.
    """
    key = hashlib.sha256(f"bottleimp arena deals {seed}".encode()).digest()
    return Deal.from_seed(edition, key, str(number).encode())


def player_seed(seed: int, number: int, seat: int) -> int:
    """The seed of whoever sits in this seat when the deal is played."""
    key = hashlib.sha256(f"bottleimp arena player {seed} {number} {seat}".encode()).digest()
    return int.from_bytes(key[: SEED_BITS // 8])


def play_rounds(
    edition: Edition,
    seed: int,
    scheduled: Sequence[ScheduledRound],
    on_decision: DecisionCallback | None = None,
) -> tuple[RoundOutcome, ...]:
    """What these rounds come to; `on_decision` is told of every choice among two or more."""
    deals = {
        number: arena_deal(edition, seed, number)
        for number in sorted({w.deal_number for w in scheduled})
    }
    names = sorted({name for one in scheduled for name in deciding_players(edition, one.lineup)})
    players = {name: build_player(name) for name in names}
    is_many = len(scheduled) >= MIN_BATCH_ROUNDS
    if is_many and is_compiler_available() and not has_sequential_player(names):
        return play_batch(edition, seed, scheduled, deals, players, on_decision)
    known: ActionCache = {}
    return tuple(
        round_outcome(
            play_round(
                deals[one.deal_number],
                seat_agents(edition, seed, one, players, known),
                None
                if on_decision is None
                else DecisionReporter(on_decision, place, seed, one.deal_number).report,
            )
        )
        for place, one in enumerate(scheduled)
    )


def deciding_players(edition: Edition, seating: Lineup) -> tuple[str, ...]:
    """The players of the seats that decide something."""
    return tuple(name for seat, name in enumerate(seating) if seat not in edition.driven)


def seat_agents(
    edition: Edition,
    seed: int,
    one: ScheduledRound,
    players: Mapping[str, Player],
    cache: ActionCache,
) -> dict[int, SeatAgent]:
    """Who decides in the seats of a round; `cache` is what sequential players said before."""
    agents: dict[int, SeatAgent] = {}
    for seat, name in enumerate(one.lineup):
        if seat in edition.driven:
            continue
        own_seed = player_seed(seed, one.deal_number, seat)
        agents[seat] = SeatPlayer(players[name], own_seed)
        if player_kind(name).is_sequential:
            agents[seat] = CachedAgent(agents[seat], cache.setdefault((name, own_seed), {}))
    return agents


@dataclass(frozen=True)
class CachedAgent:
    """An agent that is not asked twice about the same, for players that take their time.

    The rounds of a deal begin alike: in most modes a copy in the same seat sees in the exchange
    what it saw in another round, and for some the exchange is half of all thinking.
    """

    agent: SeatAgent
    cache: dict[Observation, Action]  # shared by copies with the same seed

    def choose(self, observation: Observation) -> Action:
        """What the agent chose when it saw the same, or chooses now."""
        if observation not in self.cache:
            self.cache[observation] = self.agent.choose(observation)
        return self.cache[observation]


@dataclass(frozen=True)
class DecisionReporter:
    """Tells a watcher what is chosen in one round, in the words of side-by-side play."""

    on_decision: DecisionCallback
    round_index: int  # of the round among those that are watched
    seed: int
    deal_number: int

    def report(self, seen: Observation, action: Action) -> None:
        """Tell of a choice, unless it was forced."""
        assert seen.seat is not None  # somebody chose
        if len(seen.legal_actions) == 1:
            return
        seeds = (player_seed(self.seed, self.deal_number, seen.seat),)
        asked = DecisionBatch.from_observations((seen,), seeds)
        rows, seats = np.array([self.round_index]), np.array([seen.seat])
        self.on_decision(
            BatchDecisions(rows, seats, asked, np.array([action_number(seen.edition, action)]))
        )


def round_outcome(played: Round) -> RoundOutcome:
    """What a finished round came to."""
    scores = played.scores
    assert scores is not None  # the round is finished
    weights = played.edition.weights
    owners = sorted({owner for owner in played.owners if owner is not None})
    return RoundOutcome(
        tuple(score // weight for score, weight in zip(scores, weights, strict=True)),
        tuple(owners),
    )


def play_batch(
    edition: Edition,
    seed: int,
    scheduled: Sequence[ScheduledRound],
    deals: Mapping[int, Deal],
    players: Mapping[str, Player],
    on_decision: DecisionCallback | None = None,
) -> tuple[RoundOutcome, ...]:
    """The same rounds, all at once."""
    names = list(players)
    places = {name: place for place, name in enumerate(names)}
    who = np.array([[places.get(name, -1) for name in one.lineup] for one in scheduled], np.int64)
    seeds = [
        [player_seed(seed, one.deal_number, seat) for seat in range(edition.seats)]
        for one in scheduled
    ]
    positions = [deals[one.deal_number].initial_position for one in scheduled]
    rounds = RoundBatch.at_positions(edition, positions)
    while rounds.next_decisions():
        actions = np.full(len(scheduled), -1, np.int64)
        live = np.flatnonzero(rounds.turns >= 0)
        asks = who[live, rounds.turns[live]]
        for place, name in enumerate(names):
            rows = live[asks == place]
            if not len(rows):
                continue
            asked = decision_batch(rounds, rows, seeds)
            actions[rows] = players[name].choose_actions(asked)
            if on_decision is not None:
                on_decision(BatchDecisions(rows, rounds.turns[rows].copy(), asked, actions[rows]))
        rounds.step(actions)
    return tuple(batch_outcomes(rounds))


def decision_batch(
    rounds: RoundBatch,
    rows: IntArray,
    seeds: Sequence[Sequence[int]],
    observe_row: Callable[[int], Observation] | None = None,
) -> DecisionBatch:
    """What the players of some rows are asked; `observe_row` tells what they see, if anything."""
    turns = rounds.turns[rows]
    numbers = rows.tolist()
    arrays = DecisionArrays(
        rounds.features[rows],
        rounds.info_state_rows(rows),
        rounds.legal[rows],
        decision_points(rounds.edition, rounds.rows[rows], turns),
    )
    return DecisionBatch(
        rounds.edition,
        [seeds[row][turn] for row, turn in zip(numbers, turns.tolist(), strict=True)],
        arrays,
        None if observe_row is None else lambda place: observe_row(numbers[place]),
    )


def decision_points(edition: Edition, rows: IntArray, turns: IntArray) -> IntArray:
    """Seat, stage, how many cards the seat chose in it, and how many cards are played."""
    columns = round_columns(edition)
    passes = rows[:, columns["passes_made"].start]
    choices = rows[:, columns["choices_made"].start]
    stages, chosen = exchange_decision_points(edition)
    is_chosen = (choices >= edition.choosers) if edition.choosers else np.zeros(len(rows), bool)
    played = np.bitwise_count(rows[:, columns["played"]]).sum(axis=1)
    return np.stack(
        [turns, stages[passes] + is_chosen, chosen[passes], played.astype(np.int64)], axis=1
    )


def exchange_decision_points(edition: Edition) -> tuple[IntArray, IntArray]:
    """For every number of passes made: the stage, and how many the seat to act made in it."""
    stages, chosen = [], []
    for stage, steps in enumerate(edition.stages):
        for made, step in enumerate(steps):
            stages.append(stage)
            chosen.append(sum(1 for before in steps[:made] if before.seat == step.seat))
    return np.array([*stages, len(edition.stages)]), np.array([*chosen, 0])


def batch_outcomes(rounds: RoundBatch) -> Iterator[RoundOutcome]:
    """What the finished rounds came to."""
    points = rounds.points().astype(np.int64)
    for row, owned in zip(points.tolist(), rounds.owners().tolist(), strict=True):
        yield RoundOutcome(tuple(row), tuple(seat for seat, owns in enumerate(owned) if owns))
