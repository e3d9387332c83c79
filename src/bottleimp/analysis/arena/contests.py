"""What a tournament plays, deal by deal, and the lines of text in which it keeps the results.

In a head-to-head contest every side of the table is one A among B, and one B among A; in one
against a population only the former.  In a pool players are drawn anew for every deal, and change
places until each has had every side.

Above all deals stands a heading with checksums of what the players play by.
A line is JSON: the number of the deal and its rounds.  A round is a word that says who sat where
(seat by seat, players by a figure or letter that counts them, `-` for a driven seat), the score of
every seat before those who play alone are doubled, and the seats that own a bottle.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from pathlib import PurePosixPath
from random import Random

import msgspec
import numpy as np

from bottleimp.analysis.arena.lineups import (
    Lineup,
    RoundOutcome,
    ScheduledRound,
    play_rounds,
    playing_sides,
)
from bottleimp.analysis.arena.paired_deals import paired_rotations, rotations
from bottleimp.analysis.arena.ratings import RatedRounds
from bottleimp.errors import BottleImpError
from bottleimp.players.budget import SEPARATOR
from bottleimp.players.catalogue import has_sequential_player, require_mode
from bottleimp.players.checksums import CODE_CHECKSUM, player_checksums
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys

PRESET_ORDER = ("classic", "matagot")  # a mode is played in the first of these that has it
PLAYER_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"
DRIVEN_SYMBOL = "-"
NAME_SEPARATOR = "~"  # the names of two players in the name of a file
POPULATION_SEPARATOR = "~among~"  # the one and the population
SEPARATOR_IN_FILES = "-"  # what stands there for the mark before a budget
POOL_HASH_DIGITS = 10  # of the hash that names a pool
CHECKSUM_DIGITS = 16  # hexadecimal digits of a checksum of weights or code


class ContestKind(Enum):
    """How players are put together."""

    HEAD_TO_HEAD = "duel"
    ONE_VS_POPULATION = "visit"
    POOL = "field"


class DealResults(msgspec.Struct, frozen=True):
    """A deal and what its rounds came to."""

    deal: int
    rounds: list[tuple[str, list[int], list[int]]]


class ResultsHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands before all deals: by which weights and code the players played.

    Files of earlier versions do not say by which code of this package, and have no heading where
    nobody plays by a network.
    """

    weights: dict[str, str]  # as `Contest.weights`
    code: str | None = None  # how the checksum of the code of the package's players begins


DEAL_RESULTS_DECODER = msgspec.json.Decoder(DealResults)
HEADER_DECODER = msgspec.json.Decoder(ResultsHeader)


@dataclass(frozen=True)
class Contest:
    """Players who meet in an edition: two, or a pool of more."""

    kind: ContestKind
    edition: str
    players: tuple[str, ...]  # each once, by the alphabet; one against a population: the one first

    @property
    def path(self) -> PurePosixPath:
        """The file of the results, from the folder of the tournament."""
        between = (
            POPULATION_SEPARATOR if self.kind is ContestKind.ONE_VS_POPULATION else NAME_SEPARATOR
        )
        names = between.join(name.replace(SEPARATOR, SEPARATOR_IN_FILES) for name in self.players)
        if self.kind is ContestKind.POOL:
            digest = hashlib.sha256(names.encode()).hexdigest()
            names = f"field{NAME_SEPARATOR}{digest[:POOL_HASH_DIGITS]}"
        return PurePosixPath(self.edition, f"{names}.jsonl")

    @property
    def weights(self) -> dict[str, str]:
        """The networks and modules that its players play by, and how their checksums begin."""
        found = player_checksums(self.players, edition_from_text(self.edition).mode)
        return {name: checksum[:CHECKSUM_DIGITS] for name, checksum in found.items()}

    @property
    def header(self) -> ResultsHeader:
        """What its players play by now."""
        return ResultsHeader(self.weights, CODE_CHECKSUM[:CHECKSUM_DIGITS])

    @property
    def compares_two(self) -> bool:
        """Whether two players are compared on the same deals."""
        return self.kind is not ContestKind.POOL

    @property
    def has_sequential_player(self) -> bool:
        """Whether a player of it decides one observation after another."""
        return has_sequential_player(self.players)

    def lineups(self, seed: int, number: int) -> tuple[Lineup, ...]:
        """The seating of each round of a deal, in the order of `paired_rotations`."""
        edition = edition_from_text(self.edition)
        if self.kind is ContestKind.HEAD_TO_HEAD:
            return paired_rotations(edition, *self.players)
        if self.kind is ContestKind.ONE_VS_POPULATION:
            return rotations(edition, *self.players)
        return pool_lineups(edition, self.players, seed, number)


