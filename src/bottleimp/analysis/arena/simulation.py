"""Rounds and matches among computer players, as records.

Edition, players, seed and numbers fix every record.  Players sit clockwise and change seats from
round to round as at a table: the dealer moves on by one.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.errors import BottleImpError
from bottleimp.game.deal import Deal
from bottleimp.game.match import Match
from bottleimp.game.record import Record
from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.players.catalogue import build_player, require_mode
from bottleimp.players.player import SeatPlayer
from bottleimp.rules.edition import Edition

SEED_BYTES = 8


@dataclass(frozen=True)
class SimulatedRound:
    """A record, and which round of which match it is, counted from 1; match 0: of none."""

    match: int
    round: int
    record: Record


class Simulation:
    """Computer players at one table; names are given clockwise, repeated as often as it takes.

    Raises UnknownName, BudgetError, or BottleImpError for players that do not play the edition or
    are too many for it.
    """

    def __init__(self, edition: Edition, players: Sequence[str], seed: int) -> None:
        if not 1 <= len(players) <= edition.players:
            raise BottleImpError(
                f"{edition.text} has {edition.players} players; name from 1 to"
                f" {edition.players}, not {len(players)}."
            )
        for name in players:
            require_mode(name, edition.mode)
        self.edition = edition
        self.seed = seed
        self.players = [players[place % len(players)] for place in range(edition.players)]
        self._built = {name: build_player(name) for name in self.players}

    def rounds(self, count: int) -> Iterator[SimulatedRound]:
        """So many rounds, each on its own; everybody deals in turn."""
        for number in range(count):
            table = Match(self.edition, number % self.edition.players)
            yield SimulatedRound(0, number + 1, self._play_round(table, 0, number + 1))

    def matches(self, count: int) -> Iterator[SimulatedRound]:
        """All rounds of so many matches, played to their agreed end."""
        for match in range(1, count + 1):
            table = Match(self.edition, (match - 1) % self.edition.players)
            while not table.is_over:
                number = len(table.results) + 1
                record = self._play_round(table, match, number)
                assert record.round.scores is not None  # it is played to its end
                table = table.after(record.round.scores)
                yield SimulatedRound(match, number, record)

    def _play_round(self, table: Match, match: int, number: int) -> Record:
        edition = self.edition
        key = hashlib.sha256(f"bottleimp simulate deals {self.seed}".encode()).digest()
        deal = Deal.from_seed(edition, key, f"{match} {number}".encode())
        seats = [seat for seat in range(edition.seats) if seat not in edition.driven]
        agents = {
            seat: SeatPlayer(
                self._built[self.players[table.player_at(seat)]],
                self._seat_seed(match, number, seat),
            )
            for seat in seats
        }
        titles = self._titles()
        names = tuple(
            titles[table.player_at(seat)] if seat in agents else DRIVEN_NAME
            for seat in range(edition.seats)
        )
        return Record(play_round(deal, agents), names)

    def _seat_seed(self, match: int, number: int, seat: int) -> int:
        text = f"bottleimp simulate player {self.seed} {match} {number} {seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:SEED_BYTES])

    def _titles(self) -> list[str]:
        """A name for each player of the table: numbered where several are alike."""
        counts, used = Counter(self.players), Counter[str]()
        titles = []
        for name in self.players:
            used[name] += 1
            titles.append(f"{name} {used[name]}" if counts[name] > 1 else name)
        return titles
