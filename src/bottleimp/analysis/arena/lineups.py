"""Rounds with any player in any seat: one after another, or side by side where all players can.

Both ways come to the same results.  Side by side, the compiled rules move all rounds on and each
player is asked once for all rounds in which it is to act.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

import numpy as np

from bottleimp.game.actions import Action, action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.info_state import features_of
from bottleimp.kernel.info_state_rows import observed_row, sight_rows
from bottleimp.kernel.playouts import numbers_of
from bottleimp.kernel.round_batch import Numbers, Rounds, position_width, shape
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.batch_players import Asked, BatchPlayer
from bottleimp.players.catalogue import batch_player_named, player_kind, player_named
from bottleimp.players.player import Player, moment_of
from bottleimp.rules.cardsets import gathered
from bottleimp.rules.edition import Edition

SEED_BITS = 64
LEAST_SIDE_BY_SIDE = 32  # rounds; fewer are not worth the compiled rules

Seating = tuple[str, ...]  # seat -> name of its player; driven seats are not asked
Known = dict[tuple[str, int], dict[Observation, Action]]  # name and seed -> what it chose


@dataclass(frozen=True)
class Wanted:
    """A round to play: a deal by its number, and who sits where."""

    number: int
    seating: Seating


@dataclass(frozen=True)
class Outcome:
    """What a finished round came to."""

    points: tuple[int, ...]  # seat -> score, before those who play alone are doubled
    owners: tuple[int, ...]  # the seats that own a bottle, ascending


@dataclass(frozen=True)
class Decided:
    """What was decided in many rounds at one moment of side-by-side play."""

    rounds: Numbers  # the numbers of the rounds
    seats: Numbers  # the seats that acted
    asked: Asked
    actions: Numbers


Watch = Callable[[Decided], None]


@lru_cache(maxsize=64)
def playing_sides(edition: Edition) -> tuple[tuple[int, ...], ...]:
    """The seats of every side that decides something."""
    seats = [seat for seat in range(edition.seats) if seat not in edition.driven]
    sides = sorted({edition.sides[seat] for seat in seats})
    return tuple(tuple(s for s in seats if edition.sides[s] == side) for side in sides)


@lru_cache(maxsize=64)
def opposed_pairs(edition: Edition) -> tuple[int, ...]:
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
    """The seats that decide something and are not of the side."""
    return tuple(
        seat for seat in range(edition.seats) if seat not in side and seat not in edition.driven
    )


def deal_numbered(edition: Edition, seed: int, number: int) -> Deal:
    """The arena's deal with this number; the same for every pair of players.

    It comes from HMAC-SHA256 under a key of the arena's own, so no training deals it: self-play
    draws its cards from SplitMix64.
    """
    key = hashlib.sha256(f"bottleimp arena deals {seed}".encode()).digest()
    return Deal.shuffled(edition, key, str(number).encode())


def player_seed(seed: int, number: int, seat: int) -> int:
    """The seed of whoever sits in this seat when the deal is played."""
    key = hashlib.sha256(f"bottleimp arena player {seed} {number} {seat}".encode()).digest()
    return int.from_bytes(key[: SEED_BITS // 8])


def rounds_played(
    edition: Edition, seed: int, wanted: Sequence[Wanted], watch: Watch | None = None
) -> tuple[Outcome, ...]:
    """What these rounds come to; `watch` is told of every choice among two or more."""
    deals = {
        number: deal_numbered(edition, seed, number)
        for number in sorted({w.number for w in wanted})
    }
    names = sorted({name for one in wanted for name in asked_names(edition, one.seating)})
    many = {name: batch_player_named(name) for name in names}
    able = {name: player for name, player in many.items() if player is not None}
    if len(able) == len(many) and len(wanted) >= LEAST_SIDE_BY_SIDE:
        return side_by_side(edition, seed, wanted, deals, able, watch)
    known: Known = {}
    return tuple(
        outcome(
            played_out(
                deals[one.number],
                seated(seed, one, known),
                None if watch is None else Teller(watch, place, seed, one.number),
            )
        )
        for place, one in enumerate(wanted)
    )


def asked_names(edition: Edition, seating: Seating) -> tuple[str, ...]:
    """The players of the seats that decide something."""
    return tuple(name for seat, name in enumerate(seating) if seat not in edition.driven)


def seated(seed: int, one: Wanted, known: Known) -> tuple[Player, ...]:
    """The players of a round, each with the seed of its seat; `known` is what they said before."""
    players: list[Player] = []
    for seat, name in enumerate(one.seating):
        own_seed = player_seed(seed, one.number, seat)
        player = player_named(name, own_seed)
        if player_kind(name).measure is not None:
            player = Recalling(player, known.setdefault((name, own_seed), {}))
        players.append(player)
    return tuple(players)


@dataclass(frozen=True)
class Recalling:
    """A player that is not asked twice about the same, for players that take their time.

    The rounds of a deal begin alike: in most modes a copy in the same seat sees in the exchange
    what it saw in another round, and for some the exchange is half of all thinking.
    """

    player: Player
    known: dict[Observation, Action]  # shared by copies with the same seed

    def choose(self, observation: Observation) -> Action:
        """What the player chose when it saw the same, or chooses now."""
        if observation not in self.known:
            self.known[observation] = self.player.choose(observation)
        return self.known[observation]


@dataclass(frozen=True)
class Teller:
    """Tells a watcher what is chosen in one round, in the words of side-by-side play."""

    watch: Watch
    place: int  # of the round among those that are watched
    seed: int
    number: int

    def tell(self, seen: Observation, action: Action) -> None:
        """Tell of a choice, unless it was forced."""
        assert seen.seat is not None  # somebody chose
        if len(seen.legal) == 1:
            return
        legal = gathered(action_number(seen.edition, one) for one in seen.legal)
        asked = Asked(
            seen.edition,
            features_of(seen)[None, :],
            observed_row(seen)[None, :],
            np.array([legal], np.int64),
            np.array([moment_of(seen)], np.int64),
            (player_seed(self.seed, self.number, seen.seat),),
        )
        rows, seats = np.array([self.place]), np.array([seen.seat])
        self.watch(Decided(rows, seats, asked, np.array([action_number(seen.edition, action)])))


def played_out(deal: Deal, players: tuple[Player, ...], teller: Teller | None = None) -> Round:
    """The deal played to its end, seat by seat; driven seats play by their rule."""
    played = Round(deal)
    driven = deal.edition.driven
    while (seat := played.turn) is not None:
        if seat in driven:
            played = played.play(played.legal[0])
            continue
        seen = observe(played, seat)
        action = players[seat].choose(seen)
        if teller is not None:
            teller.tell(seen, action)
        played = played.play(action)
    return played


def outcome(played: Round) -> Outcome:
    """What a finished round came to."""
    scores = played.scores
    assert scores is not None  # the round is finished
    weights = played.edition.weights
    owners = sorted({owner for owner in played.owners if owner is not None})
    return Outcome(
        tuple(score // weight for score, weight in zip(scores, weights, strict=True)),
        tuple(owners),
    )


def side_by_side(
    edition: Edition,
    seed: int,
    wanted: Sequence[Wanted],
    deals: Mapping[int, Deal],
    players: Mapping[str, BatchPlayer],
    watch: Watch | None = None,
) -> tuple[Outcome, ...]:
    """The same rounds, all at once."""
    names = list(players)
    places = {name: place for place, name in enumerate(names)}
    who = np.array([[places.get(name, -1) for name in one.seating] for one in wanted], np.int64)
    seeds = [
        [player_seed(seed, one.number, seat) for seat in range(edition.seats)] for one in wanted
    ]
    rounds = Rounds.room(edition, len(wanted))
    numbers = [numbers_of(deals[one.number].opening) for one in wanted]
    rounds.rows[:] = 0
    rounds.rows[:, : len(numbers[0])] = numbers
    while rounds.ask():
        actions = np.full(len(wanted), -1, np.int64)
        live = np.flatnonzero(rounds.turns >= 0)
        asks = who[live, rounds.turns[live]]
        for place, name in enumerate(names):
            rows = live[asks == place]
            if not len(rows):
                continue
            asked = question(rounds, rows, seeds)
            actions[rows] = players[name].choose_many(asked)
            if watch is not None:
                watch(Decided(rows, rounds.turns[rows].copy(), asked, actions[rows]))
        rounds.act(actions)
    return tuple(outcomes(rounds))


def question(rounds: Rounds, rows: Numbers, seeds: Sequence[Sequence[int]]) -> Asked:
    """What the players of some rows are asked."""
    turns = rounds.turns[rows]
    return Asked(
        rounds.edition,
        rounds.features[rows],
        sight_rows(rounds, rows),
        rounds.legal[rows],
        moments(rounds.edition, rounds.rows[rows], turns),
        tuple(seeds[row][turn] for row, turn in zip(rows.tolist(), turns.tolist(), strict=True)),
    )


def moments(edition: Edition, rows: Numbers, turns: Numbers) -> Numbers:
    """Seat, stage, how many cards the seat chose in it, and how many cards are played."""
    past = position_width(shape(edition))
    passes, choices = rows[:, past - 7], rows[:, past - 6]
    stages, chosen = exchange_moments(edition)
    is_chosen = (choices >= edition.choosers) if edition.choosers else np.zeros(len(rows), bool)
    played = np.bitwise_count(rows[:, past : past + edition.seats]).sum(axis=1)
    return np.stack(
        [turns, stages[passes] + is_chosen, chosen[passes], played.astype(np.int64)], axis=1
    )


def exchange_moments(edition: Edition) -> tuple[Numbers, Numbers]:
    """For every number of passes made: the stage, and how many the seat to act made in it."""
    stages, chosen = [], []
    for stage, steps in enumerate(edition.stages):
        for made, step in enumerate(steps):
            stages.append(stage)
            chosen.append(sum(1 for before in steps[:made] if before.seat == step.seat))
    return np.array([*stages, len(edition.stages)]), np.array([*chosen, 0])


def outcomes(rounds: Rounds) -> Iterator[Outcome]:
    """What the finished rounds came to."""
    points = rounds.results() // np.array(rounds.edition.weights)
    for row, owned in zip(points.tolist(), rounds.owners().tolist(), strict=True):
        yield Outcome(tuple(row), tuple(seat for seat, owns in enumerate(owned) if owns))