def make_contest(kind: ContestKind, edition: str, players: Iterable[str]) -> Contest:
    """The contest of these players; raises UnknownName, or BottleImpError if they do not fit."""
    names = tuple(players) if kind is ContestKind.ONE_VS_POPULATION else tuple(sorted(set(players)))
    played = edition_from_text(edition)
    for name in names:
        require_mode(name, played.mode)
    if len(names) > len(PLAYER_SYMBOLS):
        raise BottleImpError(f"A pool has at most {len(PLAYER_SYMBOLS)} players, not {len(names)}.")
    return Contest(kind, played.text, names)


def pool_lineups(
    edition: Edition, players: Sequence[str], seed: int, number: int
) -> tuple[Lineup, ...]:
    """Drawn players, each on every side in turn; none comes twice before all have come once."""
    key = hashlib.sha256(f"bottleimp arena field {seed} {number}".encode()).digest()
    random = Random(int.from_bytes(key))
    sides = playing_sides(edition)
    drawn: list[str] = []
    while len(drawn) < len(sides):
        drawn += random.sample(players, len(players))
    drawn = drawn[: len(sides)]
    seatings = []
    for turn in range(len(sides)):
        seating = [drawn[0]] * edition.seats
        for place, side in enumerate(sides):
            for seat in side:
                seating[seat] = drawn[(place + turn) % len(sides)]
        seatings.append(tuple(seating))
    return tuple(seatings)


def play_deals(contest: Contest, seed: int, numbers: Sequence[int]) -> tuple[bytes, ...]:
    """The lines of the deals with these numbers, each with its line feed."""
    edition = edition_from_text(contest.edition)
    seatings = {number: contest.lineups(seed, number) for number in numbers}
    wanted = [ScheduledRound(number, seating) for number in numbers for seating in seatings[number]]
    found = iter(play_rounds(edition, seed, wanted))
    return tuple(
        msgspec.json.encode(
            DealResults(
                number, [encode_round(edition, contest, s, next(found)) for s in seatings[number]]
            )
        )
        + b"\n"
        for number in numbers
    )


def encode_round(
    edition: Edition, contest: Contest, seating: Lineup, outcome: RoundOutcome
) -> tuple[str, list[int], list[int]]:
    """A round as it stands in a line."""
    word = "".join(
        DRIVEN_SYMBOL if seat in edition.driven else PLAYER_SYMBOLS[contest.players.index(name)]
        for seat, name in enumerate(seating)
    )
    return word, list(outcome.points), list(outcome.owners)


def decode_deal_results(text: bytes) -> DealResults:
    """The line; raises msgspec.DecodeError."""
    return DEAL_RESULTS_DECODER.decode(text)


def encode_header(header: ResultsHeader) -> bytes:
    """The heading of a file, with its line feed."""
    return msgspec.json.encode(header) + b"\n"


def decode_header(text: bytes) -> ResultsHeader | None:
    """The heading in a line; None if the line is none."""
    try:
        return HEADER_DECODER.decode(text)
    except msgspec.DecodeError:
        return None


def rated_rounds(contest: Contest, lines: Sequence[DealResults]) -> RatedRounds:
    """All rounds of the lines, for ratings."""
    sides = playing_sides(edition_from_text(contest.edition))
    firsts = [side[0] for side in sides]
    rounds = [(line.deal, word, points) for line in lines for word, points, _ in line.rounds]
    who = [[PLAYER_SYMBOLS.index(word[seat]) for seat in firsts] for _, word, _ in rounds]
    points = np.array([row for _, _, row in rounds], np.float64).reshape(len(rounds), -1)
    return RatedRounds(
        contest.players,
        np.array([deal for deal, _, _ in rounds], np.int64),
        np.array(who, np.int64).reshape(len(rounds), len(sides)),
        np.stack([points[:, list(side)].mean(axis=1) for side in sides], axis=1),
    )


def edition_of_each_mode() -> tuple[str, ...]:
    """One edition of every mode."""
    found: dict[str, str] = {}
    for preset, key in product(PRESET_ORDER, edition_keys()):
        if key.startswith(f"{preset}/"):
            found.setdefault(key.partition("/")[2], key)
    return tuple(found.values())
