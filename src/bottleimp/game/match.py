"""A match: rounds with a dealer who changes, until the agreed end.

Players are counted clockwise; any of them may deal first.  Seats are counted from the leader of the
round.  Participants are the players and, after them, the driven seats.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from bottleimp.errors import MatchError
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import (
    DRIVEN,
    MAX_ROUNDS,
    MAX_TARGET_SCORE,
    OFFERED_TARGETS,
    TargetScore,
    rounds_planned,
)


@dataclass(frozen=True)
class RoundResult:
    """The dealer of a round and the score of every participant."""

    dealer: int
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """The results of the rounds so far; `after` returns the match with one more.

    >>> from bottleimp import Match, edition
    >>> match = Match(edition("classic/3"), first_dealer=2).after((-8, 39, 0))
    >>> match.totals, match.dealer, match.rounds_planned
    ((-8, 39, 0), 0, 6)
    """

    edition: Edition
    first_dealer: int
    results: tuple[RoundResult, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.first_dealer < self.edition.players:
            raise MatchError(
                f"The first dealer is a player from 0 to {self.edition.players - 1},"
                f" not {self.first_dealer}."
            )

    @property
    def participants(self) -> int:
        """The number of players and driven seats: the length of every list of scores."""
        return self.edition.seats

    @cached_property
    def dealer(self) -> int:
        """The player who deals the next round, or would deal it if the match is over."""
        return (self.first_dealer + len(self.results)) % self.edition.players

    @cached_property
    def forehand(self) -> int:
        """The player on the dealer's left, who leads the first trick of the next round."""
        return (self.dealer + 1) % self.edition.players

    def player_at(self, seat: int) -> int:
        """The participant in a seat of the next round."""
        return self._seated[seat]

    @cached_property
    def _seated(self) -> tuple[int, ...]:
        return participants_by_seat(self.edition, self.forehand)

    def seat_of(self, player: int) -> int:
        """The seat of a participant in the next round."""
        return self._seated.index(player)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total score of every participant so far."""
        return tuple(
            sum(result.scores[player] for result in self.results)
            for player in range(self.participants)
        )

    @property
    def rounds_planned(self) -> int | None:
        """How many rounds the match has, or None if a target ends it."""
        return rounds_planned(self.edition.length, self.edition.players)

    @property
    def is_over(self) -> bool:
        """Whether the match has reached its agreed end; driven seats reach no target."""
        length = self.edition.length
        played = len(self.results)
        if isinstance(length, TargetScore):
            return played >= MAX_ROUNDS or self._best >= length.points
        return self.rounds_planned is not None and played >= self.rounds_planned

    @property
    def _best(self) -> int:
        return max(self.totals[: self.edition.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the highest total, if the match is over; several if totals are equal."""
        if not self.is_over:
            return ()
        return tuple(p for p in range(self.edition.players) if self.totals[p] == self._best)

    def after(self, scores: tuple[int, ...]) -> "Match":
        """The match after a round with these scores, seat by seat.

        Raises MatchError when the match is over or the scores are not one for each seat.
        """
        if self.is_over:
            raise MatchError("The match is over; no further round counts.")
        if len(scores) != self.edition.seats:
            raise MatchError(f"A round has {self.edition.seats} scores, not {len(scores)}.")
        of_players = tuple(scores[self.seat_of(p)] for p in range(self.participants))
        return replace(self, results=(*self.results, RoundResult(self.dealer, of_players)))


def max_useful_target(edition: Edition) -> int:
    """The highest target that is worth offering, because most matches reach it in `MAX_ROUNDS`.

    In random play with printed points, up to 100 of 100 matches to 1000 (with six players) end by
    the limit of rounds, but at most 3 of 100 matches to 500.  If cards count their number, matches
    soon reach 1000.
    """
    counts_numbers = all(str(card.points) == card.label for card in edition.deck.cards)
    return MAX_TARGET_SCORE if counts_numbers else max(OFFERED_TARGETS)


def participants_by_seat(edition: Edition, forehand: int) -> tuple[int, ...]:
    """The participant in each seat of a round in which this player leads the first trick."""
    return tuple(
        edition.players + edition.driven.index(seat)
        if controller == DRIVEN
        else (forehand + controller) % edition.players
        for seat, controller in enumerate(edition.controllers)
    )
